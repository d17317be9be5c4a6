type Undo = () => Promise<void>;

/**
 * What a careful developer writes without a framework: the same steps in an async function, with a list of undos and a
 * try/catch that walks it backwards. It stores nothing, checks nothing and can be read by nobody afterwards.
 */
export async function sagaByHand(length: number, input: number, failsAtEnd = false): Promise<number> {
  const undos: Undo[] = [];
  let value = input;
  try {
    for (let index = 0; index < length; index++) {
      const result = await step(value, failsAtEnd && index === length - 1);
      undos.push(() => undo(result));
      value = result;
    }
    return value;
  } catch {
    await undo(value);
    for (const each of undos.toReversed()) await each();
    return -1;
  }
}

/** The same with steps that answer at once. */
export async function synchronousSagaByHand(length: number, input: number): Promise<number> {
  const undos: Undo[] = [];
  let value = input;
  try {
    for (let index = 0; index < length; index++) {
      const result = synchronousStep(value);
      undos.push(() => undo(result));
      value = result;
    }
    return value;
  } catch {
    for (const each of undos.toReversed()) await each();
    return -1;
  }
}

async function step(value: number, fails: boolean): Promise<number> {
  if (fails) throw new Error('declined');
  return value + 1;
}

function synchronousStep(value: number): number {
  return value + 1;
}

async function undo(_result: number): Promise<void> {
  // The bodies of the benchmark do nothing: what is measured is what lies between them.
}
