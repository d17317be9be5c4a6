import type { ContractVerdict } from '../contract/contract.js';
import { ContractViolationError } from '../contract/contract.errors.js';
import { isThenable, type Awaitable } from '../kernel/awaitable.js';
import type { Plan } from '../plan/plan.js';

/** The inputs as bodies see them, after the reactor's contract. Throws, or rejects with, `ContractViolationError`. */
export function acceptedInputs(plan: Plan, inputs: unknown): Awaitable<unknown> {
  const { inputs: contract, name } = plan.definition;
  const where = `the inputs of reactor '${name}'`;
  if (contract === null) {
    if (typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs)) return inputs;
    throw new ContractViolationError('object', where, { '': ['must be an object of inputs by name'] });
  }
  const accept = (verdict: ContractVerdict): unknown => {
    if (verdict.ok) return verdict.value;
    throw new ContractViolationError(contract.name, where, verdict.fieldErrors);
  };
  const verdict = contract.validate(inputs, { dropUnknown: true });
  return isThenable(verdict) ? verdict.then(accept) : accept(verdict);
}
