import { afterEach } from '@jest/globals';
import type { ModuleMetadata, Provider } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import {
  memoryBackend,
  ReactorModule,
  ReactorRunner,
  type ManualClock,
  type ReactorModuleOptions,
} from '@nest-reactor/core';

export interface BootOptions {
  readonly providers?: readonly Provider[];
  readonly imports?: NonNullable<ModuleMetadata['imports']>;
  /** For the engine's time. Default: the real clock. */
  readonly clock?: ManualClock;
  readonly module?: ReactorModuleOptions;
  /** One backend of several modules. Default: one of its own. */
  readonly backend?: NonNullable<ReactorModuleOptions['backend']>;
}

export interface LogLine {
  readonly level: 'debug' | 'log' | 'warn' | 'error';
  readonly event: string;
  readonly message: string;
}

export interface Booted {
  readonly module: TestingModule;
  readonly runner: ReactorRunner;
  /** Every line the engine logged. */
  readonly lines: LogLine[];
  close(): Promise<void>;
}

const open = new Set<TestingModule>();

afterEach(async () => {
  const left = [...open];
  open.clear();
  await Promise.all(left.map((module) => module.close()));
});

/** An initialised application with these providers, in memory. It is closed after the test. */
export async function boot(providers: readonly Provider[], options: BootOptions = {}): Promise<Booted> {
  const lines: LogLine[] = [];
  const backend = options.backend ?? memoryBackend(options.clock === undefined ? {} : { clock: options.clock });
  const module = await Test.createTestingModule({
    imports: [
      ReactorModule.forRoot({ backend, logger: collectingLogger(lines), shutdownTimeout: 200, ...options.module }),
      ...(options.imports ?? []),
    ],
    providers: [...providers],
  }).compile();
  open.add(module);
  await module.init();
  return {
    module,
    runner: module.get(ReactorRunner),
    lines,
    async close() {
      open.delete(module);
      await module.close();
    },
  };
}

/** What is thrown at boot, as text; fails when the application starts. */
export async function bootError(providers: readonly Provider[], options?: BootOptions): Promise<Error> {
  try {
    await boot(providers, options);
  } catch (error) {
    return error as Error;
  }
  throw new Error('the application started');
}

function collectingLogger(lines: LogLine[]): NonNullable<ReactorModuleOptions['logger']> {
  const at = (level: LogLine['level']) => (entry: { readonly event: string; readonly message: string }) =>
    void lines.push({ level, ...entry });
  return { debug: at('debug'), log: at('log'), warn: at('warn'), error: at('error') };
}
