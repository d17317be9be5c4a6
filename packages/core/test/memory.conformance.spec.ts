import { storageConformance } from '@nest-reactor/conformance';
import { manualClock } from '../src/kernel/manual-clock.js';
import { memoryBackend } from '../src/memory/memory-backend.js';

storageConformance('memory', async () => {
  const clock = manualClock();
  return {
    backend: memoryBackend({ clock }),
    advance: (milliseconds) => clock.advance(milliseconds),
    close: async () => {},
  };
});
