/** Statuses of an execution. `pending`: nothing ran yet; `waiting`: parked or between deliveries. */
export const EXECUTION_STATUSES = [
  'pending',
  'running',
  'waiting',
  'paused',
  'rolling_back',
  'completed',
  'failed',
  'halted',
  'cancelled',
  'aborted',
] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

const TERMINAL: ReadonlySet<ExecutionStatus> = new Set(['completed', 'failed', 'halted', 'cancelled', 'aborted']);

/** Terminal executions are never executed forward again by themselves, and expire after `retention`. */
export function isTerminal(status: ExecutionStatus): boolean {
  return TERMINAL.has(status);
}

export type NodeStatus =
  | 'pending'
  | 'running'
  | 'waiting'
  | 'paused'
  | 'dispatched'
  | 'completed'
  | 'skipped'
  | 'failed'
  | 'halted'
  | 'undone';
