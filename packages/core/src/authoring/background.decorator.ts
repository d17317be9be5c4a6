import { addBackground, addIssue, memberOf } from './declarations.js';
import type { NamesCheck } from './node-check.js';

/** A hand-off point of a class: everything, or from one step on. */
export type BackgroundPoint<Name extends string = string> =
  | 'all'
  | { readonly after: Name; readonly before?: never }
  | { readonly before: Name; readonly after?: never };

type PointName<Point> = Point extends { readonly after: infer Name extends string }
  ? Name
  : Point extends { readonly before: infer Name extends string }
    ? Name
    : never;

export interface BackgroundMemberDecorator {
  <T extends object>(target: T, key: string, descriptor?: PropertyDescriptor): void;
}
export interface BackgroundClassDecorator<Name extends string> {
  <C extends abstract new (...args: any[]) => object>(target: C & NamesCheck<InstanceType<C>, Name>): void;
}

/**
 * The one point at which a run is handed to the workers: on a step, `'after'` or `'before'` it; on the class, `'all'` or
 * `{ after: 'step' }` / `{ before: 'step' }`. Without it a run stays in its caller's process.
 *
 * @example
 * ```ts
 * @Background({ after: 'reserve' })
 * @Reactor({ name: 'order' })
 * export class OrderReactor { … }
 * ```
 */
export function Background(point: 'after' | 'before'): BackgroundMemberDecorator;
export function Background<const Point extends BackgroundPoint>(
  point: Point,
): BackgroundClassDecorator<PointName<Point>>;
export function Background(point: unknown): never {
  const decorate = (target: object, key?: string | symbol, descriptor?: PropertyDescriptor): void => {
    if (key === undefined) return addBackground((target as { prototype: object }).prototype, null, point);
    const member = memberOf('@Background', target, key, descriptor);
    if (member.issue === null) addBackground(member.prototype, member.name, point);
    else addIssue(member, member.issue);
  };
  return decorate as never;
}
