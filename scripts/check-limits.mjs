// The limits themselves (300 lines a source file, 600 a spec, 60 a function) are oxlint's max-lines and
// max-lines-per-function. They have no exemption list, so this refuses comments that would be one.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';

const DISABLES = /(ox|es)lint-disable(-next-line|-line)?\s*(?<rules>.*?)\s*(--|\*\/|$)/;

/** True for a comment that switches off a size limit, or every rule. */
function isExemption(line) {
  const rules = DISABLES.exec(line)?.groups.rules;
  return rules !== undefined && (rules === '' || rules.includes('max-lines'));
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.cjs'], {
  cwd: root,
  encoding: 'utf8',
});
const problems = [];
for (const file of files.split('\n').filter((name) => name !== '' && !name.endsWith('check-limits.mjs'))) {
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      if (isExemption(line)) problems.push(`${file}:${index + 1}: ${line.trim()}`);
    });
}
if (problems.length > 0) {
  console.error(`Split the file or the function instead of switching its limit off:\n${problems.join('\n')}`);
  process.exit(1);
}
