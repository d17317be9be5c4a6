import type { WriteStream } from 'node:tty';

const BAR_WIDTH = 30;
const REDRAW_EVERY_MS = 40;
const LINES_WITHOUT_TERMINAL = 4;

/** Shows how far a run is: one line that is redrawn on a terminal, a few lines elsewhere. */
export class Progress {
  private readonly counts = new Map<string, number>();
  private done = 0;
  private drawnAt = 0;

  constructor(
    private readonly total: number,
    private readonly out: Pick<WriteStream, 'isTTY' | 'write'>,
  ) {}

  add(status: string): void {
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
    this.done += 1;
    if (this.out.isTTY) this.redraw();
    else if (this.isDueWithoutTerminal()) this.out.write(`${this.line()}\n`);
  }

  /** Leaves the final state on the terminal and goes on to the next line. */
  end(): void {
    if (this.out.isTTY) this.out.write(`\r\u001B[2K${this.line()}\n`);
  }

  private isDueWithoutTerminal(): boolean {
    return this.done === this.total || this.done % Math.ceil(this.total / LINES_WITHOUT_TERMINAL) === 0;
  }

  private redraw(): void {
    const now = Date.now();
    if (now - this.drawnAt < REDRAW_EVERY_MS) return;
    this.drawnAt = now;
    this.out.write(`\r\u001B[2K${this.line()}`);
  }

  private line(): string {
    const filled = Math.round((this.done / this.total) * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    const counts = ['completed', 'halted', 'failed'].map((status) => `${this.counts.get(status) ?? 0} ${status}`);
    return `  ${bar} ${this.done}/${this.total}  ${counts.join(', ')}`;
  }
}
