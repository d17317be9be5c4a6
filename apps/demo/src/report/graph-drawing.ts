import type { ReactorDescription } from '@nest-reactor/core';

const LABEL_WIDTH = 26;

/** A reactor from top to bottom: its steps, what each takes, how it is retried and taken back. */
export function drawGraph(describe: (reactor: string) => ReactorDescription, reactor: string, indent = '  '): string[] {
  const { nodes } = describe(reactor);
  return nodes.flatMap((node, index) => {
    const marks = [
      ...(node.dependsOn.length === 0 ? [] : [`after ${node.dependsOn.join(', ')}`]),
      ...((node.retries?.maxAttempts ?? 1) > 1 ? [`↻ up to ${node.retries?.maxAttempts} attempts`] : []),
      ...(node.hasUndo ? ['↩ undo'] : []),
      ...(node.hasCompensate ? ['↩ compensate'] : []),
    ];
    const isLast = index === nodes.length - 1;
    const label = `${isLast ? '└─' : '├─'} ${node.child === null ? '' : '▣ '}${node.name}`;
    const line = `${indent}${label}`.padEnd(LABEL_WIDTH) + marks.join('; ');
    const child = node.child === null ? [] : drawGraph(describe, node.child, `${indent}${isLast ? '   ' : '│  '}`);
    return [line.trimEnd(), ...child];
  });
}
