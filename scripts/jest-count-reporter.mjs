// A jest reporter that writes how many tests passed and failed, for .ci/run. A spec that could not be loaded at all
// counts as one failure.
import { writeFileSync } from 'node:fs';

export default class JestCountReporter {
  constructor(_globalConfig, options) {
    this.file = options.file;
  }

  onRunComplete(_contexts, results) {
    writeFileSync(
      this.file,
      JSON.stringify({
        passed: results.numPassedTests,
        failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
        skipped: results.numPendingTests + results.numTodoTests,
      }),
    );
  }
}
