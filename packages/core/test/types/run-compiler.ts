import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../../../', import.meta.url);
const HERE = new URL('./', import.meta.url);

/** TypeScript 7 (native) and 6. */
export const COMPILERS = {
  'TypeScript 7': 'node_modules/@typescript/native/bin/tsc',
  'TypeScript 6': 'node_modules/typescript/bin/tsc6',
} as const;
export type Compiler = keyof typeof COMPILERS;

/**
 * Checks one project of this folder and answers what the compiler wrote about this folder's files: nothing when all is
 * well. The sources behind them are checked with the whole repository.
 */
export function checkTypes(compiler: Compiler, project: string): Promise<string> {
  const binary = fileURLToPath(new URL(COMPILERS[compiler], ROOT));
  const args = [binary, '--noEmit', '--pretty', 'false', '-p', fileURLToPath(new URL(project, HERE))];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: 1 << 25 }, (error, stdout, stderr) => {
      // Exit code 1 and 2 mean refused code; anything else, that the compiler did not run.
      const ran = error === null || error.code === 1 || error.code === 2;
      if (ran && stderr === '') resolve(aboutThisFolder(stdout));
      else reject(new Error(`${compiler} did not run: ${stderr}`, { cause: error }));
    });
  });
}

/** Drops the messages about files elsewhere, with the indented lines that go on from them. */
function aboutThisFolder(output: string): string {
  let kept = false;
  const lines = output.split('\n').filter((line) => {
    if (!line.startsWith(' ')) kept = line !== '' && !/^(?!.*test\/types\/)[^(]+\(\d+,\d+\): /.test(line);
    return kept;
  });
  return lines.map((line) => `${line}\n`).join('');
}
