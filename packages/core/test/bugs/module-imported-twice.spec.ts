import { expect, test } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Input, Reactor, ReactorModule, ReactorRunner, Step } from '@nest-reactor/core';

@Reactor()
class Greeting {
  @Step() greet(@Input('name') name: string): string {
    return `hello ${name}`;
  }
}

@Injectable()
class Caller {
  constructor(readonly reactors: ReactorRunner) {}
}

@Module({ imports: [ReactorModule.forRoot({ isGlobal: false })], providers: [Caller], exports: [Caller] })
class Feature {}

// F-074: two forRoot() used to boot two runners with stores of their own, which lost each other's executions silently.
test('the module imported twice works as one', async () => {
  const module = await Test.createTestingModule({
    imports: [Feature, ReactorModule.forRoot()],
    providers: [Greeting],
  }).compile();
  await module.init();
  const outcome = await module.get(Caller).reactors.run(Greeting, { name: 'you' });
  const runners = [module.get(Caller).reactors, module.select(Feature).get(ReactorRunner, { strict: false })];
  for (const runner of runners) expect((await runner.find(outcome.executionId))?.status).toBe('completed');
  await module.close();
});

test('the module imported twice with different options is refused', async () => {
  const module = await Test.createTestingModule({
    imports: [Feature, ReactorModule.forRoot({ leaseTtl: '5s' })],
    providers: [Greeting],
  }).compile();
  await expect(module.init()).rejects.toThrow(/twice with different options \(leaseTtl\)/);
});

test('the bare module class is refused with what to write', async () => {
  const module = Test.createTestingModule({ imports: [ReactorModule], providers: [Greeting] });
  await expect(module.compile()).rejects.toThrow(/import ReactorModule\.forRoot\(\)/);
});

test('a provided class with steps but without @Reactor() is refused at boot, and an empty reactor too', async () => {
  class Forgotten {
    @Step() work(): void {
      // Never run.
    }
  }
  @Reactor()
  class Empty {}
  const module = await Test.createTestingModule({
    imports: [ReactorModule.forRoot()],
    providers: [Forgotten, Empty],
  }).compile();
  const error: unknown = await module.init().catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/Forgotten: .*@Reactor\(\)/);
  expect(String(error)).toMatch(/Empty: it has no steps/);
});
