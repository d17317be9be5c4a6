import type { StepContext } from '../definition/step-context.js';
import type { ReactorEvent, ReactorEventName } from './events.js';

/**
 * A middleware observes runs through hooks and may wrap bodies. Every method is optional. Observers are not awaited and
 * cannot change a run: what they throw is logged. The hook of event `StepStart` is `onStepStart`.
 */
export type Middleware = {
  readonly [Hook in `on${ReactorEventName}`]?: (event: ReactorEvent) => unknown;
} & {
  /** Every event. */
  on?(event: ReactorEvent): unknown;
  /** Wraps each attempt of each body. Must answer what `next()` answers, or a value in its place; may throw. */
  aroundStep?(context: StepContext, next: () => Promise<unknown>): unknown;
};
