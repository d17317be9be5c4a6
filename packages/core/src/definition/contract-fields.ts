import type { CompiledContract } from '../contract/contract.js';

/** Names of the fields a contract declares; null when they are not known. */
export function fieldNames(contract: CompiledContract): readonly string[] | null {
  return contract.fields === null ? null : contract.fields.map((field) => field.name);
}
