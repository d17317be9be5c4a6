import type { NodeDefinition, ReactorDefinition, RetrySource } from '../definition/reactor-definition.js';
import type { RetryPolicy } from '../definition/retry-policy.js';
import type { Plan, PlanNode } from './plan.js';

/** A contract in a description. */
export interface ContractDescription {
  readonly name: string;
  /** Null when the contract does not tell its fields. */
  readonly fields: readonly { readonly name: string; readonly required: boolean }[] | null;
}

export interface NodeDescription {
  readonly name: string;
  readonly kind: NodeDefinition['kind'];
  readonly description: string | null;
  /** Everything that must be complete before it: what it reads and what it waits for. */
  readonly dependsOn: readonly string[];
  /** As declared; inference adds nothing here (C-003). */
  readonly waitFor: readonly string[];
  /** Null for nodes that are not retried themselves. Durations in milliseconds. */
  readonly retries: RetryPolicy | null;
  readonly retrySource: RetrySource;
  /** Milliseconds for one attempt; null: no limit. */
  readonly timeout: number | null;
  readonly hasUndo: boolean;
  readonly hasCompensate: boolean;
  /** Of the node's arguments. */
  readonly contract: ContractDescription | null;
  /** Of what the body answers. */
  readonly output: ContractDescription | null;
  /** Name of the child reactor. */
  readonly child: string | null;
  readonly coordination: readonly never[];
}

/** The compiled definition of a reactor, for people and programs: plain data, frozen. */
export interface ReactorDescription {
  readonly name: string;
  readonly version: string | null;
  readonly description: string | null;
  readonly inputs: ContractDescription | null;
  readonly returns: string | null;
  readonly concurrency: number;
  /** The hand-off point; null: none. */
  readonly background: null;
  /** Declaration order. */
  readonly nodes: readonly NodeDescription[];
  /** A Mermaid flowchart: solid arrows carry data, dotted ones only order. */
  readonly mermaid: string;
}

export function describePlan(plan: Plan): ReactorDescription {
  const { definition } = plan;
  return Object.freeze({
    name: definition.name,
    version: definition.version,
    description: definition.description,
    inputs: describeContract(definition.inputs),
    returns: definition.returns,
    concurrency: definition.concurrency,
    background: null,
    nodes: Object.freeze(definition.nodes.map(describeNode)),
    mermaid: drawPlan(plan),
  });
}

function describeNode(node: NodeDefinition): NodeDescription {
  const { name, kind, description, dependsOn, waitFor } = node;
  const common = { name, kind, description, dependsOn, waitFor, coordination: Object.freeze([]) };
  switch (node.kind) {
    case 'step':
      return Object.freeze({
        ...common,
        retries: node.retries,
        retrySource: node.retrySource,
        timeout: node.timeout,
        hasUndo: node.undo !== null,
        hasCompensate: node.compensate !== null,
        contract: describeContract(node.contract?.contract ?? null),
        output: describeContract(node.output),
        child: null,
      });
    case 'compose':
      return Object.freeze({
        ...common,
        retries: null,
        retrySource: 'none' as const,
        timeout: null,
        hasUndo: false,
        hasCompensate: false,
        contract: null,
        output: null,
        child: node.child,
      });
  }
}

function describeContract(contract: ReactorDefinition['inputs']): ContractDescription | null {
  return contract === null ? null : Object.freeze({ name: contract.name, fields: contract.fields });
}

/** One line a node and one an edge, in declaration order, so that two versions of a reactor can be compared. */
function drawPlan(plan: Plan): string {
  const nodes = plan.nodes.map((node) => `  ${idOf(node.index)}${shapeOf(node)}`);
  const edges = plan.nodes.flatMap((node) => {
    const ordered = new Set(node.definition.waitFor);
    const read = dataOf(node.definition);
    return node.dependencies.map((index) => {
      const name = (plan.nodes[index] as PlanNode).name;
      const arrow = ordered.has(name) && !read.has(name) ? '-.->' : '-->';
      return `  ${idOf(index)} ${arrow} ${idOf(node.index)}`;
    });
  });
  return ['flowchart TD', ...nodes, ...edges].join('\n');
}

/** Names whose results a node reads. */
function dataOf(node: NodeDefinition): ReadonlySet<string> {
  if (node.args.kind === 'inputs') return new Set();
  const sources =
    node.args.kind === 'sources'
      ? node.args.sources.map(({ source }) => source)
      : (node.args.builder.parameters ?? []).flatMap((parameter) => {
          if (parameter.kind === 'source') return [parameter.source];
          return parameter.kind === 'object' ? parameter.sources.map(({ source }) => source) : [];
        });
  return new Set(sources.flatMap((source) => ('name' in source && source.kind !== 'input' ? [source.name] : [])));
}

function idOf(index: number): string {
  return `n${index}`;
}

function shapeOf({ name, definition }: PlanNode): string {
  switch (definition.kind) {
    case 'step': {
      const retries = definition.retries.maxAttempts;
      const marks = [
        ...(definition.undo === null ? [] : ['undo']),
        ...(definition.compensate === null ? [] : ['compensate']),
        ...(retries > 1 ? [`up to ${retries} attempts`] : []),
      ];
      return `["${[escapeLabel(name), ...(marks.length === 0 ? [] : [marks.join(', ')])].join('<br/>')}"]`;
    }
    case 'compose':
      return `[["${escapeLabel(name)}<br/>${escapeLabel(definition.child)}"]]`;
  }
}

/** Mermaid reads `#35;` as a character; whatever could end the label or start markup is written so. */
function escapeLabel(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M} _.\-/]/gu, (character) => `#${character.codePointAt(0)};`);
}
