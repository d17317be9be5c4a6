/** A heading with its rule. */
export function heading(text: string): string[] {
  return ['', text, '─'.repeat(text.length), ''];
}

/** Rows as aligned columns: names to the left, numbers to the right. */
export function table(rows: readonly (readonly [name: string, ...cells: string[]])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  }
  return rows.map(([name, ...cells]) => {
    const padded = cells.map((cell, column) => cell.padStart(widths[column + 1] ?? 0));
    return `  ${[name.padEnd(widths[0] ?? 0), ...padded].join('   ')}`.trimEnd();
  });
}

/** `1,108`. */
export function whole(count: number): string {
  return count.toLocaleString('en-US');
}

/** `$1,234.50`, from cents. */
export function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
