/** Styles for custom properties, type, page frame, links and focus. */
export const baseStyles = `
*, *::before, *::after { box-sizing: border-box; }

:root {
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --text-small: 0.875rem;
  --text-medium: 0.9375rem;
  --text-large: 1.125rem;
  --title-3: 1.375rem;
  --title-2: 1.75rem;
  --title-1: 2.375rem;
  --title-hero: 3.25rem;
  --edge: 1.5rem;
  --pad: 1.5rem;
  --round-inline: 6px;
  --round-small: 8px;
  --round: 12px;
  --round-large: 16px;
  --code: #0f1a16;
  --code-text: #e6efeb;
  --code-muted: #9fb0a8;
  --code-name: #7fd6b0;
  --code-string: #f0c987;
  --raised: 0 1px 2px rgb(13 26 20 / 0.06);
  --floating: 0 1px 2px rgb(13 26 20 / 0.05), 0 12px 32px -12px rgb(13 26 20 / 0.16);
}
@media (prefers-color-scheme: dark) {
  :root { --raised: none; --floating: 0 16px 40px -12px rgb(0 0 0 / 0.6); --code: #080d0b; }
}
@media (max-width: 45rem) {
  :root { --edge: 1rem; --pad: 1rem; --title-3: 1.25rem; --title-2: 1.5rem; --title-1: 1.875rem; --title-hero: 2.25rem; }
}

html { text-size-adjust: 100%; -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }

body {
  display: flex;
  flex-direction: column;
  min-height: 100vh;
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.55 var(--sans);
  overflow-wrap: anywhere;
}

h1, h2, h3, h4, p, ul, ol, dl, dd, pre, fieldset, figure { margin: 0; padding: 0; border: 0; min-width: 0; }
h1, h2, h3, h4 { font-weight: 650; line-height: 1.25; letter-spacing: -0.015em; text-wrap: balance; overflow-wrap: break-word; }
p, li, dd { text-wrap: pretty; }
h1 { font-size: var(--title-2); }
h2 { font-size: var(--title-3); }
h3 { font-size: 1.0625rem; letter-spacing: -0.005em; }
h4 { font-size: 1rem; letter-spacing: 0; }
ul[class], ol[class] { list-style: none; }
b, strong { font-weight: 650; }

a { color: inherit; text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { color: var(--brand-ink); }
:focus-visible { outline: 3px solid var(--brand-ink); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
:target { scroll-margin-top: 1rem; }

.frame { width: 100%; max-width: calc(70rem + 2 * var(--edge)); margin-inline: auto; padding-inline: var(--edge); }
.frame.broad { max-width: calc(85rem + 2 * var(--edge)); }
.frame.medium { max-width: calc(52.5rem + 2 * var(--edge)); }
.frame.reading { max-width: calc(35rem + 2 * var(--edge)); }

.page-header { border-bottom: 1px solid var(--line); background: var(--page); font-size: var(--text-small); }
.page-header .frame { display: flex; align-items: center; gap: 0.25rem 0.75rem; min-height: 4rem; padding-block: 0.5rem; }
.page-header a:not(.button) { display: inline-flex; align-items: center; min-height: 44px; color: var(--muted); font-weight: 500; text-decoration: none; white-space: nowrap; }
.page-header a:is(:hover, [aria-current]) { color: var(--text); }
.page-header nav { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.875rem; }
.page-header a.brand { gap: 0.625rem; min-width: 0; color: var(--text); font-size: 1rem; font-weight: 650; letter-spacing: -0.01em; }
.page-header .brand bdi { overflow: hidden; text-overflow: ellipsis; }
.page-header a.chip { padding: 0 0.125rem; border: 0; background: none; color: var(--muted); font-weight: 500; }
.page-header a.chip[aria-current] { background: none; color: var(--text); font-weight: 650; }
.page-header .end { display: flex; align-items: center; gap: 0 1rem; min-width: 0; margin-left: auto; color: var(--muted); white-space: nowrap; }
.page-header .end > bdi { overflow: hidden; text-overflow: ellipsis; }
.page-header search { flex: 1 1 16rem; max-width: 36rem; margin-inline: auto; }
.page-header search label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.page-header search .entry { flex-wrap: nowrap; gap: 0.5rem; }
.page-header search .field { grid-template-columns: minmax(0, 1fr); }
@media (max-width: 45rem) {
  .page-header:has(search) .frame { flex-wrap: wrap; row-gap: 0.625rem; padding-bottom: 0.75rem; }
  .page-header:has(search) a.brand { flex: 1 1 2rem; }
  .page-header search { order: 3; flex-basis: 100%; }
  .page-header .end { flex: none; gap: 0 0.75rem; }
  .page-header .end > bdi { display: none; }
  .page-header .brand bdi { white-space: normal; line-height: 1.2; overflow-wrap: normal; }
}
/* The size is fixed, so nothing moves when the image has loaded. */
.brand img { display: block; flex: none; width: min(8.75rem, 28vw); height: 28px; object-fit: contain; object-position: left; }

.menu { position: static; }
.menu > summary { display: grid; place-items: center; min-width: 44px; border: 1px solid var(--line); border-radius: var(--round-small); color: var(--text); }
.menu > summary::before { content: ""; width: 18px; height: 12px; border: solid; border-width: 1.5px 0; background: linear-gradient(currentcolor, currentcolor) center / 100% 1.5px no-repeat; }
.menu[open] > summary::before { transform: none; }
.menu > div { position: absolute; z-index: 2; inset: 4rem 0 auto; padding: 0.5rem var(--edge) 1rem; border-bottom: 1px solid var(--line); background: var(--page); box-shadow: var(--floating); }
.menu .main-nav a { font-size: var(--text-medium); }
.page-header:has(.menu) { position: relative; }
@media (max-width: 63.99rem) {
  .page-header .button { padding-inline: 0.75rem; }
  .page-header .menu { order: 2; }
  .menu .main-nav { display: grid; }
}
@media (min-width: 64rem) {
  /* Always unfolded on wide screens. Browsers without ::details-content keep the fold. */
  @supports selector(::details-content) {
    .page-header .menu { flex: 1; }
    /* The width is fixed, so the elements that follow in the HTML do not move it. */
    .page-header search:has(+ .menu) { flex: 0 1 26rem; margin: 0 0 0 1rem; }
    .menu > summary { display: none; }
    .menu::details-content { content-visibility: visible; display: block; block-size: auto; }
    .menu > div { position: static; display: flex; gap: 1.5rem; padding: 0; border: 0; box-shadow: none; }
    .menu > div > .main-nav { flex: 1; gap: 0 1.25rem; margin-left: 0.5rem; flex-wrap: nowrap; }
    .menu > div > :not(.main-nav) { flex-wrap: nowrap; }
    .menu + .end { margin-left: 0; }
  }
}

.tabbed { margin-block: -1.75rem var(--pad); }
/* As high as a link, even on pages that have no link here. */
.tabbed > p { min-height: 44px; }
.tabbed ~ :is(.card, .below-card) { max-width: 35rem; }

main { flex: 1; padding-block: 2rem 4rem; }

.page-footer { border-top: 1px solid var(--line); background: var(--sunk); color: var(--muted); font-size: var(--text-small); }
.page-footer .frame { display: grid; grid-template-columns: 1.6fr repeat(3, 1fr); gap: 1.5rem 2rem; padding-block: 2.5rem 2rem; }
.page-footer .frame.brief { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.5rem; padding-block: 0.75rem 1.25rem; }
.page-footer .brief > :first-child { flex: 1; white-space: nowrap; }
.page-footer .brief ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.page-footer p { color: var(--text); }
.page-footer a { display: inline-flex; align-items: center; min-height: 36px; text-decoration: none; }
.page-footer a:hover { text-decoration: underline; }
p.brand, .page-footer .brand { display: flex; align-items: center; gap: 0.625rem; color: var(--text); font-weight: 650; }
@media (max-width: 45rem) {
  .page-footer .frame { grid-template-columns: 1fr 1fr; }
  .page-footer .frame > :first-child { grid-column: 1 / -1; }
  .page-footer a { min-height: 44px; }
}

.to-content { position: absolute; left: -999rem; }
.to-content:focus { left: 1rem; top: 1rem; z-index: 3; padding: 0.75rem 1rem; background: var(--card); border-radius: var(--round-small); }
.only-heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
