import { jobQueueConformance } from '@nest-reactor/conformance';
import { manualClock } from '../src/kernel/manual-clock.js';
import { inProcessQueue } from '../src/memory/in-process-queue.js';

jobQueueConformance('this process', async () => {
  const clock = manualClock();
  return {
    queue: inProcessQueue(),
    clock,
    advance: (milliseconds) => clock.advance(milliseconds),
    close: async () => {},
  };
});
