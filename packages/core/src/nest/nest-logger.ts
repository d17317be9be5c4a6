import { Logger } from '@nestjs/common';
import type { LogEntry, ReactorLogger } from '../kernel/logger.js';

/** Engine lines through Nest's logger: the message, then the fields that name where it comes from. */
export function nestLogger(): ReactorLogger {
  const logger = new Logger('Reactor');
  const line = ({ event, message, ...fields }: LogEntry): string => {
    const names = Object.entries(fields).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    return `${message} [${[event, ...names].join(' ')}]`;
  };
  return {
    debug: (entry) => logger.debug(line(entry)),
    log: (entry) => logger.log(line(entry)),
    warn: (entry) => logger.warn(line(entry)),
    error: (entry) => logger.error(line(entry)),
  };
}

/** What a logger throws never reaches the engine. */
export function safeLogger(logger: ReactorLogger): ReactorLogger {
  const safe =
    (level: keyof ReactorLogger) =>
    (entry: LogEntry): void => {
      try {
        logger[level](entry);
      } catch {
        // There is nowhere left to report it.
      }
    };
  return { debug: safe('debug'), log: safe('log'), warn: safe('warn'), error: safe('error') };
}
