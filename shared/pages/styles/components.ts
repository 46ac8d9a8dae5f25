import { stacking } from "./stacking.ts";

/** What pages are composed of: stacks, cards, chips, rows, tables, code, buttons. */
export const componentStyles = `
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-content: start; }
.stack.loose { gap: 1.5rem; }
.stack.tight { gap: 0.375rem; }
.section { margin-top: 3.5rem; }
.lead { color: var(--muted); max-width: 42rem; }
.lead strong { color: var(--text); }
.muted { color: var(--muted); }
.small { font-size: 0.875rem; }
.strong { font-weight: 700; }

.card { padding: var(--pad); background: var(--card); border: 1px solid var(--line); border-radius: var(--round); }
.note { padding: 0.75rem 0.875rem; background: var(--tint); border-radius: var(--round-small); font-size: 0.9375rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem; }

.links { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; font-size: 0.9375rem; }
.links a { display: inline-flex; align-items: center; min-height: 44px; }
.card > .links:last-child { margin-bottom: -0.625rem; }

.chips { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.chip {
  display: inline-block;
  padding: 0.1875rem 0.6875rem;
  border: 1px solid transparent;
  border-radius: 1rem;
  background: var(--tint);
  font-size: 0.875rem;
  line-height: 1.4;
}
.chip.brand-chip { border-color: var(--brand); color: var(--brand); }
a.chip { display: inline-flex; align-items: center; min-height: 44px; padding-inline: 1rem; border-radius: 22px; background: var(--card); border-color: var(--line); text-decoration: none; }
a.chip:hover { border-color: var(--brand); }
a.chip[aria-current] { border-color: var(--brand); color: var(--brand); font-weight: 700; }

.rows > li { padding-block: 1.125rem; border-top: 1px solid var(--line); }
.rows > li:last-child { padding-bottom: 0; }

.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 44px;
  padding: 0.5rem 1.125rem;
  border: 1px solid var(--brand);
  border-radius: var(--round-small);
  background: var(--card);
  color: var(--brand);
  font: inherit;
  font-weight: 700;
  text-align: center;
  text-decoration: none;
  overflow-wrap: normal;
  cursor: pointer;
}
.button:hover { background: var(--tint); }
.button.primary { background: var(--brand); color: var(--on-brand); }
.button.primary:hover { box-shadow: 0 0 0 2px var(--card), 0 0 0 4px var(--brand); }
.button.danger { border-color: var(--danger); color: var(--danger); }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.buttons.equal > * { flex: 1 1 6rem; }
.buttons.forward { align-items: center; justify-content: space-between; }
.buttons.forward > .primary { flex: 1 1 12rem; }

code, .address { font-family: var(--mono); font-size: 0.875em; }
p code, dd code, li code, td code { padding: 0.1em 0.3em; border-radius: 5px; background: var(--tint); -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.note code { padding: 0; }
pre, .address {
  display: block;
  padding: 0.75rem 0.875rem;
  border-radius: var(--round-small);
  background: var(--tint);
  font: 0.875rem/1.6 var(--mono);
  white-space: pre-wrap;
  /* As a terminal does: an address goes on in the next line and does not begin there. */
  word-break: break-all;
  tab-size: 2;
}
pre code { font-size: inherit; }
.address, pre.whole > code { -webkit-user-select: all; user-select: all; }

table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.5625rem 1rem 0.5625rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
thead th { color: var(--muted); font-size: 0.875rem; font-weight: 400; }
tbody th { font-weight: 700; }
@media (min-width: 40.01rem) {
  .even { table-layout: fixed; }
  tbody th code { white-space: nowrap; }
}
tbody tr:last-child > * { border-bottom: 0; }
th:last-child, td:last-child { padding-right: 0; }
th.amount, td.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }

${stacking(".stacking", "40rem")}
${stacking(".compact", "24rem")}
@media (max-width: 40rem) {
  .compact :is(th, td) { padding-right: 0.5rem; font-size: 0.8125rem; overflow-wrap: break-word; }
  .compact :is(th, td):last-child { padding-right: 0; }
  .compact th.amount { white-space: normal; }
}

details > summary { display: flex; align-items: center; gap: 0.5rem; min-height: 44px; width: fit-content; color: var(--muted); font-size: 0.9375rem; cursor: pointer; list-style: none; }
details > summary::-webkit-details-marker { display: none; }
details > summary::before { content: ""; width: 0; border-left: 8px solid currentcolor; border-block: 5px solid transparent; }
.card > details:last-child:not([open]) { margin-bottom: -0.625rem; }
details[open] > summary::before { transform: rotate(90deg); }

.marks > li { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr); gap: 0.375rem; }
.marks > li::before { content: "✓"; color: var(--brand); }

.with-action { display: flex; flex-wrap: wrap; align-items: start; justify-content: space-between; gap: 0.75rem 1.5rem; }
.with-action > :first-child { flex: 1 1 11rem; }

.parameters > div { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0.125rem 1.5rem; padding-block: 0.6875rem; border-top: 1px solid var(--line); }
.parameters > div:first-child { border-top: 0; padding-top: 0; }
.parameters > div:last-child { padding-bottom: 0; }
@media (max-width: 40rem) {
  .parameters > div { grid-template-columns: minmax(0, 1fr); }
}
.clients dt a { display: inline-flex; align-items: center; min-height: 44px; color: var(--muted); width: fit-content; }
.route { font-family: var(--mono); }
`;
