/** Type, page frame, links and focus. */
export const baseStyles = `
*, *::before, *::after { box-sizing: border-box; }

:root {
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --edge: 2rem;
  --pad: 1.75rem;
  --round: 14px;
  --round-small: 10px;
}

@media (max-width: 40rem) {
  :root { --edge: 1rem; --pad: 1.25rem; }
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

h1, h2, h3, h4, p, ul, ol, dl, dd, pre, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; overflow-wrap: break-word; }
p, li, dd { text-wrap: pretty; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.25rem; }
h3 { font-size: 1.0625rem; }
h4 { font-size: 1rem; }
ul[class], ol[class] { list-style: none; }

a { color: inherit; text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
:target { scroll-margin-top: 1rem; }

.frame { width: 100%; max-width: calc(60rem + 2 * var(--edge)); margin-inline: auto; padding-inline: var(--edge); }
.frame.broad { max-width: calc(80rem + 2 * var(--edge)); }
.frame.reading { max-width: calc(35rem + 2 * var(--edge)); }

.page-header .frame {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 1.5rem;
  padding-block: 0.75rem;
}
.page-header nav { display: flex; flex-wrap: wrap; gap: 0 0.375rem; color: var(--muted); font-size: 0.875rem; }
.page-header nav > *, .page-header nav a { display: inline-flex; align-items: center; min-height: 44px; }
.page-header nav > * + *::before { content: "·"; margin-right: 0.375rem; display: inline-block; }
/* The parts of a site stand beside the brand, and under it where there is no room. */
.page-header .sections-nav { margin-right: auto; }
@media (max-width: 48rem) { .page-header .sections-nav { order: 1; width: 100%; } }
.brand { display: inline-flex; align-items: center; gap: 0.625rem; min-height: 44px; font-weight: 700; text-decoration: none; }
.brand .letter {
  display: inline-grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border-radius: 8px;
  background: var(--brand);
  color: var(--on-brand);
}
/* Of a fixed size: an image that arrives moves nothing. */
.brand img { display: block; width: min(8.75rem, 28vw); height: 28px; object-fit: contain; object-position: left; }

main { flex: 1; padding-block: 1rem 4rem; }

.page-footer { border-top: 1px solid var(--line); color: var(--muted); font-size: 0.875rem; }
.page-footer .frame { padding-block: 0.75rem 1.25rem; }
.page-footer ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
.page-footer a { display: inline-flex; align-items: center; min-height: 44px; }

.to-content { position: absolute; left: -999rem; }
.to-content:focus { left: 1rem; top: 1rem; padding: 0.75rem 1rem; background: var(--card); border-radius: var(--round-small); }
.only-heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
