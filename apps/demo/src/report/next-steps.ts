import { heading } from './layout.js';

/** How to go on from the demo. */
export const NEXT_STEPS: readonly string[] = [
  ...heading('How to go on'),
  '  Read the saga      libs/demo-reactors/src/rebooking/rebooking.reactor.ts',
  '  and its test       libs/demo-reactors/src/rebooking/rebooking.reactor.spec.ts',
  '  Write your own     docs/getting-started.md',
  '  Understand it      docs/core-concepts.md',
  '  Measure it         npm run bench',
  '',
];
