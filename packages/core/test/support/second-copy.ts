import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as Core from '@nest-reactor/core';
import { build } from 'esbuild';

/**
 * The package a second time, as when one module `require`s it and another `import`s it: its classes, symbols and module
 * state are its own; Nest and everything else is shared.
 */
export async function secondCopy(): Promise<typeof Core> {
  const entry = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    keepNames: true,
    target: 'node20',
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(entry)) },
  });
  const shared = new Map<string, unknown>();
  for (const { path, external } of Object.values(metafile.outputs).flatMap(({ imports }) => imports)) {
    if (external === true) shared.set(path, await import(path));
  }
  const module = { exports: {} };
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('require', 'module', 'exports', outputFiles[0]?.text ?? '')(
    (name: string) => shared.get(name),
    module,
    module.exports,
  );
  return module.exports as typeof Core;
}
