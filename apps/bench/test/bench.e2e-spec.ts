import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../../..');
const TIME_LIMIT_MS = 120_000;

interface Ended {
  readonly code: number | string | null;
  readonly output: string;
}

/** Runs the command the documentation names, as a user would. */
function runBench(...args: readonly string[]): Promise<Ended> {
  return new Promise((done) => {
    execFile('npm', ['run', '--silent', 'bench', '--', ...args], { cwd: ROOT }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

// No figure is asserted: what is quick here may be slow elsewhere.
describe('npm run bench', () => {
  let folder: string;
  let ended: Ended;
  let report: { node: string; cpu: string; workloads: Record<string, unknown>[] };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-'));
    const file = join(folder, 'report.json');
    ended = await runBench('--only', 'parallel-10x20', '--json', file);
    report = JSON.parse(await readFile(file, 'utf8'));
  }, TIME_LIMIT_MS);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('ends well, whether or not a figure was reached, and prints a table', () => {
    expect(ended.code).toBe(0);
    expect(ended.output).toMatch(/^parallel-10x20 +10 parallel steps of 20 ms +[\d.]+ ms/m);
  });

  it('writes what it measured', () => {
    expect(report).toEqual({
      node: process.version,
      cpu: expect.any(String),
      workloads: [
        {
          id: 'parallel-10x20',
          title: expect.any(String),
          figure: expect.any(Number),
          unit: 'ms',
          baseline: expect.any(Number),
          ratio: expect.any(Number),
          reach: '≤ 21.5',
          ok: expect.any(Boolean),
        },
      ],
    });
  });

  it(
    'refuses an unknown id, naming those there are',
    async () => {
      const refused = await runBench('--only', 'saga-6');
      expect(refused.code).toBe(2);
      expect(refused.output).toMatch(/No workload 'saga-6'.*saga-5, .*heap-100k/);
    },
    TIME_LIMIT_MS,
  );
});
