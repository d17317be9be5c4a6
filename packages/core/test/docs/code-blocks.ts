/**
 * The code blocks of a Markdown file. Conventions, all of them HTML comments that no reader sees:
 *
 * - each ```ts block is a module of its own;
 * - `<!-- continues -->` before a block joins it to the block before;
 * - `<!-- code` … `-->` holds lines that are compiled with the blocks of its module and not shown, usually imports; it
 *   stands before the module's first block, or between two of its blocks;
 * - `<!-- run -->` before a block makes its module run; the next ```text block is what it prints.
 */
export interface CodeModule {
  /** Line of its first block, from 1. */
  readonly line: number;
  /** Every line at its place in the Markdown file, so that the compiler's line numbers are those of the file. */
  readonly code: string;
  /** What it prints; null when it is not run. */
  readonly prints: string | null;
}

interface Growing {
  line: number;
  lines: string[];
  runs: boolean;
  prints: string | null;
}

export function codeModules(markdown: string): readonly CodeModule[] {
  const lines = markdown.split('\n');
  const modules: Growing[] = [];
  let hidden: readonly (readonly [number, string])[] = [];
  let mark = { continues: false, runs: false };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const present = modules.at(-1);
    if (line === '<!-- continues -->') mark = { ...mark, continues: true };
    else if (line === '<!-- run -->') mark = { ...mark, runs: true };
    else if (line === '<!-- code') {
      const end = lines.indexOf('-->', at);
      hidden = numbered(lines, at + 1, end);
      at = end;
    } else if (line.startsWith('```')) {
      const end = lines.indexOf('```', at + 1);
      if (end < 0) throw new Error(`the code block at line ${at + 1} has no end`);
      const language = line.slice(3);
      if (language === 'text' && present?.runs === true && present.prints === null) {
        present.prints = lines.slice(at + 1, end).join('\n');
      }
      if (language === 'ts') {
        const target = mark.continues && present !== undefined ? present : opened(modules, at + 1);
        for (const [index, text] of [...hidden, ...numbered(lines, at + 1, end)]) target.lines[index] = text;
        target.runs ||= mark.runs;
        hidden = [];
        mark = { continues: false, runs: false };
      }
      at = end;
    }
  }
  return modules.map(({ line, lines: code, runs, prints }) => ({
    line,
    // Without an import or export the compiler takes it for a script, whose names every other script would share.
    code: `${Array.from(code, (text) => text ?? '').join('\n')}\nexport {};\n`,
    prints: runs ? (prints ?? '') : null,
  }));
}

function numbered(lines: readonly string[], from: number, to: number): readonly (readonly [number, string])[] {
  return lines.slice(from, to).map((text, index) => [from + index, text]);
}

function opened(modules: Growing[], line: number): Growing {
  const module: Growing = { line, lines: [], runs: false, prints: null };
  modules.push(module);
  return module;
}
