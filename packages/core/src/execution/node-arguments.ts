import type { ContractUse, InjectionScope, NodeDefinition, StepDefinition } from '../definition/reactor-definition.js';
import { ContractViolationError } from '../contract/contract.errors.js';
import type { ContractVerdict } from '../contract/contract.js';
import { callMethod, withValidated } from './call-method.js';
import { describeThrown } from './describe-thrown.js';
import { ArgumentResolutionError } from './execution.errors.js';
import type { LiveExecution } from './live-execution.js';
import type { NodeState } from './node-state.js';
import { isThenable } from '../kernel/awaitable.js';
import { deriveArguments, type NamedArguments } from './resolve-arguments.js';
import type { Scope } from './scope.js';
import { StepContextImpl } from './step-context-impl.js';
import { ValueCell } from './value-cell.js';

const NO_ARGUMENTS: NamedArguments = Object.freeze({});

/**
 * The named arguments of a node that is about to start: sources or builder, then the contract. What cannot be derived
 * again is stored. Throws `ArgumentResolutionError` or `ContractViolationError`; the node then never started.
 */
export function prepareArguments(
  execution: LiveExecution,
  scope: Scope,
  state: NodeState,
): NamedArguments | Promise<NamedArguments> {
  const { definition } = state.node;
  if (state.args !== null) return storedArguments(definition, state.args);
  if (!definition.storesArgs && definition.kind === 'step') return simpleArguments(definition, scope, state);
  return makeArguments(execution, scope, state);
}

/** The arguments as the run saw them, for hooks, failures and views. */
export function presentArguments(scope: Scope, state: NodeState): NamedArguments | Promise<NamedArguments> {
  const { definition } = state.node;
  if (state.args !== null) return storedArguments(definition, state.args);
  if (definition.args.kind === 'builder') return NO_ARGUMENTS;
  return deriveArguments(definition.args, scope);
}

function simpleArguments(
  definition: StepDefinition,
  scope: Scope,
  state: NodeState,
): NamedArguments | Promise<NamedArguments> {
  if (definition.args.kind === 'builder') throw new Error(`builder arguments of '${state.path}' must be stored`);
  if (definition.args.kind === 'inputs' && !readsArguments(definition)) return NO_ARGUMENTS;
  try {
    const args = deriveArguments(definition.args, scope);
    return isThenable(args) ? args.then(undefined, (error: unknown) => rejectUnresolved(state, error)) : args;
  } catch (error) {
    return rejectUnresolved(state, error);
  }
}

/** A body with decorated parameters that takes no named argument needs no copy of the inputs. */
function readsArguments(definition: StepDefinition): boolean {
  const { parameters } = definition.body;
  return parameters === null || parameters.some(({ kind }) => kind === 'argument' || kind === 'arguments');
}

async function makeArguments(execution: LiveExecution, scope: Scope, state: NodeState): Promise<NamedArguments> {
  const { definition } = state.node;
  const raw = await resolved(execution, scope, state);
  const use = definition.kind === 'step' ? definition.contract : null;
  const args = use === null ? raw : await validated(use, raw, state);
  if (!definition.storesArgs) return args;
  const { codec } = execution.engine;
  state.args = new ValueCell(
    codec.encode(args, () => `the arguments of step '${state.path}'`),
    codec,
  );
  execution.checkpointer.value(`args:${state.path}`, state.args.text);
  return args;
}

async function resolved(execution: LiveExecution, scope: Scope, state: NodeState): Promise<NamedArguments> {
  const { args } = state.node.definition;
  try {
    if (args.kind !== 'builder') return await deriveArguments(args, scope);
    const ctx = new StepContextImpl(execution, scope, state);
    const positional = (): unknown[] => [scope.inputs.copy(), ctx];
    const injection = (): InjectionScope => execution.injection();
    const built = await callMethod(args.builder, { args: NO_ARGUMENTS, ctx, scope, positional, injection });
    if (typeof built !== 'object' || built === null || Array.isArray(built)) {
      throw new TypeError(
        `the builder answered ${describeAnswer(built)}: it must answer the target's arguments as one object`,
      );
    }
    return built as NamedArguments;
  } catch (error) {
    return rejectUnresolved(state, error);
  }
}

async function validated(use: ContractUse, args: NamedArguments, state: NodeState): Promise<NamedArguments> {
  const subject = use.names === null ? args : pick(args, use.names);
  const verdict: ContractVerdict = await use.contract.validate(subject, { dropUnknown: false });
  if (!verdict.ok)
    throw new ContractViolationError(
      use.contract.name,
      `the arguments of step '${state.node.name}'`,
      verdict.fieldErrors,
    );
  return merged(use, args, verdict.value);
}

function storedArguments(definition: NodeDefinition, cell: ValueCell): NamedArguments {
  const plain = cell.copy() as NamedArguments;
  const use = definition.kind === 'step' ? definition.contract : null;
  if (use === null) return plain;
  return merged(use, plain, use.contract.revive(use.names === null ? plain : pick(plain, use.names)));
}

function merged(use: ContractUse, args: NamedArguments, value: unknown): NamedArguments {
  if (use.names === null) return value as NamedArguments;
  return withValidated({ ...args, ...(value as NamedArguments) }, value);
}

function pick(args: NamedArguments, names: readonly string[]): NamedArguments {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(args, name)).map((name) => [name, args[name]]));
}

function rejectUnresolved(state: NodeState, error: unknown): never {
  const { message } = describeThrown(error);
  throw new ArgumentResolutionError(`the arguments of step '${state.node.name}' cannot be resolved: ${message}`, error);
}

function describeAnswer(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
}
