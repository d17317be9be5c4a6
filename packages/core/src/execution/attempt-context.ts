import { StepContext } from '../definition/step-context.js';
import { failure, halt, skipped, success, type FailureOptions, type StepResult } from '../outcome/step-result.js';

/** Unwinds the body after `ctx.halt()` and its siblings; the context remembers what was said, whoever catches this. */
class EndOfStep extends Error {
  constructor(helper: string) {
    super(`ctx.${helper}() ends the step: let this error pass`);
    this.name = 'EndOfStep';
  }
}

/** The part of a context that belongs to one attempt of a body: its signal, and what its helpers said. */
export abstract class AttemptContext extends StepContext {
  /** What a helper said; it holds even when a `catch` in the body swallowed the unwinding. */
  said: StepResult<unknown> | null = null;
  declare readonly elementIndex?: number;
  #controller: AbortController | null = null;
  #nested = 0;
  #aborted: { readonly reason: unknown } | null = null;

  /** Made when first asked for: most bodies never do. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#aborted !== null) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  /** The engine's side of `signal`. */
  abort(reason: unknown): void {
    if (this.#aborted !== null) return;
    this.#aborted = { reason };
    this.#controller?.abort(reason);
  }

  /** Number of the next step class that the body runs by `runStep`, from 1: the same in each attempt that runs the same ones. */
  nextNested(): number {
    return ++this.#nested;
  }

  succeed(value?: unknown): never {
    return this.#end('succeed', success(value));
  }

  fail(error: unknown, options?: FailureOptions): never {
    return this.#end('fail', failure(error, options));
  }

  halt(reason: string): never {
    return this.#end('halt', halt(reason));
  }

  skip(value?: unknown): never {
    return this.#end('skip', skipped(value));
  }

  #end(helper: string, result: StepResult<unknown>): never {
    this.said ??= result;
    throw new EndOfStep(helper);
  }
}
