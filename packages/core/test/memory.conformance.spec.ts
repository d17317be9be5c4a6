import { storageConformance } from '@nest-reactor/conformance';
import { manualClock } from '../src/kernel/manual-clock.js';
import { memoryBackend } from '../src/memory/memory-backend.js';

// Tried once for each protection of the store: with it taken out, tests fail. The fence by nonce, by epoch and by release;
// the replay of a sequence, its gap and its new beginning; the comparison of the inbox counter, the set of inbox ids; the
// nonces of start and acquire, the epoch; the due entry of post, renew, acquire and end; compare-and-set and turn; expiry
// on reading, its end on acquire; the copies in answers; both directions of the heap; the guards around listeners.
storageConformance('memory', async () => {
  const clock = manualClock();
  return {
    backend: memoryBackend({ clock }),
    advance: (milliseconds) => clock.advance(milliseconds),
    close: async () => {},
  };
});
