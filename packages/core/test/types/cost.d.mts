/** Cost of one saga of seven nodes with its step class and child: the difference between `count` and one. */
export declare function measureCost(
  compiler: 'tsc' | 'tsc6',
  count: number,
  repeats: number,
): { readonly milliseconds: number; readonly instantiations: number };
