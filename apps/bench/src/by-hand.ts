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
      value = await step(value, failsAtEnd && index === length - 1);
      undos.push(undo);
    }
    return value;
  } catch {
    await undo();
    for (const each of undos.toReversed()) await each();
    return -1;
  }
}

async function step(value: number, fails: boolean): Promise<number> {
  if (fails) throw new Error('declined');
  return value + 1;
}

async function undo(): Promise<void> {
  // The bodies of the benchmark do nothing: what is measured is what lies between them.
}
