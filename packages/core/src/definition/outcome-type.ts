import type { ExecutionId, OutcomeUnion } from '../outcome/outcome.js';
import type { OutputOf, ResultsOf } from './reactor-types.js';

/**
 * What a run of the reactor `R` came to: a union on `status`. `ok` is true for `completed` only; read `value` after
 * checking either, or call `unwrap()`.
 */
export type Outcome<R = unknown> = OutcomeUnion<OutputOf<R>, Partial<ResultsOf<R>>, ExecutionId<R>>;
