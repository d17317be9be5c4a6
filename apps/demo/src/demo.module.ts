import { Module } from '@nestjs/common';
import { RebookingModule } from '@nest-reactor/demo-reactors';
import { ReactorModule } from '@nest-reactor/core';
import { Books } from './books.js';
import { Demo } from './demo.js';
import { RebookingDesk } from './rebooking-desk.js';
import { World } from './world.js';

/** The embedded default: `forRoot()` needs no server and no options. */
@Module({
  imports: [ReactorModule.forRoot(), RebookingModule],
  providers: [Demo, World, RebookingDesk, Books],
})
export class DemoModule {}
