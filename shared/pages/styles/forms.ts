/** Fields, tick cards, error summaries, and what stands around a question. */
export const formStyles = `
.field { display: grid; gap: 0.375rem; }
.field label { font-weight: 700; }
.field .hint { color: var(--muted); font-size: 0.875rem; }
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
.field [aria-invalid="true"] { border-color: var(--danger); }
.field .error { color: var(--danger); font-size: 0.9375rem; }
.error-summary { padding: 0.875rem 1rem; border: 1px solid var(--danger); border-radius: var(--round-small); }

legend { padding: 0; font-weight: 700; }
fieldset > * + * { margin-top: 0.625rem; }
.tick {
  display: grid;
  grid-template-columns: 1.25rem minmax(0, 1fr);
  gap: 0.25rem 1rem;
  align-items: start;
  min-height: 44px;
  padding: 0.875rem 1rem;
  border: 1px solid var(--line);
  border-radius: var(--round);
  cursor: pointer;
}
.tick:hover, .tick:has(:checked) { border-color: var(--brand); }
.tick input { width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--brand); }
.tick .consequence { grid-column: 2; color: var(--muted); font-size: 0.875rem; }
.tick .consequence .strong { color: var(--text); }
.tick .consequence .warning { color: var(--warning); }
.tick:has(:disabled) { background: var(--tint); color: var(--muted); cursor: default; }
.tick:has(:disabled):hover { border-color: var(--line); }
fieldset > .hint { color: var(--muted); font-size: 0.875rem; }
.ask-amount { padding-left: 1rem; }
.asks:has([value="orders"]:not(:checked)) .ask-amount:not(:has([aria-invalid])) { display: none; }
fieldset > .error { color: var(--danger); }
.warning { color: var(--warning); }

h2.label { font-size: 1rem; line-height: 1.55; }
.host { font-weight: 700; color: var(--muted); }
.unverified { margin-top: 0.375rem; border-left: 3px solid var(--warning); }
.returns .host { display: block; font-size: 1.5rem; line-height: 1.25; color: var(--text); }
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
.who .quiet { color: var(--muted); }
.buttons.decision {
  position: sticky;
  bottom: 0;
  margin: 0 calc(-1 * var(--pad)) calc(-1 * var(--pad));
  padding: 0.875rem var(--pad);
  border-top: 1px solid var(--line);
  border-radius: 0 0 var(--round) var(--round);
  background: var(--card);
}
html:has(.decision) { scroll-padding-bottom: 6rem; }
@media (max-height: 22rem) {
  .buttons.decision { position: static; }
}

.facts > div { grid-template-columns: 10rem minmax(0, 1fr); }
@media (max-width: 40rem) {
  .facts > div { grid-template-columns: minmax(0, 1fr); }
}

.below-card { margin-top: 1rem; padding-inline: 0.25rem; color: var(--muted); font-size: 0.875rem; }
`;
