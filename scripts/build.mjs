// Builds every package: ES modules and declarations by tsc into dist/, then their CommonJS twin into dist/cjs.
// Node itself takes the ES modules for `import` and `require` alike (condition `module-sync`), so that a class exists
// once; the twin is for tools that can't, such as jest in CommonJS mode.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformSync } from '@swc/core';
import { filesBelow, publishedPackages, root } from './packages.mjs';

const packages = publishedPackages();

// From nothing: a file whose source is gone must not be packed.
for (const { directory } of packages) rmSync(join(directory, 'dist'), { recursive: true, force: true });

try {
  execFileSync(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-b', 'packages'], {
    cwd: root,
    stdio: 'inherit',
  });
} catch {
  process.exit(1);
}

for (const { directory, manifest } of packages) {
  const dist = join(directory, 'dist');
  const twin = join(dist, 'cjs');
  const files = filesBelow(dist);
  for (const file of files) {
    const target = join(twin, relative(dist, file));
    mkdirSync(dirname(target), { recursive: true });
    if (file.endsWith('.d.ts')) copyFileSync(file, target);
    else if (file.endsWith('.js')) writeFileSync(target, toCommonJs(file));
  }
  writeFileSync(join(twin, 'package.json'), '{ "type": "commonjs" }\n');
  copyFileSync(join(root, 'LICENSE'), join(directory, 'LICENSE'));
  console.log(`built ${manifest.name}: ${files.filter((file) => file.endsWith('.js')).length} modules`);
}

function toCommonJs(file) {
  const source = readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
  if (/\bimport\.meta\b/.test(source)) {
    console.error(`${relative(root, file)} uses import.meta, which has no CommonJS form: take the value as an option.`);
    process.exit(1);
  }
  return transformSync(source, {
    filename: file,
    swcrc: false,
    configFile: false,
    isModule: true,
    sourceMaps: false,
    module: { type: 'commonjs' },
    jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } },
  }).code;
}
