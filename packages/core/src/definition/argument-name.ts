import type { ParameterDeclaration } from './reactor-declaration.js';

/** Name of the named argument that a parameter makes: `as`, else the last name in its path, else its first argument. */
export function argumentName(parameter: ParameterDeclaration): string {
  if (parameter.as !== undefined) return parameter.as;
  const named = (parameter.path ?? []).filter((step) => !/^\d+$/.test(step));
  return named.at(-1) ?? parameter.name ?? parameter.kind;
}
