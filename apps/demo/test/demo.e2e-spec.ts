import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../../..');
const TIME_LIMIT_MS = 60_000;

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the command the README names, as a user would. */
function runDemo(): Promise<Ended> {
  return new Promise((done) => {
    const child = execFile('npm', ['run', '--silent', 'demo'], { cwd: ROOT }, (_error, stdout, stderr) =>
      done({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

describe('npm run demo', () => {
  let demo: Ended;

  beforeAll(async () => {
    demo = await runDemo();
  }, TIME_LIMIT_MS);

  /** The number at the end of the line of the summary that begins so. */
  function count(line: string): number {
    const found = new RegExp(`^\\s+${line}.*?([\\d,]+)$`, 'm').exec(demo.output);
    return Number(found?.[1]?.replaceAll(',', ''));
  }

  it('ends well and says that the books balance', () => {
    expect(demo.output).toMatch(/^ {2}✔ The books balance: .* seats sold, .* tickets, .* messages/m);
    expect(demo.code).toBe(0);
  });

  it('runs a saga for each of the 1,108 late flights, and ends the same way every time', () => {
    const counts = ['completed', 'halted', 'rolled back'].map(count);
    expect(counts).toEqual([636, 137, 335]);
    expect(counts.reduce((sum, each) => sum + each)).toBe(1_108);
  });

  it('rolls back for every reason', () => {
    const reasons = ['SOLD_OUT', 'PAYMENT_DECLINED', 'GATEWAY_TIMEOUT', 'DOCUMENTS_REJECTED', 'UNDELIVERABLE'].map(
      count,
    );
    expect(Math.min(...reasons)).toBeGreaterThan(0);
    expect(reasons.reduce((sum, each) => sum + each)).toBe(count('rolled back'));
  });

  it('draws a rolled back saga without the card, and the graph', () => {
    expect(demo.output).toContain('card: [REDACTED]');
    expect(demo.output).not.toMatch(/4000\d{12}/);
    expect(demo.output).toMatch(/✔ holdSeat[^]*✗ notify[^]*↩ holdSeat undone/);
    expect(demo.output).toContain('flowchart TD');
  });
});
