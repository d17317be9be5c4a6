import type { Clock } from '../kernel/clock.js';
import type { DueEntry, DueIndex } from '../ports/storage/due-index.js';
import type { ExecutionTable } from './execution-table.js';
import type { StoredEntry } from './stored-entry.js';

/** `DueIndex` in memory. */
export class MemoryDueIndex implements DueIndex {
  private sweep: { readonly owner: string; readonly deadline: number } | null = null;

  constructor(
    private readonly table: ExecutionTable,
    private readonly clock: Clock,
  ) {}

  async due(limit: number): Promise<readonly DueEntry[]> {
    return this.table.due.earliest(this.clock.now(), limit).map(dueEntry);
  }

  async reschedule(entry: DueEntry, due: number, raiseTurn: boolean): Promise<boolean> {
    const stored = this.table.find(entry.executionId);
    if (stored === undefined || stored.due === null || stored.revision !== entry.revision) return false;
    if (raiseTurn) stored.record = { ...stored.record, turn: stored.record.turn + 1 };
    this.table.setDue(stored, due);
    return true;
  }

  async claimSweep(owner: string, ttl: number): Promise<boolean> {
    const now = this.clock.now();
    if (this.sweep !== null && this.sweep.owner !== owner && this.sweep.deadline > now) return false;
    this.sweep = { owner, deadline: now + ttl };
    return true;
  }
}

function dueEntry(entry: StoredEntry): DueEntry {
  return { executionId: entry.id, due: entry.due!, turn: entry.record.turn, revision: entry.revision };
}
