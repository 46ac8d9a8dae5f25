/** Styles for the shop: domain search, its result, plan cards and the comparison of plans. */
export const shopStyles = `
/* As wide as the window. A border image can paint outside of its box without changing the layout. */
.hero { margin-top: -2rem; padding-block: 4.5rem 2rem; border-image: linear-gradient(var(--tint), var(--page)) fill 0 / 0 / 0 100vmax; }
.hero.low { padding-block: 1.75rem; border-image: linear-gradient(var(--tint), var(--tint)) fill 0 / 0 / 0 100vmax; }
.hero:not(.low) { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 0.75rem; text-align: center; }
.hero:not(.low) h1 { font-size: var(--title-hero); letter-spacing: -0.035em; line-height: 1.15; }
.hero:not(.low) .lead { margin-bottom: 1.25rem; font-size: var(--text-large); }
.hero:not(.low) search { width: min(47.5rem, 100%); }
.find { position: relative; display: flex; align-items: center; gap: 0.5rem; padding: 0.5rem; border: 1px solid var(--control); border-radius: var(--round-large); background: var(--card); box-shadow: var(--floating); }
/* A magnifying glass. */
.find::before { content: ""; flex: none; width: 1rem; height: 1rem; margin-left: 0.75rem; border: 2px solid var(--faint); border-radius: 50%; }
.find::after { content: ""; position: absolute; top: calc(50% + 5px); left: calc(1.25rem + 13px); width: 8px; height: 2px; background: var(--faint); transform: rotate(45deg); transform-origin: 0 0; }
.find:has(input:focus-visible) { border-color: var(--brand-ink); }
.find input { flex: 1; min-width: 0; min-height: 3.5rem; padding: 0 0.5rem; border: 0; border-radius: var(--round-small); background: none; color: var(--text); font: inherit; font-size: 1.25rem; }
.find input::placeholder { color: var(--faint); }
.find .button { min-height: 3.5rem; padding-inline: 1.75rem; font-size: var(--text-large); }
.extensions { display: grid; grid-template-columns: repeat(5, 1fr); width: min(47.5rem, 100%); margin-top: 0.75rem; }
.extensions > li { display: grid; padding-inline: 0.25rem; font-variant-numeric: tabular-nums; }
.extensions > li + li { border-left: 1px solid var(--line); }
.extensions strong { font-size: var(--text-large); }
.extensions span:not(.faint) { font-weight: 600; }
.extensions .small { font-size: 0.75rem; }
@media (max-width: 45rem) {
  .hero { padding-block: 2.25rem 1rem; }
  .find { padding: 0.375rem; }
  .find::before, .find::after { content: none; }
  .find input { min-height: 3rem; padding-inline: 0.625rem; font-size: 1.0625rem; }
  .find .button { min-height: 3rem; padding-inline: 1.125rem; font-size: 1rem; }
  .extensions { grid-template-columns: repeat(3, 1fr); gap: 0.75rem 0; }
  .extensions > li:nth-child(4) { border-left: 0; }
  .section { margin-top: 2rem; }
}

.beside { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; }
.hero + .beside { margin-top: 2rem; }
@media (min-width: 60rem) {
  .beside { grid-template-columns: minmax(0, 1fr) 21.5rem; grid-template-rows: auto 1fr; align-items: start; }
  .beside > :not(aside) { grid-column: 1; }
  .beside > aside { grid-area: 1 / 2 / span 2; }
}
.found { padding: 1.75rem; border-color: var(--brand-ink); box-shadow: inset 0 0 0 1px var(--brand-ink), var(--floating); }
.card:has(> .years) > h1, .found > h1 { font-size: 2rem; }
.card > .chip + h1 { margin-block: 0.5rem 1rem; overflow-wrap: anywhere; }
.years { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: 0.5rem; margin-bottom: 1rem; text-align: center; font-variant-numeric: tabular-nums; }
p + .years { margin-top: 0.375rem; }
.years a { display: grid; padding: 0.75rem; overflow-wrap: normal; border: 1px solid var(--line); border-radius: var(--round); color: var(--text); text-decoration: none; }
.years a:hover { border-color: var(--control); }
.years a[aria-current] { border-color: var(--brand-ink); background: var(--tint); box-shadow: inset 0 0 0 1px var(--brand-ink); }
.years > details { grid-column: 1 / -1; }
.years.terms { grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); margin-bottom: 0; text-align: left; }
.terms a { position: relative; align-content: start; padding-right: 2.25rem; }
.terms a::after { content: ""; position: absolute; top: 0.875rem; right: 0.75rem; width: 1.125rem; height: 1.125rem; border: 1.5px solid var(--control); border-radius: 50%; background: var(--card); }
.terms a[aria-current]::after { border: 5px solid var(--brand); }
.terms strong + .small, .bill > summary > strong { white-space: nowrap; }
.terms .off { color: var(--ok); font-weight: 600; }

.steps { counter-reset: step; }
.step { counter-increment: step; }
.step + .step { margin-top: 2rem; padding-top: 2rem; border-top: 1px solid var(--line); }
.step > .title-row > h2 { display: flex; align-items: center; gap: 0.75rem; }
.step > .title-row > h2::before { content: counter(step); display: grid; place-items: center; flex: none; width: 1.75rem; height: 1.75rem; border-radius: 50%; background: var(--brand); color: var(--on-brand); font-size: var(--text-small); }
.bill.fold { padding: 0; }
.bill > summary > strong { margin-left: auto; font-variant-numeric: tabular-nums; }
.bill > summary::after { margin-left: 0; }
.bill .note { background: var(--card); }
@media (min-width: 60rem) {
  /* Always unfolded on wide screens. Browsers without ::details-content keep the fold. */
  @supports selector(::details-content) {
    .bill.fold { padding: 0.5rem; background: var(--sunk); }
    .bill > summary { display: none; }
    .bill::details-content { content-visibility: visible; display: block; block-size: auto; }
    .bill > :not(summary) { margin-top: 1rem; }
  }
}

.plans { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1rem; }
.plan { display: grid; grid-template-rows: auto auto auto auto 1fr; grid-row: span 5; gap: 0.5rem; }
@supports (grid-template-rows: subgrid) {
  .plan { grid-template-rows: subgrid; }
}
.plan > div:first-child { align-self: end; }
.plan.featured { border-color: var(--brand-ink); box-shadow: inset 0 0 0 1px var(--brand-ink), var(--floating); }
.plan :is(h2, h3) { font-size: var(--text-large); }
.plan :is(h2, h3) > a { display: inline-flex; align-items: center; min-height: 44px; margin-block: -0.5rem; text-decoration: none; }
.plan :is(h2, h3) > a:hover { text-decoration: underline; }
.plan > .button { margin-block: 0.75rem; }
.price { margin-top: 0.75rem; font-variant-numeric: tabular-nums; }
.price strong { font-size: 1.75rem; letter-spacing: -0.03em; line-height: 1.2; }
.price strong + .small { white-space: nowrap; }
.price .off { display: block; color: var(--ok); font-weight: 600; }

.trust { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 1rem 2rem; margin-top: 2rem; padding-bottom: 2rem; border-bottom: 1px solid var(--line); }

.ask { padding: 3rem; border: 1px solid var(--line); border-radius: 20px; background: var(--sunk); }
.ask h2 { font-size: var(--title-1); letter-spacing: -0.025em; }
.ask .address { background: var(--card); }
.bubble { max-width: 88%; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 14px 14px 14px 4px; background: var(--card); font-size: var(--text-medium); }
.bubble.own { justify-self: end; border-color: var(--brand); border-radius: 14px 14px 4px; background: var(--brand); color: var(--on-brand); }
@media (min-width: 60rem) {
  .ask { display: grid; grid-template-columns: 1fr 1fr; align-items: center; gap: 3.5rem; }
  .ask:not(:has(figure)) { grid-template-columns: 1fr; }
}
@media (max-width: 45rem) {
  .ask { padding: 1.25rem; }
  .ask > figure { margin-top: 1.5rem; }
  .line-choice { flex-wrap: nowrap; margin-inline: calc(-1 * var(--edge)); padding: 4px var(--edge); overflow-x: auto; scrollbar-width: none; }
  .line-choice a { flex: none; }
  .plan .marks > li:nth-child(n + 4) { display: none; }
  .switch { display: grid; grid-template-columns: repeat(auto-fit, minmax(4.5rem, 1fr)); width: 100%; }
  .switch a { padding-inline: 0.25rem; }
}

.comparison table { table-layout: fixed; }
.comparison th, .comparison td { min-width: 0; padding: 0.75rem 1rem; vertical-align: top; }
.comparison thead :is(th, td) { vertical-align: bottom; border-bottom-color: var(--control); color: var(--text); font-size: inherit; }
.comparison thead th > a:first-child { display: flex; align-items: center; min-height: 44px; font-size: var(--text-large); font-weight: 650; text-decoration: none; }
.comparison thead .price { margin-block: 0.25rem 0.75rem; font-weight: 400; }
.comparison thead .price strong { font-size: 1.5rem; }
.comparison tbody th { width: 20%; color: var(--muted); font-weight: 400; }
.comparison .featured { background: var(--tint); }
.comparison .group th { padding-top: 1.75rem; color: var(--text); font-weight: 650; }
.comparison tr:not(.differs):not(.group) td { color: var(--faint); }
.comparison tbody tr:last-child > :not(th) { border-bottom: 1px solid var(--line); }
.only-differences { display: flex; align-items: center; gap: 0.5rem; min-height: 44px; font-size: var(--text-small); font-weight: 500; cursor: pointer; }
.only-differences input { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--brand-ink); }
.comparison:has(:checked) tbody tr:not(.differs, .group), .comparison:has(:checked) tbody:not(:has(.differs)) { display: none; }
.on-phone { display: none; }
@media (max-width: 45rem) {
  .on-phone { display: flex; }
  .on-desktop { display: none; }
  .comparison, .comparison table, .comparison :is(thead, tbody) { display: block; }
  .comparison tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .comparison tr > :first-child { grid-column: 1 / -1; width: auto; }
  .comparison tr:not(.group) > :first-child { border-bottom: 0; }
  .comparison tbody tr > :first-child { padding-bottom: 0; font-size: var(--text-small); }
  .comparison tr.group > :first-child { padding-bottom: 0.5rem; font-size: 1rem; }
  .comparison :is(th, td) { padding-inline: 0.5rem; }
  .comparison td { padding-top: 0.125rem; }
}

.specifications { gap: 1.5rem 2.5rem; }
.specifications thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 40rem) {
  .specifications tr { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; padding-block: 0.5rem; }
  .specifications td { display: block; }
  .specifications td::before { content: none; }
}
`;
