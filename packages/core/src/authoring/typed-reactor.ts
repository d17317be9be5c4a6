import type { ContractIn } from '../definition/contract-type.js';
import type { AllResults, ReactorTypes } from '../definition/reactor-types.js';

/**
 * Optional base class of a reactor that only carries types, so that the decorators and `runner.run` check inputs and
 * type the value.
 *
 * `Inputs`: the DTO class's type, or `typeof schema`. `Output`: the type of the step that `returns` names; left out, the
 * value is all results by name. `Raw`: what callers may pass where a DTO class has defaults; a schema says it by itself.
 */
export abstract class TypedReactor<Inputs, Output = AllResults, Raw = ContractIn<Inputs>> {
  /** For the compiler only; never there at run time. */
  declare readonly '~types'?: ReactorTypes<Inputs, Output, Raw>;
}
