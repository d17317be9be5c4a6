import type { ExecutionView, NodeView, TraceEntry } from '@nest-reactor/core';

const LABEL_WIDTH = 32;

/** The failed saga with the most to see: retries and undos. The first one of several. */
export function chooseTrace(views: readonly ExecutionView[]): ExecutionView | undefined {
  const failed = views.filter(({ status }) => status === 'failed');
  return failed.toSorted((a, b) => eventsOf(b).length - eventsOf(a).length)[0];
}

/** What happened, in order, with durations: forward, the failure, and back. */
export function drawTrace(view: ExecutionView, cities: ReadonlyMap<string, string>): string[] {
  const { bookingId, origin, destination, minutesLate } = view.inputs as Record<string, string>;
  const route = `${cities.get(origin ?? '')} → ${cities.get(destination ?? '')}`;
  const events = eventsOf(view);
  const isBackward = ({ type }: TraceEntry): boolean => type === 'compensate' || type === 'undo';
  return [
    '  ✔ done   ✗ failed   ↻ tried again   ↩ taken back   ▣ composed reactor',
    '',
    `  ${bookingId}, ${route}, ${minutesLate} minutes late`,
    '  │',
    ...drawEvents(
      events.filter((entry) => !isBackward(entry)),
      view,
    ),
    '  │',
    `  ├─ ${view.failure?.name}: ${view.failure?.message}`,
    '  │',
    ...drawEvents(events.filter(isBackward), view),
    '  │',
    '  └─ rolled back',
  ];
}

/** One line an event; those of a composed reactor stand below a line of its own. */
function drawEvents(events: readonly TraceEntry[], view: ExecutionView): string[] {
  return events.flatMap((entry, index) => {
    const parent = parentOf(entry);
    if (parent.length === 0) return [`  ├─ ${describe(entry, view, LABEL_WIDTH)}`];
    const isFirst = !isSame(parent, parentOf(events[index - 1]));
    const isLast = !isSame(parent, parentOf(events[index + 1]));
    const line = `  │  ${isLast ? '└─' : '├─'} ${describe(entry, view, LABEL_WIDTH - 3)}`;
    return isFirst ? [`  ├─ ▣ ${parent.join('/')} ${shown(nodeAt(view, parent)?.args)}`, line] : [line];
  });
}

function parentOf(entry: TraceEntry | undefined): readonly string[] {
  return entry?.path.slice(0, -1) ?? [];
}

/** Without the undos and compensates of steps that declare none. */
function eventsOf(view: ExecutionView): TraceEntry[] {
  return view.trace.filter((entry) => entry.skipped !== true);
}

function describe(entry: TraceEntry, view: ExecutionView, width: number): string {
  const label = labelOf(entry, view);
  if (entry.endedAt === undefined) return label;
  const milliseconds = entry.endedAt.getTime() - entry.at.getTime();
  return `${label.padEnd(width)}${String(milliseconds).padStart(4)} ms`;
}

function labelOf(entry: TraceEntry, view: ExecutionView): string {
  switch (entry.type) {
    case 'run': {
      const attempt = (entry.attempt ?? 1) > 1 ? ` (attempt ${entry.attempt})` : '';
      return `${hasFailed(entry, view) ? '✗' : '✔'} ${entry.step}${attempt}`;
    }
    case 'retry':
      return `↻ ${entry.step} is tried again`;
    case 'undo':
      return `↩ ${entry.step} undone`;
    case 'compensate':
      return `↩ ${entry.step} cleaned up`;
    default:
      return `· ${entry.step} ${entry.type}`;
  }
}

/** A run failed when it was tried again, or when it is the last one of a failed step. */
function hasFailed({ path, attempt }: TraceEntry, view: ExecutionView): boolean {
  const node = nodeAt(view, path);
  if (node?.status === 'failed' && node.attempts === attempt) return true;
  return view.trace.some((other) => other.type === 'retry' && other.attempt === attempt && isSame(other.path, path));
}

function isSame(path: readonly string[], other: readonly string[]): boolean {
  return path.join('/') === other.join('/');
}

function nodeAt(view: ExecutionView, path: readonly string[]): NodeView | undefined {
  const [first = '', ...rest] = path;
  return rest.reduce<NodeView | undefined>((node, name) => node?.steps?.[name], view.steps[first]);
}

/** Arguments on one line; the view has hidden what is redacted. */
function shown(args: unknown): string {
  const fields = Object.entries((args ?? {}) as Record<string, unknown>);
  return `{ ${fields.map(([name, value]) => `${name}: ${String(value)}`).join(', ')} }`;
}
