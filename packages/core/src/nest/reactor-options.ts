import type { AnyClass } from '../definition/reactor-declaration.js';
import type { RetryOptions } from '../definition/retry-options.js';
import { parseDuration, type Duration } from '../kernel/duration.js';
import { isPlainObject } from '../kernel/json.js';
import type { ReactorLogger } from '../kernel/logger.js';
import { ReactorError } from '../kernel/reactor-error.js';
import type { Backend } from '../ports/backend.js';
import type { JobQueue } from '../ports/job-queue.js';
import type { TextCodec, ValueSerializer } from '../runtime/runtime.js';
import { DEFAULT_CONCURRENCY } from '../runtime/worker.js';

/** Options of `ReactorModule.forRoot`. */
export interface ReactorModuleOptions {
  /** Where executions are kept. Default: `memoryBackend()`, in this process. */
  readonly backend?: Backend;
  /** What carries jobs to workers. Default: `inProcessQueue()`, when the backend is in this process too. */
  readonly queue?: JobQueue;
  /**
   * Whether this process runs jobs, and how many at once (`concurrency`, default 10). Default: true with an in-process
   * queue, else false; false makes a process that only calls.
   */
  readonly worker?: boolean | { readonly concurrency?: number };
  /** How long a process that stopped answering keeps its executions; default `'60s'`. */
  readonly leaseTtl?: Duration;
  /** How long ended executions are kept; default `'1d'`. Unfinished ones never expire. */
  readonly retention?: Duration;
  /** How long a shutdown waits for steps to end before their signals are aborted; default `'25s'`. */
  readonly shutdownTimeout?: Duration;
  readonly limits?: {
    /** Largest stored form of one value in bytes; default 8 MiB. */
    readonly valueBytes?: number;
  };
  readonly defaults?: {
    /** Ready nodes of one execution that run at once; default 1. */
    readonly concurrency?: number;
    /** For steps that name none; default: one attempt. */
    readonly retries?: RetryOptions;
    /** For steps that name none; default: none. */
    readonly timeout?: Duration;
  };
  /** For every reactor, beside those decorated `@ReactorMiddleware()`. They must be providers. */
  readonly middlewares?: readonly AnyClass[];
  /** Replaces the built-in serialisation of values. */
  readonly serializer?: ValueSerializer;
  /** Encrypts or compresses what is stored. */
  readonly codec?: TextCodec;
  /** Default: Nest's logger. */
  readonly logger?: ReactorLogger;
}

/** The options with defaults filled in; durations in milliseconds. */
export interface ResolvedOptions {
  readonly leaseTtl: number;
  readonly retention: number;
  readonly shutdownTimeout: number;
  readonly valueBytes: number;
  readonly defaults: NonNullable<ReactorModuleOptions['defaults']>;
  readonly middlewares: readonly AnyClass[];
  readonly serializer?: ValueSerializer;
  readonly codec?: TextCodec;
}

const DEFAULTS = { leaseTtl: '60s', retention: '1d', shutdownTimeout: '25s' } as const;
const DEFAULT_VALUE_BYTES = 8 * 1_024 * 1_024;
const SHORTEST_LEASE = 100;

const KNOWN = [
  'backend',
  'queue',
  'worker',
  'leaseTtl',
  'retention',
  'shutdownTimeout',
  'limits',
  'defaults',
  'middlewares',
  'serializer',
  'codec',
  'logger',
];
const LATER = new Set([
  'asyncWaitTimeout',
  'asyncParkTimeout',
  'parkGrace',
  'snooze',
  'checkpointMinInterval',
  'sweeper',
  'maxRecoveries',
  'unknownReactorTimeout',
  'onUnsafeEviction',
  'resumeSecret',
  'onCallerLost',
  'rateLimits',
]);

/** An option of the module is wrong; the message names it, its value and what would be right. */
export class ReactorOptionsError extends ReactorError {
  constructor(problems: readonly string[]) {
    super(`ReactorModule: ${problems.join('; ')}`);
  }
}

