import { describe, expect, test } from '@jest/globals';
import { IsEmail, MinLength } from 'class-validator';
import { z } from 'zod';
import {
  Args,
  Ctx,
  failure,
  from,
  Input,
  Reactor,
  ReactorMiddleware,
  Redact,
  Result,
  Step,
  StepHandler,
  Undo,
  type Outcome,
  type ReactorEvent,
  type StepContext,
  type Yields,
} from '@nest-reactor/core';
import { boot, type Booted } from '../support/boot.js';
import { retries } from '../support/recorder.js';

const SECRET = 'hunter2-Zq';

class SignupInput {
  @IsEmail() email!: string;
  @MinLength(3) @Redact() password!: string;
}

/** Stands for encryption. */
const rot = {
  encode: (text: string): string => Buffer.from(text).toString('base64'),
  decode: (text: string): string => Buffer.from(text, 'base64').toString(),
};

const events: ReactorEvent[] = [];
@ReactorMiddleware()
class Observer {
  on(event: ReactorEvent): void {
    events.push(event);
  }
}

/** Everything of a run that people get to see, as one text. */
async function shown({ runner, lines }: Booted, outcome: Outcome): Promise<string> {
  const view = await runner.find(outcome.executionId);
  const list = await runner.list();
  const unwrapped = ((): unknown => {
    try {
      return outcome.unwrap();
    } catch (error) {
      return [(error as Error).message, (error as Error).stack];
    }
  })();
  const stack = outcome.status === 'failed' ? outcome.failure.stack : '';
  // The results of an outcome are the caller's own, and real.
  const { results: _results, ...rest } = outcome.toJSON();
  return JSON.stringify([view, list, lines, rest, stack, outcome.status === 'completed' ? [] : unwrapped]);
}

describe('A redacted value', () => {
  // L-202
  test.each([
    ['as it is', {}],
    ['encrypted', { codec: rot }],
  ])(
    'is seen by the bodies and by nobody else, stored %s: not in failures, messages, traces, views, lists, logs or events',
    async (_how, module) => {
      const seen: unknown[] = [];
      @Reactor({ name: 'signup', inputs: SignupInput })
      class Signup {
        @Step() hash(@Input('password') password: string): { was: string } {
          seen.push(password);
          return { was: password };
        }
        @Undo('hash') unhash(_result: unknown, args: unknown): void {
          seen.push((args as { password: string }).password);
          throw new Error(`cannot forget ${SECRET}`);
        }
        @Step({ waitFor: ['hash'] }) second(): void {}
        @Undo('second') unSecond(): string {
          return `forgot ${SECRET}`;
        }
        @Step({ retries: retries(2), waitFor: ['second'] }) create(
          @Args({ secret: from.input('password'), email: from.input('email') }) args: { secret: string; email: string },
          @Ctx() ctx: StepContext,
        ): void {
          ctx.progress({ at: args.secret });
          ctx.fail(new Error(`cannot store ${args.secret} of ${args.email}`, { cause: new Error(`bad ${SECRET}`) }), {
            details: { given: args.secret },
          });
        }
      }
      events.length = 0;
      const app = await boot([Signup, Observer], { module });
      const outcome = await app.runner.run('signup', { email: 'ada@example.org', password: SECRET });
      expect(seen).toEqual([SECRET, SECRET]);
      expect(outcome).toMatchObject({
        status: 'failed',
        failure: {
          step: 'create',
          args: { secret: '[REDACTED]', email: 'ada@example.org' },
          message: expect.stringContaining('cannot store [REDACTED] of ada@example.org'),
        },
        rollbackFailures: [{ step: 'hash', message: 'cannot forget [REDACTED]' }],
      });
      const text = await shown(app, outcome);
      expect(text).not.toContain(SECRET);
      expect(text).toContain('[REDACTED]');
      expect(JSON.stringify(events)).not.toContain(SECRET);
      expect(await shown(app, await app.runner.wait(outcome.executionId))).not.toContain(SECRET);
      expect(await app.runner.find(outcome.executionId)).toMatchObject({
        inputs: { email: 'ada@example.org', password: '[REDACTED]' },
        progress: { at: '[REDACTED]' },
      });
    },
  );

  // L-202
  test('of invalid inputs is not shown in their failure', async () => {
    @Reactor({ name: 'signup', inputs: SignupInput })
    class Signup {
      @Step() a(): void {}
    }
    const app = await boot([Signup]);
    const outcome = await app.runner.run('signup', { email: `${SECRET}`, password: 'x' });
    const other = await app.runner.run('signup', { email: 'no address', password: SECRET });
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { fieldErrors: { password: [expect.any(String)] }, args: { password: '[REDACTED]' } },
    });
    expect(other).toMatchObject({ status: 'failed', failure: { args: { password: '[REDACTED]' } } });
    expect(JSON.stringify(other.toJSON())).not.toContain(SECRET);
    expect(JSON.stringify(app.lines)).not.toContain(SECRET);
  });

  test('of a step class is hidden where the step gets it from: a result, nested ones too', async () => {
    const seen: unknown[] = [];
    class Card {
      @Redact() number!: string;
      @MinLength(1) holder!: string;
    }
    @StepHandler({ contract: Card })
    class Charge {
      run(card: Card): void {
        seen.push(card.number);
        throw new Error(`declined ${card.number}`);
      }
    }
    @Reactor({ name: 'paying' })
    class Paying {
      @Step() card(): { number: string; holder: string } {
        return { number: SECRET, holder: 'Ada' };
      }
      @Step(Charge, { args: { number: from.result('card', 'number'), holder: from.result('card', 'holder') } })
      charge!: Yields<void>;
    }
    const app = await boot([Charge, Paying]);
    const outcome = await app.runner.run(Paying, {});
    expect(seen).toEqual([SECRET]);
    expect(outcome).toMatchObject({
      failure: { args: { number: '[REDACTED]', holder: 'Ada' }, message: 'declined [REDACTED]' },
    });
    expect((await app.runner.find(outcome.executionId))?.steps['charge']).toMatchObject({
      args: { number: '[REDACTED]', holder: 'Ada' },
    });
  });

  test('may be named beside a schema', async () => {
    @Reactor({
      name: 'schema',
      inputs: z.object({ user: z.object({ password: z.string() }) }) as never,
      redact: ['user.password'],
    })
    class OfSchema {
      @Step() a(@Input('user', 'password') password: string): string {
        throw new Error(`no ${password}`);
      }
    }
    const app = await boot([OfSchema]);
    const outcome = await app.runner.run('schema', { user: { password: SECRET } });
    expect(outcome).toMatchObject({ failure: { message: 'no [REDACTED]' } });
    expect(await shown(app, outcome)).not.toContain(SECRET);
  });

  test('that flows on as a result is hidden in views and stays real for the next step', async () => {
    const seen: unknown[] = [];
    @Reactor({ name: 'flowing', inputs: SignupInput })
    class Flowing {
      @Step() echo(@Input('password') password: string): { value: string } {
        return { value: password };
      }
      @Step() read(@Result('echo', 'value') value: string, @Ctx() ctx: StepContext): unknown {
        seen.push(value, ctx.inputs['password']);
        return failure(`read ${value}`);
      }
    }
    const app = await boot([Flowing]);
    const outcome = await app.runner.run('flowing', { email: 'ada@example.org', password: SECRET });
    expect(seen).toEqual([SECRET, SECRET]);
    const view = await app.runner.find(outcome.executionId);
    expect(JSON.stringify(view)).not.toContain(SECRET);
    expect(view?.steps['echo']).toMatchObject({ result: { value: '[REDACTED]' } });
  });
});
