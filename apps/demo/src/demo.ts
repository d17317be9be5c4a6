import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { ReactorRunner, type ExecutionView } from '@nest-reactor/core';
import { RebookingReactor, type RebookingInput } from '@nest-reactor/demo-reactors';
import { audit, Books } from './books.js';
import { readCities } from './data/airports.js';
import { CALLERS, RebookingDesk, type Rebooking } from './rebooking-desk.js';
import { drawGraph } from './report/graph-drawing.js';
import { heading } from './report/layout.js';
import { NEXT_STEPS } from './report/next-steps.js';
import { Progress } from './report/progress.js';
import { summarise } from './report/summary.js';
import { chooseTrace, drawTrace } from './report/trace-drawing.js';
import { World } from './world.js';

/** The whole demo, told from top to bottom. */
@Injectable()
export class Demo {
  constructor(
    private readonly world: World,
    private readonly desk: RebookingDesk,
    private readonly books: Books,
    private readonly reactors: ReactorRunner,
  ) {}

  /** Answers whether the books balance. */
  async run(): Promise<boolean> {
    const bookings = await this.world.open();
    const before = this.books.read();
    const { rebookings, seconds } = await this.rebook(bookings);
    const after = this.books.read();
    const views = await this.viewsOf(rebookings);
    const problems = audit(before, after, rebookings);

    print(summarise({ rebookings, views, seconds, before, after, problems }));
    await this.showOneRollback(views);
    print(
      heading('The reactor'),
      drawGraph((name) => this.reactors.describe(name), 'rebooking'),
    );
    print(['', '  As Mermaid, for a README:', ''], indent(this.reactors.describe(RebookingReactor).mermaid));
    print(NEXT_STEPS);
    return problems.length === 0;
  }

  private async rebook(bookings: readonly RebookingInput[]): Promise<{ rebookings: Rebooking[]; seconds: number }> {
    const count = bookings.length.toLocaleString('en-US');
    print(['', `20,000 real flights of early 2001; ${count} were an hour or more late.`]);
    print([`A rebooking saga for each, ${CALLERS} at a time, in this process, with no server.`, '']);
    const progress = new Progress(bookings.length, process.stdout);
    const start = performance.now();
    const rebookings = await this.desk.rebookAll(bookings, ({ outcome }) => progress.add(outcome.status));
    const seconds = (performance.now() - start) / 1_000;
    progress.end();
    return { rebookings, seconds };
  }

  private async viewsOf(rebookings: readonly Rebooking[]): Promise<ExecutionView[]> {
    const views = await Promise.all(rebookings.map(({ outcome }) => this.reactors.find(outcome.executionId)));
    return views.filter((view) => view !== null);
  }

  private async showOneRollback(views: readonly ExecutionView[]): Promise<void> {
    const view = chooseTrace(views);
    if (view === undefined) return;
    print(heading('One saga that was rolled back'), drawTrace(view, await readCities()));
  }
}

function print(...blocks: readonly (readonly string[])[]): void {
  for (const line of blocks.flat()) console.log(line);
}

function indent(text: string): string[] {
  return text.split('\n').map((line) => `    ${line}`);
}
