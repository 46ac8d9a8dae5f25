import { stacking } from "./stacking.ts";

/** Styles for the operator console: groups of commands, wide tables and ids. */
export const operatorStyles = `
.side h2 { margin: 1rem 0.75rem 0.25rem; color: var(--muted); font-size: var(--text-small); letter-spacing: 0; }
.beside-pages > main { min-width: 0; padding-block: 1rem 4rem; }
.card.flush > .stack { padding: 1rem var(--pad); }
.tile.ok { flex-direction: row; gap: 0.625rem; align-items: baseline; padding: 0.625rem 1rem; line-height: 1.4; }
.tile.ok > strong { color: var(--ok); font-size: inherit; }
.console form.card { max-width: 40rem; }
.console .side { position: static; max-height: none; }
.id { display: inline-block; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; }
a > .id { color: var(--brand-ink); text-decoration: underline; }
.console .parameters { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0.75rem 1.5rem; }
.console .parameters > div { display: block; padding: 0; border: 0; }
.console .parameters > div:has(.long) { grid-column: 1 / -1; }
@media (hover: none) { .console .for-pointers { display: none; } }
@media (max-width: 59.99rem) { .console .side { margin-top: 1rem; } }
@media (max-width: 45rem) {
  .console .tiles:has(> .ok) { gap: 0; }
  .console .tile.ok { border-width: 0 0 1px; border-radius: 0; background: none; }
}
.wide { position: relative; overflow-x: auto; }
.wide .below { display: block; color: var(--muted); font-weight: 400; }
/* In a narrow window, each row is a block with as many columns of labels and values as fit. */
${stacking(".wide .stacking", "78rem")}
.wide .stacking tr { grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); column-gap: 2rem; }
.wide .stacking :is(tbody th, td.whole) { grid-column: 1 / -1; }
.wide .stacking td { grid-template-columns: 6.5rem minmax(0, 1fr); }
@media (max-width: 78rem) {
  .wide .stacking tr { padding-inline: var(--pad); }
  .wide .stacking :is(th, td):is(:first-child, :last-child) { padding-inline: 0; }
  .wide .id { max-width: 100%; }
  .wide td:has(.none) { display: none; }
}
@media (min-width: 78.01rem) {
  .wide :is(th, td) { overflow-wrap: normal; vertical-align: top; }
  .wide :is(time, bdi) { white-space: nowrap; }
  .wide bdi.long { display: block; min-width: 12rem; white-space: normal; }
  .wide .id { max-width: 9rem; }
  .wide .links a { min-height: 0; }
}
`;
