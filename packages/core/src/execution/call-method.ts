import type { InjectionScope, MethodDefinition, ParameterDefinition } from '../definition/reactor-definition.js';
import type { StepContext } from '../definition/step-context.js';
import type { Failure } from '../outcome/failure.js';
import { isThenable } from '../kernel/awaitable.js';
import { resolveSource, resolveSources, type NamedArguments } from './resolve-arguments.js';
import type { Scope } from './scope.js';

/** What a call of a body, builder, undo or compensate may be given. */
export interface Call {
  readonly args: NamedArguments;
  readonly ctx: StepContext;
  /** Null outside an execution (`runStep`). */
  readonly scope: Scope | null;
  readonly reason?: Failure;
  /** Parameters of the undecorated form, in its order. */
  positional(): unknown[];
  /** Where request-scoped instances are made. */
  injection(): InjectionScope;
}

/** Calls a method of a provider; a request-scoped one is made in the execution's injection scope first. */
export function callMethod(method: MethodDefinition, call: Call): unknown {
  const { instance } = method;
  if (instance.singleton !== null) return apply(instance.singleton, method, call);
  const resolved = instance.resolve(call.injection());
  return resolved instanceof Promise
    ? resolved.then((object: object) => apply(object, method, call))
    : apply(resolved, method, call);
}

function apply(object: object, method: MethodDefinition, call: Call): unknown {
  const body = (object as Record<string, (...args: unknown[]) => unknown>)[method.method];
  if (typeof body !== 'function') {
    throw new TypeError(
      `${method.instance.className}.${method.method} is not a method: it was replaced after the application started`,
    );
  }
  const { parameters } = method;
  if (parameters === null) return body.apply(object, call.positional());
  const values = parameters.map((each) => parameter(each, call));
  // A stored value is never a promise: one comes from an asynchronous transform.
  return values.some(isThenable)
    ? Promise.all(values).then((ready) => body.apply(object, ready))
    : body.apply(object, values);
}

function parameter(definition: ParameterDefinition, call: Call): unknown {
  switch (definition.kind) {
    case 'argument':
      return call.args[definition.name];
    case 'arguments':
      return definition.names === null ? call.args : pick(call.args, definition.names);
    case 'source':
      return call.scope === null ? undefined : resolveSource(definition.source, call.scope);
    case 'object':
      return call.scope === null ? undefined : resolveSources(definition.sources, call.scope);
    case 'inputs':
      return call.scope === null ? undefined : call.scope.inputs.copy();
    case 'reason':
      return call.reason;
    case 'ctx':
      return call.ctx;
  }
}

/** A contract that makes an instance of the listed arguments leaves it under this name. */
const WHOLE: unique symbol = Symbol('nest-reactor:validated');

function pick(args: NamedArguments, names: readonly string[]): unknown {
  const whole = (args as { [WHOLE]?: unknown })[WHOLE];
  if (whole !== undefined) return whole;
  const picked: NamedArguments = {};
  for (const name of names) if (Object.hasOwn(args, name)) picked[name] = args[name];
  return picked;
}

/** Remembers what the contract of some of the arguments answered, for the parameter that takes them as one object. */
export function withValidated(args: NamedArguments, validated: unknown): NamedArguments {
  Object.defineProperty(args, WHOLE, { value: validated, enumerable: false });
  return args;
}
