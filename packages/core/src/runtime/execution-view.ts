import type { NodeKind } from '../kernel/node-kind.js';
import type { NodeStatus, ExecutionStatus } from '../checkpoint/status.js';
import type { TraceType } from '../checkpoint/trace-entry.js';
import type { Failure } from '../outcome/failure.js';
import type { OpenInterrupt } from '../outcome/outcome.js';

/** One node, as an operator sees it. Redacted. */
export interface NodeView {
  readonly kind: NodeKind;
  readonly status: NodeStatus;
  /** Of the present round. */
  readonly attempts: number;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** Named arguments; absent when they are not known (the node never started). */
  readonly args?: unknown;
  readonly result?: unknown;
  readonly failure?: Failure;
  /** Nodes of a composed child. */
  readonly steps?: Readonly<Record<string, NodeView>>;
}

/** One line of what really happened. Redacted. */
export interface TraceEntry {
  readonly seq: number;
  readonly type: TraceType;
  readonly step: string;
  readonly path: readonly string[];
  readonly at: Date;
  readonly endedAt?: Date;
  readonly attempt?: number;
  readonly skipped?: boolean;
  readonly reason?: string;
  readonly count?: number;
  readonly result?: unknown;
  readonly failure?: Failure;
  readonly key?: string;
  readonly primitive?: string;
}

/** An execution in a list. */
export interface ExecutionSummary {
  readonly id: string;
  readonly reactor: string;
  readonly version: string | null;
  readonly status: ExecutionStatus;
  /** Redacted. */
  readonly inputs: unknown;
  readonly failure: Failure | null;
  readonly reason: string | null;
  readonly parent: { readonly executionId: string; readonly step: string } | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Everything about one execution. A copy: changing it changes nothing. */
export interface ExecutionView extends ExecutionSummary {
  /** Of completed and skipped nodes, by name. */
  readonly results: Readonly<Record<string, unknown>>;
  readonly steps: Readonly<Record<string, NodeView>>;
  readonly trace: readonly TraceEntry[];
  readonly interrupts: readonly OpenInterrupt[];
  readonly waiting: {
    readonly step: string;
    readonly primitive: string;
    readonly key: string;
    readonly attempts: number;
    readonly nextAttemptAt: Date | null;
  } | null;
  readonly pendingCompensation: { readonly step: string } | null;
  readonly progress?: unknown;
  readonly children: readonly { readonly step: string; readonly executionId: string }[];
  readonly context: Readonly<Record<string, unknown>>;
}
