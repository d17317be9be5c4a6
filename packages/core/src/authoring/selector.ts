/** What a selector points to, or why it points to nothing. */
export type Selection = { readonly name: string; readonly path: readonly string[] } | { readonly issue: string };

const ADVICE = 'answer one result or a member of it, like (r: ResultsOf<OrderReactor>) => r.charge.id';

/** Calls a selector with a recording object and reads from its answer which result and path it selects. */
export function readSelector(selector: (results: never) => unknown): Selection {
  const paths = new WeakMap<object, readonly string[]>();
  const record = (path: readonly string[]): object => {
    const recorder: object = new Proxy(Object.freeze({}), {
      // Symbols (coercion, iteration, inspection) are no path: they answer nothing.
      get: (_target, key) => (typeof key === 'symbol' ? undefined : record([...path, key])),
    });
    paths.set(recorder, path);
    return recorder;
  };
  try {
    const selected = selector(record([]) as never);
    const path = typeof selected === 'object' && selected !== null ? paths.get(selected) : undefined;
    const [name, ...rest] = path ?? [];
    return name === undefined ? { issue: `the selector of @Result selects nothing: ${ADVICE}` } : { name, path: rest };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { issue: `the selector of @Result computes instead of selecting (${message}): ${ADVICE}` };
  }
}
