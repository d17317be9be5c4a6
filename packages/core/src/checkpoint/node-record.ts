import type { FailureRecord } from './failure-record.js';
import type { NodeKind } from '../kernel/node-kind.js';
import type { NodeStatus } from './status.js';

/**
 * The stored state of one node. Its arguments and its result are separate pieces (`values`), so that a reader of the
 * skeleton never loads them. Immutable: a change is a new record. `undefined` is the same as absent.
 */
export interface NodeRecord {
  /** Names from the root, joined by `/`: `payment/charge`. Names are identifiers, so the join is unambiguous. */
  readonly path: string;
  readonly kind: NodeKind;
  readonly status: NodeStatus;
  /** Attempts of the present round; a body that never started counts one. */
  readonly attempts: number;
  /** A body began in the present round: what is not started is neither compensated nor undone. */
  readonly started: boolean;
  /** Grows when the node was undone or compensated, so that a later run of it has a new `idempotencyKey`. */
  readonly round: number;
  /** In flight as far as the store knows. */
  readonly marked: boolean;
  readonly recoveries: number;
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** Place in the order of completions and final failures; what rollback walks backwards. */
  readonly order?: number | undefined;
  readonly failure?: FailureRecord | undefined;
  /** How its undo or compensate ended; absent while none was due. */
  readonly rolledBack?: 'done' | 'skipped' | 'failed' | undefined;
}
