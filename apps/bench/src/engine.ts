import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { memoryBackend, ReactorModule, ReactorRunner } from '@nest-reactor/core';

export interface BenchEngine {
  /** One run to its end. Throws when it did not end as `status`, by default `completed`: a benchmark of errors is none. */
  run(inputs: Readonly<Record<string, unknown>>, status?: string): Promise<void>;
  close(): Promise<void>;
}

export interface BenchEngineOptions {
  /** How many ended executions the backend keeps; default that of the memory backend, 10,000. */
  readonly maxTerminal?: number;
}

/** An application with the embedded default and one reactor, and nothing else in it. */
export async function startEngine(reactor: new () => object, options: BenchEngineOptions = {}): Promise<BenchEngine> {
  class BenchModule {}
  const backend = memoryBackend(options);
  Module({ imports: [ReactorModule.forRoot({ backend })], providers: [reactor] })(BenchModule);
  const app = await NestFactory.createApplicationContext(BenchModule, { logger: ['error'] });
  const runner = app.get(ReactorRunner);
  return {
    async run(inputs, status = 'completed') {
      const outcome = await runner.run(reactor, inputs as never);
      if (outcome.status !== status) throw new Error(`a run ended as '${outcome.status}', not as '${status}'`);
    },
    close: () => app.close(),
  };
}
