/** The engine's time. The real clock in production; hand-controlled in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that never go back; for measuring. */
  monotonic(): number;
  /** Calls once after `delay` milliseconds. The answer cancels. `keepAlive: false` never keeps the process alive. */
  setTimer(delay: number, callback: () => void, options?: TimerOptions): () => void;
}

export interface TimerOptions {
  /** Whether the timer keeps the process alive; default true. */
  readonly keepAlive?: boolean;
}
