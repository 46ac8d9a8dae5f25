/**
 * Styles for the developers' pages: navigation next to the content, lists of fields, and examples in a separate column.
 */
export const referenceStyles = `
.beside-pages { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem 2.5rem; }
.side { font-size: var(--text-medium); }
.side .group > summary { font-weight: 700; font-size: 0.875rem; color: var(--muted); }
.side a { display: flex; align-items: center; min-height: 44px; padding: 0.25rem 0.75rem; border-left: 3px solid transparent; border-radius: 4px; text-decoration: none; }
.side a:hover { background: var(--sunk); }
.side a[aria-current] { border-color: var(--brand-ink); background: var(--tint); font-weight: 650; }
.side .here { margin: 0.125rem 0 0.375rem 0.75rem; border-left: 1px solid var(--line); font-size: 0.875rem; }
.side .here a { color: var(--muted); border-left: 0; border-radius: 0 4px 4px 0; }
.side > details { padding: 0 1rem; border: 1px solid var(--line); border-radius: var(--round-small); background: var(--card); }
.side > details[open] { padding-bottom: 1rem; }
.side > details > summary { width: auto; color: var(--text); font-weight: 700; }

@media (min-width: 60rem) {
  .beside-pages { grid-template-columns: 13.5rem minmax(0, 1fr); }
  /* As high as the visible area below the header. Browsers with scroll-initial-target start at the current page. */
  .side { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 7rem); overflow-y: auto; }
  .side [aria-current] { scroll-initial-target: nearest; }
  .side a { min-height: 0; }
  .side .group > summary { min-height: 2.25rem; }
  .side > details { padding: 0; border: 0; background: none; }
  /* Always unfolded on wide screens. Browsers without ::details-content keep the fold. */
  @supports selector(::details-content) {
    .side > details > summary { display: none; }
    .side > details::details-content { content-visibility: visible; block-size: auto; }
  }
}

.guide > header, .reference > header { padding-block: 0.5rem 0; }
.sections { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2.25rem; margin-top: 2rem; }
.sections > section > h2 { padding-bottom: 0.5rem; border-bottom: 1px solid var(--line); }
.sections p, .sections li { max-width: 46rem; }
.sections > section > h2 > a { text-decoration: none; }
.sections > section > h2 > a:hover { text-decoration: underline; }
.route { display: flex; align-items: center; gap: 0.5rem; }
.route > .copied { flex: 1; min-width: 0; }
.chip.method { background: var(--brand); color: var(--on-brand); font-weight: 700; }

.sections thead th { overflow-wrap: normal; }
.sections :is(th, td) { padding-block: 0.5rem; }
.sections ol, .sections ul:not([class]) { padding-left: 1.5rem; }
.sections ol > li + li { margin-top: 0.375rem; }
.sections details + details { margin-top: -1rem; }
.sections .tile > strong { margin-bottom: 0.375rem; font-size: 1.125rem; letter-spacing: 0; }
.sections .tile > span { margin-top: auto; color: var(--brand-ink); font-weight: 600; }
/* The tutorials and then a call come first, visible without scrolling. */
.sections > section:is(:has(> .tiles), :has(> .tiles) + *) > h2 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.sections > section:has(> .tiles) { margin-top: -1rem; }
.sections > section:has(> .tiles) + * { margin-top: -0.75rem; }
.sections > section:has(> .tabs) pre { max-height: 20.5rem; }
/* A call with its response, and the groups of operations, have two columns on wide screens. */
@media (min-width: 72rem) {
  .sections > section:has(> div > .routes) { grid-template-columns: repeat(2, minmax(0, 1fr)); column-gap: 2.5rem; align-items: start; }
  .sections > section:has(> .tabs) { grid-template-columns: minmax(0, 4fr) minmax(0, 3fr); column-gap: 1rem; }
  .sections > section:has(> .tabs, > div > .routes) > :is(h2, p, .links) { grid-column: 1 / -1; }
  .sections > section > div:has(> .routes):nth-of-type(2) { grid-row: span 2; }
}

.reference > .examples { margin-top: 1.5rem; min-width: 0; }
@media (min-width: 72rem) {
  .reference { display: grid; grid-template-columns: minmax(0, 1fr) 25rem; grid-template-rows: auto 1fr; gap: 0 2.5rem; }
  .reference > .examples { grid-column: 2; grid-row: 1 / span 2; margin-top: 0.5rem; }
  @supports selector(::details-content) {
    .examples > div > details > summary { pointer-events: none; }
    .examples > div > details > summary::before { content: none; }
    .examples > div > details::details-content { content-visibility: visible; block-size: auto; }
  }
  .reference > .examples > div { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
}

.code, .tabs { position: relative; }
/* The copy button is in the row above the code. */
:is(.tabs .code, .tabs .copied, .code:has(> figcaption) > .copied) { display: block; position: static; border: 0; }
:is(.tabs, .code:has(> figcaption)) .copy { position: absolute; top: 1px; right: 1px; }
.code > figcaption { min-height: 46px; align-content: center; padding: 0.375rem 0.875rem; border-bottom: 1px solid var(--line); border-radius: var(--round-small) var(--round-small) 0 0; background: var(--sunk); font-size: 0.875rem; }
.code > figcaption + pre, .code > figcaption + .copied > pre { border-radius: 0 0 var(--round-small) var(--round-small); }
/* Dark in both schemes, so requests and responses stand out from the text about them. */
:is(.examples, .tabs) .copied, .examples figcaption, .copied:has(pre span), .code:has(pre span) figcaption { background: var(--code); color: var(--code-text); border-color: transparent; }
:is(.examples, .tabs) pre { white-space: pre-wrap; }
:is(.examples, .tabs) .copy, .copied:has(pre span) > .copy { color: var(--code-name); }
pre .name { color: var(--code-name); }
pre .text { color: var(--code-string); }
pre .value { color: #a9c6ff; }
/* Tabs in browsers that can place a fold's content apart from its summary. Other browsers show a list of folds. */
@supports selector(::details-content) {
  .tabs { display: grid; grid-template-columns: repeat(4, auto) 1fr; align-content: start; border-radius: var(--round-small); background: var(--code); }
  .tabs > details { display: contents; }
  .tabs > details::details-content { grid-row: 2; grid-column: 1 / -1; min-width: 0; }
  .tabs > details > summary { grid-row: 1; padding-inline: 0.625rem; border-bottom: 3px solid transparent; color: var(--code-muted); }
  .tabs > details > summary::before { content: none; }
  .tabs > details[open] > summary { border-color: var(--code-name); color: var(--code-text); font-weight: 700; pointer-events: none; }
}

.fields > div { padding-block: 0.5rem; border-top: 1px solid var(--line); }
.fields > div:first-child { border-top: 0; padding-top: 0; }
.fields > div:target { background: var(--sunk); box-shadow: 0 0 0 0.5rem var(--sunk); border-radius: 1px; }
.fields dt code { padding: 0; background: none; }
.fields dt a { text-decoration: none; font-weight: 700; }
.fields dt a:hover { text-decoration: underline; }
.fields .required { color: var(--warning); padding-left: 0.25rem; }
.fields dd > * + * { margin-top: 0.125rem; }
.fields ul { padding-left: 1.25rem; }
.fields .fields { margin-top: 0.25rem; padding-left: 1rem; border-left: 2px solid var(--line); }
.routes > li { display: grid; grid-template-columns: 3.25rem minmax(0, 1fr); align-items: baseline; gap: 0 0.5rem; padding-block: 0.375rem; border-top: 1px solid var(--line); }
.routes > li:target { background: var(--sunk); }
.routes a { font-weight: 600; text-decoration: none; }
.routes a:hover { text-decoration: underline; }
.routes code { padding: 0; border: 0; background: none; color: var(--muted); overflow-wrap: anywhere; }
#problems ~ * .parameters > div, #problems ~ .parameters > div { grid-template-columns: minmax(0, 1fr); }
.leads > li { padding-block: 0.5rem; border-top: 1px solid var(--line); }
.leads > li:first-child { border-top: 0; }
.leads > li:target { background: var(--sunk); box-shadow: 0 0 0 0.25rem var(--sunk); }
`;
