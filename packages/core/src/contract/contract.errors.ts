import { ReactorError } from '../kernel/reactor-error.js';
import type { FieldErrors } from './contract.js';

const SHOWN = 3;

/** A value breaks its contract. Never retried: the same value would break it again. */
export class ContractViolationError extends ReactorError {
  /** Every message by path (`items.0.sku`); `''` is the value as a whole. */
  readonly fieldErrors: FieldErrors;

  /**
   * @param contract name of the contract.
   * @param where what was checked: "the inputs of reactor 'Order'".
   */
  constructor(contract: string, where: string, fieldErrors: FieldErrors) {
    super(
      `${where} ${/^the (inputs|arguments)/.test(where) ? 'break' : 'breaks'} the contract '${contract}': ${describe(fieldErrors)}`,
    );
    this.fieldErrors = fieldErrors;
  }
}

function describe(fieldErrors: FieldErrors): string {
  const all = Object.entries(fieldErrors);
  const shown = all
    .slice(0, SHOWN)
    .map(([path, messages]) => (path === '' ? messages.join(', ') : `${path}: ${messages.join(', ')}`));
  return all.length > SHOWN ? `${shown.join('; ')} (and ${all.length - SHOWN} more)` : shown.join('; ');
}
