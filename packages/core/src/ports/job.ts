import { stableId } from '../kernel/id.js';

/** What is to be done: `execution` goes on with a whole execution. Other kinds come with the parts that need them. */
export type JobKind = 'execution';

/** Names work; carries no state. Whoever takes it reads the record, under the lease of the execution. */
export interface Job {
  readonly kind: JobKind;
  readonly executionId: string;
  /** Names from the root to the node it is about; empty for the whole execution. */
  readonly path: readonly string[];
  /** Of the record when the job was added: an older one has nothing left to do, a newer one is obeyed. */
  readonly turn: number;
}

/** The same for the same work, with only letters, digits and `-`; `w` is run now, `n` the delayed net. */
export function jobId(job: Job, delayed: boolean): string {
  const { kind, executionId, path, turn } = job;
  return [kind, stableId([executionId, ...path]), String(turn), delayed ? 'n' : 'w'].join('-');
}
