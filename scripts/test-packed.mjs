// Packs the packages as npm would publish them and installs them into empty apps (Nest 11: CommonJS, jest; Nest 12: ES
// modules, vitest), where the README's first example is type-checked, tested, and run in plain Node.
// `--keep` leaves the apps for a look; `--no-build` packs what was built before.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { publishedPackages, root } from './packages.mjs';

const APPS = ['nest11-cjs', 'nest12-esm'];
const MARK = '<!-- example:packed -->';
const templates = join(root, 'test/packed');
const work = mkdtempSync(join(tmpdir(), 'nest-reactor-packed-'));
const options = process.argv.slice(2);

try {
  if (!options.includes('--no-build')) await run('node scripts/build.mjs', root);
  const tarballs = await pack();
  const example = firstExample();
  const results = await Promise.allSettled(APPS.map((app) => tryIn(app, tarballs, example)));
  for (const [index, result] of results.entries()) {
    console.log(result.status === 'fulfilled' ? `✓ ${result.value}` : `✗ ${APPS[index]}: ${result.reason.message}`);
  }
  if (results.some((result) => result.status === 'rejected')) process.exitCode = 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  if (options.includes('--keep')) console.log(`kept ${work}`);
  else rmSync(work, { recursive: true, force: true });
}

/** The tarball of every published package, by package name. */
async function pack() {
  const folder = join(work, 'tarballs');
  mkdirSync(folder);
  const names = {};
  for (const { directory, manifest } of publishedPackages()) {
    const known = new Set(readdirSync(folder));
    await run(`npm pack --silent --pack-destination ${folder}`, directory);
    names[manifest.name] = join(
      folder,
      readdirSync(folder).find((file) => !known.has(file)),
    );
  }
  return names;
}

/** The first TypeScript block after the mark in the README, or the stand-in where there is none. */
function firstExample() {
  const readme = join(root, 'README.md');
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : '';
  const block = text.includes(MARK) ? /```ts\n(.*?)```/s.exec(text.slice(text.indexOf(MARK)))?.[1] : undefined;
  if (block !== undefined) return block;
  console.warn(`README.md marks no example with ${MARK}: using test/packed/example.ts`);
  return readFileSync(join(templates, 'example.ts'), 'utf8');
}

async function tryIn(app, tarballs, example) {
  const started = performance.now();
  const directory = join(work, app);
  cpSync(join(templates, app), directory, { recursive: true });
  writeFileSync(join(directory, 'src/example.ts'), example);
  for (const file of ['check-example.ts', 'main.ts']) cpSync(join(templates, file), join(directory, 'src', file));

  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  for (const [name, tarball] of Object.entries(tarballs)) {
    manifest.dependencies[name] = `file:../tarballs/${basename(tarball)}`;
  }
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest, null, 2));

  await run('npm install --silent --prefer-offline --no-audit --no-fund --no-package-lock', directory);
  await run('npm run --silent build', directory);
  await run('npm run --silent start', directory);
  await run('npm test --silent', directory);
  return `${app}: type-checked, run in Node, tested (${((performance.now() - started) / 1000).toFixed(0)} s)`;
}

function run(command, directory) {
  return new Promise((resolve, reject) => {
    // Without this repository's npm and Node settings, as in a user's own shell.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(npm_package_|npm_lifecycle_|NODE_OPTIONS$|JEST_)/.test(name)),
    );
    const child = spawn(command, { cwd: directory, shell: true, env });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`"${command}" failed with exit code ${code} in ${basename(directory)}\n${output}`));
    });
  });
}
