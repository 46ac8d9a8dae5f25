/**
 * Returns rules that turn each table row into a block, up to a screen width.
 * @param tables the selector of the tables
 */
export function stacking(tables: string, upTo: string): string {
  return `@media (max-width: ${upTo}) {
  ${tables}, ${tables} tbody { display: block; }
  ${tables} thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  ${tables} tr { display: grid; gap: 0.1875rem; padding-block: 0.75rem; border-bottom: 1px solid var(--line); }
  ${tables} tr:last-child { border-bottom: 0; }
  ${tables} th, ${tables} td { padding: 0; border: 0; }
  ${tables} td { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 0.75rem; align-items: baseline; }
  ${tables} td::before { content: attr(data-label); color: var(--muted); font-size: 0.875rem; }
  ${tables} td > .chip { justify-self: start; }
  ${tables} td.whole { display: block; }
  ${tables} td.whole::before { content: none; }
  ${tables} td.amount { text-align: left; white-space: normal; }
}`;
}
