import type { StandardSchemaV1 } from '@standard-schema/spec';

/** A class that can be instantiated, whatever its constructor takes. */
export type ClassOf<T extends object = object> = new (...args: any[]) => T;

/** What is accepted wherever a contract is: a class-validator DTO class, or a schema that implements Standard Schema v1. */
export type Contract = StandardSchemaV1 | ClassOf;

/** What a caller may pass where `C` is the contract (a class, a schema, or the plain type of either's values). */
export type ContractIn<C> =
  C extends StandardSchemaV1<infer I, unknown> ? I : C extends ClassOf<infer T> ? DataOf<T> : DataOf<C>;

/** What a body sees after validation by the contract `C`. */
export type ContractOut<C> = C extends StandardSchemaV1<infer _I, infer O> ? O : C extends ClassOf<infer T> ? T : C;

type Leaf =
  | string
  | number
  | bigint
  | boolean
  | symbol
  | null
  | undefined
  | Date
  | RegExp
  | Uint8Array
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | ((...args: any[]) => unknown);

/** A class instance as the plain data a caller can write: without its methods and private members, nested ones too. */
export type DataOf<T> = T extends Leaf
  ? T
  : T extends readonly unknown[]
    ? { [I in keyof T]: DataOf<T[I]> }
    : T extends object
      ? { [K in keyof T as T[K] extends (...args: any[]) => unknown ? never : K]: DataOf<T[K]> }
      : T;
