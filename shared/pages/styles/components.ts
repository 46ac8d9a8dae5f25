import { stacking } from "./stacking.ts";

/** Styles for the building blocks of pages: stacks, cards, notices, chips, buttons, tables, totals, code and folds. */
export const componentStyles = `
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-content: start; }
.stack.loose { gap: 1.5rem; }
.stack.tight { gap: 0.375rem; }
.section { margin-top: 4.5rem; }
.section > :first-child h2 { font-size: var(--title-1); letter-spacing: -0.025em; }
.lead { color: var(--muted); max-width: 42rem; }
.lead strong { color: var(--text); }
.muted { color: var(--muted); }
.faint { color: var(--faint); }
.small { font-size: var(--text-small); line-height: 1.5; }
.strong { font-weight: 650; }
.warning { color: var(--warning); }
.amounts { font-variant-numeric: tabular-nums; }
.crumb { color: var(--faint); font-size: var(--text-small); }
.crumb a { display: inline-flex; align-items: center; min-height: 44px; color: var(--muted); }

.card { padding: var(--pad); background: var(--card); border: 1px solid var(--line); border-radius: var(--round); }
.card.flush { padding: 0; overflow: hidden; }
.card.flush > header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1rem; padding: 0.75rem var(--pad); border-bottom: 1px solid var(--line); }
.card.flush > :is(p, ul, .links) { padding: 0.875rem var(--pad); }
.card.sunk { background: var(--sunk); }
.qr-code { width: 12rem; max-width: 100%; }
.qr-code svg { display: block; border-radius: var(--round); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1rem; }
.tile { display: flex; flex-direction: column; padding: 1rem 1.25rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--round); color: var(--muted); font-size: var(--text-small); text-decoration: none; }
a.tile:hover { border-color: var(--control); }
.tile > strong { color: var(--text); font-size: var(--title-2); line-height: 1.25; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.tile > p:not(:first-child) + * { margin-top: auto; }
.tile > p:not(:first-child, :last-child) { padding-bottom: 1rem; }
.tile :is(form, .buttons) > .button { flex: 1; width: 100%; }
.tile.waits { border-color: var(--warning-line); background: linear-gradient(var(--warning-bg), var(--card) 70%); }
.empty { padding: 2.5rem 1.5rem; border: 1px dashed var(--control); border-radius: var(--round); color: var(--muted); text-align: center; }
.note { padding: 0.875rem 1rem; background: var(--sunk); border: 1px solid var(--line); border-radius: var(--round); font-size: var(--text-medium); }
.note:is(.ok, [role="status"]) { background: var(--ok-bg); border-color: transparent; }
.note:is(.warning, .unverified) { background: var(--warning-bg); border-color: var(--warning-line); color: var(--text); }
.note.warning :is(strong, b, h2) { color: var(--warning); }
.note.info { background: var(--info-bg); border-color: transparent; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem; }

.monogram { display: grid; place-items: center; width: 40px; height: 40px; flex: none; border: 1px solid var(--line); border-radius: 10px; background: var(--sunk); font-weight: 700; }
.monogram.brand-mark { border-color: transparent; background: var(--brand); color: var(--on-brand); }
.monogram.little { width: 28px; height: 28px; border-radius: 7px; }
.monogram.great { width: 56px; height: 56px; border-radius: 14px; font-size: 1.5rem; }

.links { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; font-size: var(--text-medium); }
.links a { display: inline-flex; align-items: center; min-height: 44px; color: var(--brand-ink); font-weight: 600; text-decoration: none; }
.links a:hover { text-decoration: underline; }
.links.muted a { color: var(--muted); font-weight: 400; text-decoration: underline; }
.card > .links:last-child { margin-bottom: -0.625rem; }

.chips { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.chip {
  display: inline-block;
  padding: 0.125rem 0.625rem;
  border: 1px solid var(--line);
  border-radius: 1rem;
  background: var(--sunk);
  color: var(--muted);
  font-size: 0.8125rem;
  font-weight: 600;
  line-height: 1.4;
}
td .chip { white-space: nowrap; }
.chip:is(.ok, .bad, .waits, .info, .brand-chip) { border-color: transparent; }
.chip.ok { background: var(--ok-bg); color: var(--ok); }
.chip.waits { background: var(--warning-bg); color: var(--warning); }
.chip.bad { background: var(--danger-bg); color: var(--danger); }
.chip.info { background: var(--info-bg); color: var(--info); }
.chip.brand-chip { background: var(--tint); color: var(--brand-ink); }
a.chip { display: inline-flex; align-items: center; min-height: 44px; padding-inline: 1rem; border-radius: 22px; border-color: var(--line); background: var(--card); color: var(--text); font-size: var(--text-small); font-weight: 500; text-decoration: none; }
a.chip:hover { border-color: var(--control); }
a.chip[aria-current] { border-color: var(--text); background: var(--text); color: var(--page); font-weight: 600; }

.switch { display: inline-flex; flex-wrap: wrap; justify-self: start; gap: 2px; padding: 3px; border: 1px solid var(--line); border-radius: 10px; background: var(--sunk); }
.switch a { display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding-inline: 0.875rem; border-radius: 7px; color: var(--muted); font-size: var(--text-small); font-weight: 500; text-align: center; text-decoration: none; white-space: nowrap; }
.switch a:hover { color: var(--text); }
.switch a[aria-current] { background: var(--card); color: var(--text); font-weight: 600; box-shadow: var(--raised), 0 0 0 1px var(--line); }

.tab-links { display: flex; flex-wrap: wrap; gap: 0 clamp(1rem, 4vw, 1.5rem); border-bottom: 1px solid var(--line); }
.tab-links a { display: flex; align-items: center; gap: 0.4375rem; min-height: 44px; padding-block: 0.25rem; border-bottom: 2px solid transparent; color: var(--muted); font-size: var(--text-medium); font-weight: 500; text-decoration: none; white-space: nowrap; }
.tab-links a:is(:hover, [aria-current]) { color: var(--text); }
.tab-links a[aria-current] { border-color: var(--brand-ink); }

.rows > li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; padding: 0.875rem var(--pad); border-top: 1px solid var(--line); }
.rows.whole > li { flex-wrap: nowrap; }
.rows.whole .chip { flex: none; }
.rows > li:first-child { border-top: 0; }
.rows .grow { flex: 1 1 12rem; min-width: 0; }
.card.flush > .rows { padding: 0; }
.rows a:not(.button) { text-decoration: none; }
.rows a:hover { text-decoration: underline; }

.aside-grid { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; align-items: start; }
@media (min-width: 60rem) {
  .aside-grid:has(> :nth-child(2):not(:empty)) { grid-template-columns: minmax(0, 1fr) 21.5rem; }
  .aside-grid > .details { order: 1; }
}
.aside-grid > :empty { display: none; }
.card.flush > .timeline { padding: 0.75rem var(--pad); }

.title-row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1.5rem; }
.list-tools { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem 1.5rem; }
.list-tools > form { flex: 0 1 26rem; }
.list-end { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1.5rem; margin-top: -0.75rem; }

.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  min-height: 44px;
  padding: 0.5rem 1.125rem;
  border: 1px solid var(--line);
  border-radius: var(--round-small);
  background: var(--card);
  box-shadow: var(--raised);
  color: var(--text);
  font: inherit;
  font-weight: 600;
  line-height: 1.2;
  text-align: center;
  text-decoration: none;
  overflow-wrap: normal;
  cursor: pointer;
}
.button:hover { border-color: var(--control); color: var(--text); }
.button.primary { border-color: var(--brand); background: var(--brand); color: var(--on-brand); }
.button.primary:hover { box-shadow: 0 0 0 2px var(--card), 0 0 0 4px var(--brand); }
.button.danger { color: var(--danger); }
.button.whole { width: 100%; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.buttons.equal > * { flex: 1 1 6rem; }
.buttons.forward { align-items: center; justify-content: space-between; }
.buttons.forward > .primary { flex: 1 1 12rem; }

code, .address { font-family: var(--mono); font-size: 0.875em; }
p code, dd code, li code, td code { padding: 0.1em 0.3em; border: 1px solid var(--line); border-radius: 5px; background: var(--sunk); -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.note code { padding: 0; border: 0; }
pre, .address {
  display: block;
  padding: 0.75rem 0.875rem;
  border: 1px solid var(--line);
  border-radius: var(--round-small);
  background: var(--sunk);
  font: 0.875rem/1.6 var(--mono);
  white-space: pre;
  overflow-x: auto;
  tab-size: 2;
}
.address { white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { padding: 0; border: 0; background: none; font-size: inherit; }
.copied { display: grid; grid-template-columns: minmax(0, 1fr) auto; border: 1px solid var(--line); border-radius: var(--round-small); background: var(--sunk); }
.copied > :first-child { border: 0; background: none; }
.copied > noscript { grid-column: 1 / -1; padding-inline: 0.875rem; }
.copy { align-self: start; min-width: 44px; min-height: 44px; padding-inline: 0.75rem; border: 0; border-radius: var(--round-small); background: none; color: var(--brand-ink); font: inherit; font-size: var(--text-small); font-weight: 600; cursor: pointer; }
.copy:hover { text-decoration: underline; }
@media (scripting: none) {
  .copied > :first-child { grid-column: 1 / -1; -webkit-user-select: all; user-select: all; }
  .copy { display: none; }
}

table { width: 100%; border-collapse: collapse; font-size: var(--text-medium); }
th, td { padding: 0.75rem 1rem 0.75rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
thead th, .whole-words { overflow-wrap: normal; }
thead th { padding-block: 0.5625rem; color: var(--faint); font-size: var(--text-small); font-weight: 500; }
tbody th { font-weight: 650; }
tbody th a { color: var(--brand-ink); text-decoration: none; }
tbody th a:hover { text-decoration: underline; }
@media (min-width: 40.01rem) {
  .even { table-layout: fixed; }
  tbody th code { white-space: nowrap; }
  .card.flush :is(th, td):first-child { padding-left: var(--pad); }
  .card.flush :is(th, td):last-child { padding-right: var(--pad); }
}
tbody tr:last-child > * { border-bottom: 0; }
th:last-child, td:last-child { padding-right: 0; }
th.amount, td.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }

${stacking(".stacking", "40rem")}
${stacking(".compact", "24rem")}
@media (max-width: 40rem) {
  .card.flush table tr { padding-inline: var(--pad); }
  .compact :is(th, td) { padding-right: 0.5rem; font-size: 0.8125rem; overflow-wrap: break-word; }
  .compact :is(th, td):last-child { padding-right: 0; }
  .compact th.amount { white-space: normal; }
}

.sums { display: grid; gap: 0.625rem; font-size: var(--text-medium); }
.sums > div { display: flex; justify-content: space-between; gap: 1rem; }
.sums dd { flex: none; font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
@media (max-width: 24rem) {
  .sums dd { flex: initial; white-space: normal; }
}
.sums .total { margin-top: 0.25rem; padding-top: 0.75rem; border-top: 1px solid var(--line); font-size: var(--text-large); font-weight: 650; }
.stamp { justify-self: end; padding: 0.375rem 1rem; border: 2px solid; border-radius: var(--round-small); color: var(--ok); font-size: var(--text-small); line-height: 1.4; text-align: center; transform: rotate(-3deg); }
.stamp.void { color: var(--danger); }
.stamp strong { font-size: var(--text-large); text-transform: uppercase; }
@media (min-width: 45rem) {
  .stamp { margin-bottom: -4.5rem; }
}
.sheet > .sums { justify-self: end; width: min(22rem, 100%); }
.sums .off { color: var(--ok); }

details > summary { display: flex; align-items: center; gap: 0.5rem; min-height: 44px; width: fit-content; color: var(--muted); font-size: var(--text-medium); cursor: pointer; list-style: none; }
details > summary::-webkit-details-marker { display: none; }
details > summary::before { content: ""; width: 0; border-left: 8px solid currentcolor; border-block: 5px solid transparent; }
.card > details:last-child:not([open]) { margin-bottom: -0.625rem; }
details[open] > summary::before { transform: rotate(90deg); }
.fold { border: 1px solid var(--line); border-radius: var(--round); background: var(--card); }
.fold > summary { width: auto; padding: 0.75rem 1rem; color: var(--text); }
.fold > summary::before { content: none; }
.fold > summary::after { content: ""; flex: none; width: 8px; height: 8px; margin: -4px 4px 0 auto; border: solid var(--faint); border-width: 0 1.5px 1.5px 0; transform: rotate(45deg); }
.fold[open] > summary::after { margin-top: 4px; transform: rotate(-135deg); }
.fold > :not(summary) { margin: 0 1rem 1rem; }

.marks > li { display: grid; grid-template-columns: 1.125rem minmax(0, 1fr); gap: 0.625rem; }
.marks > li::before { content: ""; width: 11px; height: 6px; margin: 0.5em 0 0 2px; border: solid var(--brand-ink); border-width: 0 0 2px 2px; transform: rotate(-45deg); }

.with-action { display: flex; flex-wrap: wrap; align-items: start; justify-content: space-between; gap: 0.75rem 1.5rem; }
.with-action > :first-child { flex: 1 1 11rem; }
.with-action.low { align-items: end; }

.parameters { font-size: var(--text-medium); }
.parameters > div { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0.125rem 1.5rem; padding-block: 0.625rem; border-top: 1px solid var(--line); }
.details .parameters > div { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); column-gap: 1rem; }
.parameters > div:first-child { border-top: 0; padding-top: 0; }
.parameters > div:last-child { padding-bottom: 0; }
@media (max-width: 40rem) {
  .parameters > div { grid-template-columns: minmax(0, 1fr); }
}
.clients { display: grid; gap: 0.75rem; }
.client + * { margin-top: 1.5rem; }
.clients summary { width: auto; padding: 0.75rem; border: 1px solid var(--line); border-radius: var(--round); background: var(--card); color: var(--text); font-weight: 600; }
.clients summary::before { content: none; }
.clients [open] > summary { border-color: var(--brand-ink); background: var(--tint); box-shadow: inset 0 0 0 1px var(--brand-ink); }
/* Tiles in browsers that can place a fold's content apart from its summary. Other browsers show a list of folds. */
@supports selector(::details-content) {
  .clients { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .clients > details { display: contents; }
  .clients > details::details-content { grid-column: 1 / -1; order: 1; }
  .clients > details:not([open])::details-content { display: none; }
  .clients summary { flex-direction: column; justify-content: center; text-align: center; font-size: var(--text-small); }
  @media (min-width: 60rem) {
    .clients { grid-template-columns: repeat(6, minmax(0, 1fr)); }
  }
}

.timeline > li { position: relative; display: flex; flex-wrap: wrap; gap: 0 0.75rem; padding: 0.5rem 0 0.5rem 1.3125rem; font-size: var(--text-medium); }
.timeline p { flex: 1 1 15rem; }
.timeline > li::before { content: ""; position: absolute; left: 0; width: 9px; height: 9px; margin-top: 0.45em; border: 2px solid var(--control); border-radius: 50%; background: var(--card); }
.timeline > li.done::before { border-color: var(--brand); background: var(--brand); }
.timeline > li.waits::before { border-color: var(--warning); background: var(--warning-bg); }
.timeline > li:not(:last-child)::after { content: ""; position: absolute; left: 4px; top: 1.75rem; bottom: -0.5rem; width: 1px; background: var(--line); }
.timeline time { color: var(--faint); font-size: var(--text-small); white-space: nowrap; }
`;
