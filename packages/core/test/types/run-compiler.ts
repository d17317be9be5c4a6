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

/** Checks one project of this folder and answers what the compiler wrote: nothing when all is well. */
export function checkTypes(compiler: Compiler, project: string): Promise<string> {
  const binary = fileURLToPath(new URL(COMPILERS[compiler], ROOT));
  const args = [binary, '--noEmit', '--pretty', 'false', '-p', fileURLToPath(new URL(project, HERE))];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: 1 << 25 }, (error, stdout, stderr) => {
      // Exit code 1 and 2 mean refused code; anything else, that the compiler did not run.
      const ran = error === null || error.code === 1 || error.code === 2;
      if (ran && stderr === '') resolve(stdout);
      else reject(new Error(`${compiler} did not run: ${stderr}`, { cause: error }));
    });
  });
}
