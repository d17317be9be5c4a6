import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ReactorModule, ReactorRunner } from '@nest-reactor/core';

export interface BenchEngine {
  run(reactor: new () => object, inputs: Readonly<Record<string, unknown>>): Promise<{ readonly status: string }>;
  close(): Promise<void>;
}

/** An application with the embedded default, and nothing else in it. */
export async function startEngine(reactors: readonly (new () => object)[]): Promise<BenchEngine> {
  class BenchModule {}
  Module({ imports: [ReactorModule.forRoot()], providers: [...reactors] })(BenchModule);
  const app = await NestFactory.createApplicationContext(BenchModule, { logger: ['error'] });
  const runner = app.get(ReactorRunner);
  return {
    run: (reactor, inputs) => runner.run(reactor, inputs as never),
    close: () => app.close(),
  };
}
