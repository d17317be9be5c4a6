/* oxlint-disable unicorn/no-thenable -- that is what this is about */
import { expect, test } from '@jest/globals';
import { Reactor, Step, Undo } from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { rejection } from '../support/deferred.js';

// Nest awaits every provider it makes: it waited for ever for a reactor with a step named `then`, instead of booting far
// enough to refuse the name.
test('a step or hook named then is refused at boot; the application does not hang', async () => {
  @Reactor({ name: 'step' })
  class OfStep {
    @Step() then(): void {}
  }
  @Reactor({ name: 'hook' })
  class OfHook {
    @Step() a(): void {}
    @Undo('a') then(): void {}
  }
  class Base {
    @Step() then(): void {}
  }
  @Reactor({ name: 'sub' })
  class OfSub extends Base {
    @Step() more(): void {}
  }
  const { message } = await rejection(boot([OfStep, OfHook, OfSub]));
  for (const reactor of ['step', 'hook', 'sub'])
    expect(message).toMatch(new RegExp(`${reactor} .*\\.then: 'then'.*rename it`));
});
