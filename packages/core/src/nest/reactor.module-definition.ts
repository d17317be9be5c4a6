import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { ReactorModuleOptions } from './reactor-options.js';

/** What is given beside the factory of `forRootAsync`, since it decides about modules. */
export interface ReactorModuleExtras {
  /** Whether the runner can be injected everywhere without importing the module again; default true. */
  readonly isGlobal?: boolean;
  readonly backend?: ReactorModuleOptions['backend'];
  readonly queue?: ReactorModuleOptions['queue'];
}

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<ReactorModuleOptions>({ moduleName: 'Reactor' })
    .setClassMethodName('forRoot')
    .setExtras<ReactorModuleExtras>({ isGlobal: true }, (definition, { isGlobal, backend, queue }) => ({
      ...definition,
      global: isGlobal ?? true,
      providers: [
        ...(definition.providers ?? []),
        { provide: BACKEND, useValue: backend ?? null },
        { provide: QUEUE, useValue: queue ?? null },
      ],
    }))
    .build();

/** The backend given to `forRoot` or `forRootAsync`; null for the default. */
export const BACKEND = Symbol.for('nest-reactor:backend');

/** The queue given to `forRoot` or `forRootAsync`; null for the default. */
export const QUEUE = Symbol.for('nest-reactor:queue');
