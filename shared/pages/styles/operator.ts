/** The operator console: the search field in its header, the groups of commands, wide tables, ids. */
export const operatorStyles = `
.page-header search { flex: 1 1 16rem; max-width: 36rem; margin-inline: auto; }
.page-header search label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.page-header search .entry { flex-wrap: nowrap; gap: 0.5rem; }
.side h2 { margin: 1rem 0.75rem 0.25rem; color: var(--muted); font-size: var(--text-small); letter-spacing: 0; }
.beside-pages > main { min-width: 0; padding-block: 1rem 4rem; }
.card.flush > .stack { padding: 1rem var(--pad); }
.tile.ok { flex-direction: row; gap: 0.625rem; align-items: baseline; padding: 0.625rem 1rem; line-height: 1.4; }
.tile.ok > strong { color: var(--ok); font-size: inherit; }
.console form.card { max-width: 40rem; }
.console .side { position: static; max-height: none; }
.id { display: inline-block; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; }
a > .id { color: var(--brand-ink); text-decoration: underline; }
.parameters .id { max-width: 100%; }
@media (max-width: 45rem) {
  .page-header:has(search) .frame { flex-wrap: wrap; }
  .page-header search { order: 1; flex-basis: 100%; }
}
.wide { position: relative; overflow-x: auto; }
@media (min-width: 40.01rem) {
  /* A word is never broken: what is wider scrolls. */
  .wide :is(th, td) { overflow-wrap: normal; vertical-align: top; }
  .wide :is(time, bdi) { white-space: nowrap; }
  .wide bdi.long { display: block; min-width: 20rem; white-space: normal; }
  .wide .links { flex-wrap: nowrap; }
  .wide .links a { min-height: 0; }
}
`;
