import { createHash } from 'node:crypto';
import type { InstanceSource, NodeDefinition } from './reactor-definition.js';

/**
 * A short text that changes with anything that decides which nodes run: their names, kinds, order, dependencies,
 * targets, and the children's own fingerprints. The same in every process that runs the same code.
 */
export function fingerprintOf(
  nodes: readonly NodeDefinition[],
  reactor: InstanceSource,
  childFingerprint: (reactor: string) => string,
): string {
  const parts = nodes.map((node) => {
    const target = targetOf(node, reactor, childFingerprint);
    return [node.name, node.kind, [...node.dependsOn].sort(), ...target];
  });
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

function targetOf(
  node: NodeDefinition,
  reactor: InstanceSource,
  childFingerprint: (reactor: string) => string,
): readonly string[] {
  switch (node.kind) {
    case 'compose':
      return [node.child, childFingerprint(node.child)];
    case 'step':
      return node.body.instance === reactor ? [] : [node.body.instance.className];
  }
}
