// M41 and M57 of the study's mistakes: correct code since `ok` means `completed` and an async result is read as its value.
import { AsyncStep, Input, Reactor, type ReactorRunner, Result, Step, TypedReactor } from '@nest-reactor/core';

@Reactor({ returns: 'ship' })
class Ship extends TypedReactor<{ orderId: string }, { tracking: string }> {
  @Step() ship(@Input('orderId') orderId: string) {
    return { tracking: orderId };
  }
}

// M41: `ok` narrows to the completed outcome
export async function track(runner: ReactorRunner): Promise<string> {
  const outcome = await runner.run(Ship, { orderId: 'a' });
  return outcome.ok ? outcome.value.tracking : '';
}

// M57: an async step's result read as a plain value; its reader fails when there is none
export class ReadsAsync extends TypedReactor<{ orderId: string }> {
  @AsyncStep() mail() {
    return 1;
  }
  @Step() count(@Result('mail') mails: number) {
    return mails;
  }
}
