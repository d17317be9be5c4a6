import type { InputsOf } from '../definition/reactor-types.js';
import type { NamesCheck } from './node-check.js';
import type { AnySource, SourceIssue } from './source-type.js';
import type { ReactorTypeError, Verdict } from './type-error.js';

/** A key made of text and sources. Checked on members too, and it creates the dependencies it reads. */
export type KeyTemplate = readonly (string | AnySource)[];

/** A fixed key, or a function of the reactor's inputs (on a reactor) or the step's named arguments. */
export type Key<Args> = string | ((args: Args) => string);

/** What a key function on this class is given: a step class's arguments, or a reactor's inputs. */
type KeyArgs<S> = S extends { run(args: infer A, ...rest: any[]): unknown } ? A : InputsOf<S>;

/** A coordination decorator with a key function: checked on classes; on members the arguments' names are not known. */
export interface CoordinationDecorator<Args> {
  <C extends abstract new (...args: any[]) => object>(target: C & KeyCheck<Args, KeyArgs<InstanceType<C>>>): void;
  <T extends object>(target: T & NamesCheck<T, never>, key: string, descriptor?: PropertyDescriptor): void;
}

type KeyCheck<Args, Have> = unknown extends Args
  ? unknown
  : [Have] extends [Args]
    ? unknown
    : ReactorTypeError<`the key function does not take this class's arguments`>;

/** A coordination decorator with a key template: what its sources read must exist. */
export interface TemplateDecorator<Template> {
  <C extends abstract new (...args: any[]) => object>(target: C & ClassTemplateCheck<InstanceType<C>, Template>): void;
  <T extends object>(target: T & TemplateCheck<T, Template>, key: string, descriptor?: PropertyDescriptor): void;
}

// In a step class the sources read its arguments, which have no names here.
type ClassTemplateCheck<S, Template> = S extends { run(...args: any[]): unknown }
  ? unknown
  : TemplateCheck<S, Template>;

type TemplateCheck<T, Template> = Template extends readonly (infer Part)[]
  ? Verdict<Part extends AnySource ? SourceIssue<T, Part> : never>
  : unknown;
