// Loads every entry of every built package in all the ways a user can, and has publint judge the manifests.
//  - `import` and `require` in Node give the same module, so a class has one identity;
//  - the CommonJS twin exports the same names;
//  - every file that the manifest names exists.
import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { publishedPackages } from './packages.mjs';

const require = createRequire(import.meta.url);
const problems = [];

for (const { directory, manifest } of publishedPackages()) {
  for (const path of targets(manifest.exports)) {
    if (!existsSync(join(directory, path)))
      problems.push(`${manifest.name}: exports names ${path}, which was not built`);
  }
  for (const [subpath, conditions] of Object.entries(manifest.exports)) {
    if (typeof conditions === 'string') continue;
    const specifier = manifest.name + subpath.slice(1);
    try {
      await compare(specifier, join(directory, conditions.require.default));
    } catch (error) {
      problems.push(`${specifier}: ${error.stack ?? error}`);
    }
  }
  const { messages, pkg } = await publint({ pkgDir: directory, strict: true, pack: 'npm' });
  for (const message of messages) problems.push(`${manifest.name}: ${formatMessage(message, pkg, { color: false })}`);
}

async function compare(specifier, twinPath) {
  const imported = await import(specifier);
  const twin = require(twinPath);
  const names = Object.keys(imported).filter((name) => name !== 'module.exports');
  const twinNames = Object.keys(twin).filter((name) => name !== '__esModule');
  if (names.sort().join() !== twinNames.sort().join()) {
    problems.push(`${specifier}: import has [${names.join(', ')}], the CommonJS twin [${twinNames.join(', ')}]`);
  }
  const required = require(specifier);
  for (const name of names) {
    if (required[name] !== imported[name]) problems.push(`${specifier}: require() gives another ${name} than import`);
  }
}

function targets(value) {
  return typeof value === 'string' ? [value] : Object.values(value).flatMap(targets);
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
