// The example in plain Node, as `nest start` would run it.
import { checkExample } from './check-example.js';

checkExample().then(
  () => console.log('the example ran in plain Node'),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