/** Checks every option and reports all problems together. */
export function resolveOptions(options: ReactorModuleOptions): ResolvedOptions {
  const problems: string[] = [];
  for (const name of Object.keys(options)) {
    if (LATER.has(name))
      problems.push(`option '${name}' is not available in this version of nest-reactor: leave it out`);
    else if (!KNOWN.includes(name)) problems.push(`unknown option '${name}': known are ${KNOWN.join(', ')}`);
  }
  const duration = (name: keyof typeof DEFAULTS, least: number): number => {
    const value = options[name] ?? DEFAULTS[name];
    const parsed = parseDuration(value);
    if (parsed !== null && parsed >= least) return parsed;
    problems.push(
      `${name} is ${JSON.stringify(value)}: use milliseconds or '30s', '5m', '1d'${least === 0 ? '' : `, at least ${least} ms`}`,
    );
    return 0;
  };
  const valueBytes = options.limits?.valueBytes ?? DEFAULT_VALUE_BYTES;
  if (!Number.isInteger(valueBytes) || valueBytes < 1)
    problems.push(`limits.valueBytes is ${String(valueBytes)}: use a positive integer`);
  problems.push(
    ...nested(options.limits, 'limits', ['valueBytes']),
    ...nested(options.defaults, 'defaults', ['concurrency', 'retries', 'timeout']),
  );
  problems.push(...methods(options), ...workerProblems(options.worker));
  const resolved = {
    leaseTtl: duration('leaseTtl', SHORTEST_LEASE),
    retention: duration('retention', 0),
    shutdownTimeout: duration('shutdownTimeout', 0),
    valueBytes,
    defaults: options.defaults ?? {},
    middlewares: options.middlewares ?? [],
    ...(options.serializer === undefined ? {} : { serializer: options.serializer }),
    ...(options.codec === undefined ? {} : { codec: options.codec }),
  };
  if (problems.length > 0) throw new ReactorOptionsError(problems);
  return resolved;
}

function workerProblems(worker: unknown): string[] {
  if (worker === undefined || typeof worker === 'boolean') return [];
  if (!isPlainObject(worker)) return [`worker is ${JSON.stringify(worker)}: use true, false or { concurrency: 10 }`];
  const { concurrency, queues } = worker;
  return [
    ...nested(queues === undefined ? worker : { concurrency }, 'worker', ['concurrency']),
    ...(queues === undefined
      ? []
      : ["option 'worker.queues' is not available in this version of nest-reactor: leave it out"]),
    ...(concurrency === undefined || (Number.isInteger(concurrency) && (concurrency as number) >= 1)
      ? []
      : [`worker.concurrency is ${JSON.stringify(concurrency)}: use a positive integer`]),
  ];
}

/**
 * How many jobs this process runs at once, null for none, undefined for the default. Backend and queue must live equally
 * long: jobs in memory would be lost for durable records, durable ones would name records that are gone.
 */
export function workerConcurrency(
  worker: ReactorModuleOptions['worker'],
  backend: Backend | undefined,
  queue: JobQueue | undefined,
): number | null | undefined {
  const kind = backend?.kind ?? 'memory';
  if (queue !== undefined && queue.kind !== kind) {
    const [here, wanted] = kind === 'durable' ? ['durable', 'a durable one'] : ['in memory', 'inProcessQueue()'];
    throw new ReactorOptionsError([
      `queue '${queue.name}' does not fit backend '${backend?.name ?? 'memory'}', which is ${here}: give it ${wanted}, or change the backend`,
    ]);
  }
  if (worker === undefined) return undefined;
  if (worker === false) return null;
  if (queue === undefined && kind === 'durable') {
    throw new ReactorOptionsError([
      `worker is ${JSON.stringify(worker)}, but there is no queue to take jobs from: give the option 'queue'`,
    ]);
  }
  return worker === true ? DEFAULT_CONCURRENCY : (worker.concurrency ?? DEFAULT_CONCURRENCY);
}

function nested(value: unknown, name: string, known: readonly string[]): string[] {
  if (value === undefined) return [];
  if (!isPlainObject(value)) return [`${name} must be an object`];
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return unknown.map((key) => `unknown option '${name}.${key}': known are ${known.join(', ')}`);
}

/** Objects of the user that must have certain methods. */
function methods(options: ReactorModuleOptions): string[] {
  const wanted = {
    serializer: ['stringify', 'parse'],
    codec: ['encode', 'decode'],
    logger: ['debug', 'log', 'warn', 'error'],
    queue: ['enqueue', 'consume', 'open', 'close'],
  } as const;
  return Object.entries(wanted).flatMap(([name, names]) => {
    const value = options[name as keyof typeof wanted] as Record<string, unknown> | undefined;
    const missing = value === undefined ? [] : names.filter((method) => typeof value[method] !== 'function');
    return missing.length === 0
      ? []
      : [`${name} lacks the method${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`];
  });
}
