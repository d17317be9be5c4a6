import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { checkTypes, COMPILERS, type Compiler } from './run-compiler.js';

// What decorators cannot see: a neighbour on the same member, which kind a member is, the graph. Refused at boot.
const LEFT_TO_BOOT = ['M52', 'M53', 'M55', 'M56', 'M58', 'M59', 'M60', 'M62'];

const READABLE: Readonly<Record<string, string>> = {
  M01: "the reactor has no public member 'makeUsr'",
  M02: "the result 'makeUser' does not fit the parameter's type",
  M03: "the result of 'makeUser' has no 'idd'",
  M04: "the result 'makeUser.id' does not fit the parameter's type",
  M05: "the reactor has no input 'emial'",
  M08: "input 'user.idd' does not exist",
  M14: "'count' does not return the declared Output",
  M15: 'the inputs contract does not give the declared Inputs',
  M19: "the target takes no argument 'nope'",
  M22: "the target's argument 'accountId' is neither given nor a reactor input",
  M23: "the transform of 'amount' does not take what the source gives",
  M24: "the property's type does not accept the node's result",
  M27: 'annotate the builder: it returns ArgsFor<…> of its target',
  M34: 'run() does not take what the contract gives',
  M35: "the key function does not take this class's arguments",
  M37: "Property 'orderId' is missing",
  M49: '"5 sec"',
  M50: "'retry' does not exist in type 'Exact<BodyStepOptions, BodyStepOptions>'",
};

const SOURCE = readFileSync(new URL('./refused/mistakes.ts', import.meta.url), 'utf8').split('\n');
const MARK = /^\/\/ (M\d\d):/;

/** Number of the mistake a line belongs to. */
function mistakeAt(line: number): string {
  for (let at = line - 1; at >= 0; at--) {
    const mark = MARK.exec(SOURCE[at] ?? '')?.[1];
    if (mark !== undefined) return mark;
  }
  return `line ${line}, before the first mistake`;
}

/** What the compiler said, by mistake. */
function messagesByMistake(output: string): Map<string, string> {
  const messages = new Map<string, string>();
  let current = '';
  for (const line of output.split('\n').filter((text) => text !== '')) {
    const place = /mistakes\.ts\((\d+),\d+\): /.exec(line);
    if (place !== null) current = mistakeAt(Number(place[1]));
    else if (!line.startsWith(' ')) current = line;
    messages.set(current, `${messages.get(current) ?? ''}${line}\n`);
  }
  return messages;
}

const ALL = SOURCE.flatMap((line) => MARK.exec(line)?.[1] ?? []);

describe.each(Object.keys(COMPILERS) as Compiler[])('%s', (compiler) => {
  let messages: Map<string, string>;

  beforeAll(async () => {
    messages = messagesByMistake(await checkTypes(compiler, 'refused/tsconfig.json'));
  }, 120_000);

  test('refuses every mistake but those that only boot can see', () => {
    expect(ALL).toHaveLength(62);
    expect([...messages.keys()].toSorted()).toEqual(ALL.filter((mistake) => !LEFT_TO_BOOT.includes(mistake)));
    expect(messages.size).toBeGreaterThanOrEqual(53);
  });

  test.each(Object.entries(READABLE))('says readably what is wrong in %s: %s', (mistake, text) => {
    expect(messages.get(mistake)).toContain(text);
  });

  test('refuses no correct code, and each @ts-expect-error beside it', async () => {
    expect(await checkTypes(compiler, 'tsconfig.json')).toBe('');
  }, 120_000);
});
