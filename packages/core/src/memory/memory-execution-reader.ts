import type { StoredExecution } from '../checkpoint/execution-record.js';
import type { ExecutionReader, ListedExecution, ListPage, ListQuery } from '../ports/storage/execution-reader.js';
import type { ExecutionTable } from './execution-table.js';
import { decodeCursor, encodeCursor } from './list-cursor.js';
import { snapshot, type StoredEntry } from './stored-entry.js';

/** `ExecutionReader` in memory. A page costs what it walks over: its own length when the query has no filter. */
export class MemoryExecutionReader implements ExecutionReader {
  constructor(private readonly table: ExecutionTable) {}

  async find(executionId: string): Promise<StoredExecution | null> {
    const entry = this.table.find(executionId);
    return entry === undefined ? null : snapshot(entry);
  }

  async list(query: ListQuery): Promise<ListPage> {
    const page: StoredEntry[] = [];
    for (let index = this.startOf(query) - 1; index >= 0; index--) {
      const entry = this.table.created.at(index);
      if (entry === null || this.table.hasExpired(entry)) continue;
      if (query.from !== undefined && entry.createdAt < query.from) break;
      if (!matches(entry, query)) continue;
      if (page.length === query.limit) return { items: page.map(listed), cursor: encodeCursor(page.at(-1)!) };
      page.push(entry);
    }
    return { items: page.map(listed), cursor: null };
  }

  /** One past the newest execution that the page may hold. */
  private startOf(query: ListQuery): number {
    const { created } = this.table;
    const afterCursor = query.cursor === undefined ? created.end : created.indexOf(decodeCursor(query.cursor));
    const beforeTo = query.to === undefined ? created.end : created.indexOf({ createdAt: query.to, id: '' });
    return Math.min(afterCursor, beforeTo);
  }
}

function matches(entry: StoredEntry, query: ListQuery): boolean {
  return (
    (query.reactor === undefined || entry.record.reactor === query.reactor) &&
    (query.status === undefined || query.status.includes(entry.record.status))
  );
}

function listed(entry: StoredEntry): ListedExecution {
  return { record: entry.record, inputs: entry.values.get('inputs') ?? '' };
}
