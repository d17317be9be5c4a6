import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Demo } from './demo.js';
import { DemoModule } from './demo.module.js';

const app = await NestFactory.createApplicationContext(DemoModule, { logger: ['warn', 'error'] });
try {
  const balances = await app.get(Demo).run();
  process.exitCode = balances ? 0 : 1;
} finally {
  await app.close();
}
