/**
 * What the decorators can say already but the engine cannot do yet. The part that builds a feature deletes its line;
 * the checks that ask for it then find nothing to refuse.
 */
const NOT_BUILT: ReadonlyMap<string, string> = new Map([
  ['kind:async_step', '@AsyncStep'],
  ['kind:async_reactor', '@AsyncReactor'],
  ['kind:map', '@MapStep'],
  ['kind:interrupt', '@Interrupt'],
  ['decorator:background', '@Background'],
  ['parameter:settled', '@Settled'],
  ['coordination:lock', '@WithLock'],
  ['coordination:semaphore', '@WithSemaphore'],
  ['coordination:rate_limit', '@WithRateLimit'],
  ['coordination:period', '@WithPeriod'],
  ['coordination:ordered_lock', '@WithOrderedLock'],
  ['option:delay', "the option 'delay'"],
  ['option:queue', "the option 'queue'"],
  ['option:priority', "the option 'priority'"],
  ['option:checkpoint', "checkpoint: 'handoff'"],
]);

/** Text of the issue when `feature` is not built yet, else null. */
export function unavailable(feature: string): string | null {
  const label = NOT_BUILT.get(feature);
  return label === undefined ? null : `${label} is not available in this version of nest-reactor`;
}
