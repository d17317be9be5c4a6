import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { codeModules } from './code-blocks.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SCRATCH = fileURLToPath(new URL('.build/', import.meta.url));
const COMPILER = join(ROOT, 'node_modules/@typescript/native/bin/tsc');

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'GLOSSARY.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'packages/core/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const modules = documents.flatMap(({ path, text }) =>
  codeModules(text).map((module) => ({
    ...module,
    path,
    file: `${path.replace(/\.md$/, '').replaceAll('/', '.')}.${module.line}.ts`,
  })),
);

describe('The documents', () => {
  let folder = '';

  beforeAll(() => {
    mkdirSync(SCRATCH, { recursive: true });
    folder = mkdtempSync(SCRATCH);
    for (const { file, code } of modules) writeFileSync(join(folder, file), code);
    const config = { extends: relative(folder, join(ROOT, 'tsconfig.json')), include: ['./*.ts'], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('every TypeScript block compiles', async () => {
    expect(modules.length).toBeGreaterThan(20);
    expect(await compile(folder)).toEqual([]);
  }, 60_000);

  test.each(modules.filter(({ prints }) => prints !== null))('$path line $line prints what it says', async (module) => {
    const lines: string[] = [];
    const log = jest
      .spyOn(console, 'log')
      .mockImplementation((...parts: unknown[]) => void lines.push(parts.join(' ')));
    try {
      await import(pathToFileURL(join(folder, module.file)).href);
    } finally {
      log.mockRestore();
    }
    expect(lines.join('\n')).toBe(module.prints);
  });

  test('docs/api.md has every public name', () => {
    const api = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
    const missing = publicNames().filter((name) => !new RegExp(`\\b${name}\\b`).test(api));
    expect(missing).toEqual([]);
  });

  test.each(documents)('$path links to files and headings that exist', ({ path, text }) => {
    expect(brokenLinks(path, text)).toEqual([]);
  });
});

/** Values and types that the package's entry lists. */
function publicNames(): readonly string[] {
  const entry = readFileSync(join(ROOT, 'packages/core/src/index.ts'), 'utf8');
  const lists = [...entry.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, list = '']) => list);
  return lists
    .flatMap((list) => list.split(','))
    .map((name) => name.replace(/^\s*(type )?/, '').trim())
    .filter((name) => name !== '');
}

/** What the compiler says about the blocks, in lines of their documents. */
function compile(folder: string): Promise<readonly string[]> {
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [COMPILER, '--noEmit', '--pretty', 'false', '-p', folder],
      { cwd: folder, maxBuffer: 1 << 25 },
      (error, stdout, stderr) => {
        // Exit code 1 and 2 mean refused code; anything else, that the compiler did not run.
        if (stderr !== '' || (error !== null && error.code !== 1 && error.code !== 2)) fail(error ?? new Error(stderr));
        else done(stdout.split('\n').flatMap(placed));
      },
    );
  });
}

function placed(line: string): readonly string[] {
  const match = /^([^ (]+)\((\d+),(\d+)\): (.*)$/.exec(line);
  if (match === null) return line.trim() === '' ? [] : [line];
  const module = modules.find(({ file }) => file === match[1]);
  // Mistakes elsewhere in the repository are the type check's affair.
  return module === undefined ? [] : [`${module.path}:${match[2]}:${match[3]} ${match[4]}`];
}

/** Links inside the repository that lead nowhere. */
function brokenLinks(path: string, text: string): readonly string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = '', heading] = link.split('#');
    const target = file === '' ? join(ROOT, path) : resolve(ROOT, dirname(path), file);
    if (!existsSync(target)) return true;
    return heading !== undefined && !anchors(readFileSync(target, 'utf8')).includes(heading);
  });
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchors(text: string): readonly string[] {
  const headings = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
