/** One structured line: `event` is stable (`reactor.lease.lost`), `message` is for people. Never holds redacted values. */
export interface LogEntry {
  readonly event: string;
  readonly message: string;
  readonly executionId?: string;
  readonly reactor?: string;
  readonly step?: string;
  readonly [field: string]: unknown;
}

/** Where the engine's lines go. Nest's `Logger` fits. What it throws is ignored. */
export interface ReactorLogger {
  debug(entry: LogEntry): void;
  log(entry: LogEntry): void;
  warn(entry: LogEntry): void;
  error(entry: LogEntry): void;
}
