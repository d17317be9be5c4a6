import type { StepContext, StepLogger } from '../definition/step-context.js';
import type { ReactorLogger } from '../kernel/logger.js';

type Level = 'debug' | 'log' | 'warn' | 'error';

/** Adds execution, reactor and step to what a body logs. */
export function createStepLogger(logger: ReactorLogger, context: StepContext): StepLogger {
  const { executionId, reactor, step } = context;
  const at =
    (level: Level) =>
    (message: unknown, ...details: unknown[]): void => {
      const text = typeof message === 'string' ? message : String(message);
      const more = details.length === 0 ? {} : { details };
      logger[level]({
        event: 'reactor.step.log',
        message: text,
        executionId,
        reactor,
        step,
        attempt: context.attempt,
        ...more,
      });
    };
  return { debug: at('debug'), log: at('log'), warn: at('warn'), error: at('error') };
}
