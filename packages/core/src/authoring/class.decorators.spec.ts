import 'reflect-metadata';
import { Injectable, Scope } from '@nestjs/common';
import { expect, test } from '@jest/globals';
import { METADATA } from '../definition/reactor-declaration.js';
import { ReactorMiddleware } from './middleware.decorator.js';
import { Reactor } from './reactor.decorator.js';
import { StepHandler } from './step-handler.decorator.js';

class Dependency {}

test('@Reactor, @StepHandler and @ReactorMiddleware make injectables and keep their raw options', () => {
  @Reactor({ name: 'order', concurrency: 2 })
  class Order {
    constructor(readonly dependency: Dependency) {}
  }
  @StepHandler({ timeout: '1s' })
  class Charge {
    run() {}
  }
  @ReactorMiddleware()
  class Watching {}

  expect(Reflect.getOwnMetadata(METADATA.reactor, Order)).toEqual({ name: 'order', concurrency: 2 });
  expect(Reflect.getOwnMetadata('design:paramtypes', Order)).toEqual([Dependency]);
  expect(Reflect.getOwnMetadata(METADATA.stepHandler, Charge)).toEqual({ timeout: '1s' });
  expect(Reflect.getOwnMetadata(METADATA.middleware, Watching)).toBe(true);
  for (const cls of [Order, Charge, Watching]) expect(Reflect.hasOwnMetadata('__injectable__', cls)).toBe(true);
});

test('options are own metadata of their class', () => {
  @Reactor({ name: 'parent' })
  class Parent {}
  @Reactor()
  class Sub extends Parent {}
  expect(Reflect.getOwnMetadata(METADATA.reactor, Sub)).toEqual({});
  expect(Reflect.getOwnMetadata(METADATA.reactor, Parent)).toEqual({ name: 'parent' });
});

test("an @Injectable() of the class's own keeps its scope, above and below", () => {
  @StepHandler()
  @Injectable({ scope: Scope.REQUEST })
  class Below {
    run() {}
  }
  @Injectable({ scope: Scope.TRANSIENT })
  @StepHandler()
  class Above {
    run() {}
  }
  expect(Reflect.getOwnMetadata('scope:options', Below)).toEqual({ scope: Scope.REQUEST });
  expect(Reflect.getOwnMetadata('scope:options', Above)).toEqual({ scope: Scope.TRANSIENT });
});
