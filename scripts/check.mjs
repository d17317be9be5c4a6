// All gates in one command. Every gate runs even if an earlier one failed; what failed is shown with its output, and
// named again at the end. `npm run check -- lint types` runs the named gates only.
import { spawn } from 'node:child_process';
import { root } from './packages.mjs';

/** Name → [what it guards, npm script]. Quick ones first; `exports` after the `build` that it reads. */
const GATES = {
  format: ['formatting', 'check:format'],
  lint: ['lint, and the size of files and functions', 'check:lint'],
  limits: ['no size limit is switched off', 'check:limits'],
  types: ['types of the whole repository, tests included', 'check:types'],
  layers: ['who may import whom, no circles', 'check:layers'],
  unused: ['unused files, exports and dependencies', 'check:unused'],
  duplicates: ['copied code', 'check:duplicates'],
  build: ['the packages build', 'build'],
  exports: ['the built packages load in every way', 'check:exports'],
  test: ['tests', 'test'],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(GATES, name));
if (unknown.length > 0) {
  console.error(`No gate is called ${unknown.join(', ')}. Gates: ${Object.keys(GATES).join(', ')}`);
  process.exit(2);
}

const failed = [];
for (const [name, [purpose, script]] of Object.entries(GATES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (name === 'exports' && failed.includes('build')) {
    console.log(`- ${name.padEnd(10)} not tried: the build failed`);
    continue;
  }
  const started = performance.now();
  const { code, output } = await run(script);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(10)} ${purpose} (${seconds} s)`);
  if (code !== 0) {
    failed.push(name);
    console.log(`\n$ npm run ${script}\n${output.trimEnd()}\n`);
  }
}

console.log(failed.length === 0 ? '\nAll gates passed.' : `\nFAILED: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function run(script) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script], { cwd: root });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
