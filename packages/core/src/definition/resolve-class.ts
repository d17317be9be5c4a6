import type { IssueScope } from './issue-scope.js';
import type { AnyClass } from './reactor-declaration.js';
import { showValue } from './show-value.js';

/**
 * The class behind a class argument, which may be a thunk where two files import each other. `isKnown` answers whether
 * a function is a class of the application, for compilers that turn both into plain functions.
 */
export function resolveClass(
  reference: unknown,
  what: string,
  isKnown: (cls: AnyClass) => boolean,
  issues: IssueScope,
): AnyClass | null {
  if (typeof reference !== 'function') {
    issues.add(`${what} is ${showValue(reference)}: give a class, or () => Class where two files import each other`);
    return null;
  }
  if (isClass(reference) || isKnown(reference as unknown as AnyClass)) return reference as unknown as AnyClass;
  let answer: unknown;
  try {
    answer = (reference as () => unknown)();
  } catch (error) {
    issues.add(`${what} is a function that threw when it was asked for the class: ${String(error)}`);
    return null;
  }
  if (typeof answer === 'function') return answer as unknown as AnyClass;
  issues.add(`${what} is a function that answers ${showValue(answer)}: it must answer a class`);
  return null;
}

function isClass(candidate: Function): boolean {
  if (!Object.hasOwn(candidate, 'prototype')) return false;
  if (/^class\b/.test(Function.prototype.toString.call(candidate))) return true;
  const prototype: unknown = candidate.prototype;
  return typeof prototype === 'object' && prototype !== null && Object.getOwnPropertyNames(prototype).length > 1;
}
