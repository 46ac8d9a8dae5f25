/** Styles for fields, radio buttons, checkboxes and error summaries, and for the parts around a question. */
export const formStyles = `
.field { display: grid; gap: 0.375rem; align-content: start; }
.field label, legend { font-size: var(--text-small); font-weight: 600; }
.field h2 label { font: inherit; }
.field .hint { color: var(--faint); font-size: var(--text-small); }
.field .entry { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.field input, .field select, .field textarea {
  flex: 1 1 14rem;
  min-width: 0;
  min-height: 44px;
  padding: 0.5rem 0.875rem;
  border: 1px solid var(--control);
  border-radius: var(--round-small);
  background: var(--card);
  color: var(--text);
  font: inherit;
}
.field select {
  appearance: none;
  padding-right: 2.25rem;
  background: linear-gradient(45deg, transparent 50%, currentcolor 50%) right 19px top 55% / 5px 5px no-repeat,
    linear-gradient(-45deg, transparent 50%, currentcolor 50%) right 14px top 55% / 5px 5px no-repeat, var(--card);
}
.field [aria-invalid="true"] { border-color: var(--danger); }
.field .error { color: var(--danger); font-size: var(--text-medium); }
.error-summary { padding: 0.875rem 1rem; border: 1px solid var(--danger); border-radius: var(--round); background: var(--danger-bg); }
.error-summary:focus-visible { outline-color: var(--danger); }

legend { padding: 0; }
fieldset > * + * { margin-top: 0.5rem; }
.tick {
  display: grid;
  grid-template-columns: 1.25rem minmax(0, 1fr);
  gap: 0.25rem 1rem;
  align-items: start;
  min-height: 44px;
  padding: 0.875rem 1rem;
  border: 1px solid var(--line);
  border-radius: var(--round);
  background: var(--card);
  cursor: pointer;
}
.tick:hover { border-color: var(--control); }
.tick:has(:checked) { border-color: var(--brand-ink); background: var(--tint); box-shadow: inset 0 0 0 1px var(--brand-ink); }
.tick input { appearance: none; display: grid; place-content: center; width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; border: 1.5px solid var(--control); border-radius: 5px; background: var(--card); }
.tick input[type="radio"] { border-radius: 50%; }
.tick input:checked { border-color: var(--brand-ink); background: var(--brand); }
.tick input[type="checkbox"]:checked::after { content: ""; width: 11px; height: 6px; border: solid var(--on-brand); border-width: 0 0 2px 2px; transform: translateY(-1px) rotate(-45deg); }
.tick input[type="radio"]:checked::after { content: ""; width: 8px; height: 8px; border-radius: 50%; background: var(--on-brand); }
@media (forced-colors: active) {
  .tick input { appearance: auto; }
}
.tick .consequence { grid-column: 2; color: var(--muted); font-size: var(--text-small); }
.tick .consequence .strong { color: var(--text); }
.tick .consequence .warning { color: var(--warning); }
.tick:has(:disabled) { background: var(--sunk); color: var(--muted); cursor: default; }
.tick:has(:disabled):hover { border-color: var(--line); }
.tick.bare { display: inline-grid; grid-template-columns: 1.25rem; place-content: center; min-width: 44px; margin-block: -0.75rem; padding: 0; border: 0; background: none; box-shadow: none; vertical-align: middle; }
fieldset.pair { grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }
fieldset.pair > * { margin-top: 0; }
.record { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), 1fr)); gap: 0.75rem; align-items: start; }
.record > * + * { margin-top: 0; }
@media (min-width: 60rem) {
  .record { grid-template-columns: 4fr 1.5fr 6fr 1.75fr; }
}
.record + .record { padding-top: 1rem; border-top: 1px solid var(--line); }
fieldset > .hint { color: var(--faint); font-size: var(--text-small); }
.ask-amount { padding-left: 1rem; }
.asks:has([value="orders"]:not(:checked)) .ask-amount:not(:has([aria-invalid])) { display: none; }
fieldset > .error { color: var(--danger); }

h2.label { font-size: 1rem; line-height: 1.55; }
.host { font-weight: 700; color: var(--muted); }
.unverified .host { color: var(--text); }
.quiet {
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 0.18em;
  cursor: pointer;
}
.quiet:hover { text-decoration-thickness: 2px; }
.note:has(> .who) { padding-block: 0.25rem; }
.who { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 0.5rem; min-height: 44px; }
.who > p { flex: 1 1 10rem; min-width: min-content; max-width: 100%; overflow-wrap: break-word; }
.who:not(:has(.quiet)) { min-height: 0; }
.who .quiet { color: var(--muted); }
.decided { max-width: 60rem; margin-inline: auto; }
.card.decided { border-radius: var(--round-large); box-shadow: var(--floating); }
.sides { counter-reset: ticked; }
.sides [name="scope"]:checked { counter-increment: ticked; }
.ticked::before { content: counter(ticked); }
.sides > * + * { margin-top: 1.5rem; }
.from-to { display: flex; align-items: center; gap: 0.75rem; }
/* Browsers without :has() always show the count, which is also correct for zero. */
.none-ticked { display: none; }
.decided form:not(:has(.sides [name="scope"]:checked)) .some-ticked { display: none; }
.decided form:not(:has(.sides [name="scope"]:checked)) .none-ticked { display: inline; }
.dots { width: 2.75rem; border-top: 2px dotted var(--control); }
.decision {
  position: sticky;
  bottom: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.5rem 1.5rem;
  margin: 1.5rem calc(-1 * var(--pad)) calc(-1 * var(--pad));
  padding: 0.875rem var(--pad);
  border-top: 1px solid var(--line);
  border-radius: 0 0 var(--round-large) var(--round-large);
  background: var(--card);
}
.decision > p { flex: 1 1 10rem; }
.decision > .buttons { flex: 1 1 16rem; }
html:has(.decision) { scroll-padding-bottom: 8rem; }
@media (max-height: 22rem) {
  .decision { position: static; }
}
.sides .marks { font-size: var(--text-medium); }
.sides fieldset + details { margin-top: 0.25rem; }
@media (max-width: 45rem) {
  main:has(> .decided) { padding-top: 0.75rem; }
  .sides { font-size: var(--text-small); }
  .sides :is(.marks, .note, h2, legend) { font-size: inherit; }
  .sides h1 { font-size: var(--title-3); }
  .sides > .stack { gap: 0.625rem; }
  .sides > * + * { margin-top: 1rem; }
  .sides .from-to { display: none; }
  .sides :is(.note, .tick) { padding: 0.625rem 0.75rem; }
  .decision { padding-block: 0.625rem; }
}
@media (min-width: 60rem) {
  .sides { display: grid; grid-template-columns: 1fr 1fr; gap: 2.25rem; padding: 0.75rem; }
  .sides > * + * { margin-top: 0; padding-left: 2.25rem; border-left: 1px solid var(--line); }
}

.facts > div { grid-template-columns: 10rem minmax(0, 1fr); }
@media (max-width: 40rem) {
  .facts > div { grid-template-columns: minmax(0, 1fr); }
}

.below-card { margin-top: 1rem; padding-inline: 0.25rem; color: var(--muted); font-size: var(--text-small); }
`;
