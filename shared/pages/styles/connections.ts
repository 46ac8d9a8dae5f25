/** Styles for the page of connected assistants: cards of connections, and the form for an API token. */
export const connectionStyles = `
.assistants-head { position: relative; padding-block: 0.5rem; }
.new-connection, .new-token { margin-top: 0.75rem; }
.new-connection > summary::before, .new-token > .button::before { content: none; }
.assistants-head:has(.new-token[open]) .new-connection > summary { border-color: var(--line); background: var(--card); color: var(--text); }
.new-connection > .card, .new-token > .card { margin-top: 1rem; }
.new-token .column { max-width: 35rem; }
@media (min-width: 40.01rem) {
  .assistants-head .titles { min-height: 5.5rem; padding: 0 19rem 1rem 0; }
  .new-connection > summary { position: absolute; top: 0.75rem; right: 0; max-width: 18rem; }
}

.names { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.625rem; }
.connection > header { align-items: start; padding-block: 1.25rem; }
.connection > header > div { flex: 1 1 12rem; }
.connection > .stack { padding: var(--pad); }
.connection .pair { gap: 1.5rem 2.5rem; }
.connection .pair dd p { margin: 0; }
.connection .parameters > div { grid-template-columns: 7.5rem minmax(0, 1fr); }
.connection .field, .new-token .field { grid-template-columns: minmax(0, 1fr); }
.connection :is(h3, h4) { font-size: 1.0625rem; }
.connection:target { box-shadow: 0 0 0 1px var(--brand-ink); border-color: var(--brand-ink); }
.application { padding-left: 1rem; border-left: 3px solid var(--line); }
.connecting > .card, .disconnect-all > .card { margin-top: 0.5rem; }
.disconnect-all > summary::before { content: none; }
.steps { counter-reset: step; }
.steps > li { display: grid; grid-template-columns: 1.75rem minmax(0, 1fr); column-gap: 0.875rem; counter-increment: step; }
.steps > li::before { content: counter(step); display: grid; place-items: center; grid-row: span 2; height: 1.75rem; border: 1px solid var(--line); border-radius: 50%; background: var(--sunk); font-size: var(--text-small); font-weight: 600; }

.kind > details { margin-left: 1rem; }
.kind > details > * + * { margin-top: 0.625rem; }
.field label.tick { font-size: inherit; font-weight: 400; }
.field .tick input { min-height: 0; padding: 0; }
.side-by-side .tick { align-content: start; }
.side-by-side { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(10rem, 100%), 1fr)); gap: 0.625rem; }
.new-secret { padding: 1.125rem; border: 1px solid var(--control); font-size: 1.0625rem; }
`;
