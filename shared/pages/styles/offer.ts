import { blocks } from "./stacking.ts";

/** One block per plan, its order link beside its name. @param plans the tables' selector */
function planBlocks(plans: string): string {
  return `${blocks(plans)}
  ${plans} tr { position: relative; padding-block: 1.125rem; }
  ${plans} th > a { display: inline-flex; align-items: center; min-height: 44px; margin-right: 8rem; }
  ${plans} td { grid-template-columns: 4.25rem minmax(0, 1fr); }
  ${plans} td.order { display: block; position: absolute; top: 1.125rem; right: 0; }
  ${plans} td.order::before { content: none; }
  ${plans} td .small { display: inline; }
  ${plans} td .small::before { content: " ·"; }
  ${plans} td.absent { display: none; }
`;
}

/** What is sold, on the home page: the opening with the check of a name, tiles, tables of plans, steps. */
export const offerStyles = `
.hero { padding-block: 1.5rem 0.5rem; }
.hero h1 { font-size: 2rem; }
.hero > .card { margin-top: 0.5rem; }
.hero .field > label { font-size: 1.0625rem; }
.hero .field .entry > input { flex-basis: 9rem; }
.hero .brief > * { white-space: nowrap; }

.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 0.75rem; }
.tile { display: grid; gap: 0.125rem; align-content: start; padding: 0.75rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--round-small); text-decoration: none; }
.tile:hover { border-color: var(--brand); }
.tile .strong { color: var(--brand); }

.plans tbody :is(th, td) { vertical-align: top; }
.plans tbody th { overflow-wrap: break-word; }
.plans tbody th p { font-weight: 400; }
.plans tbody th .chips { margin-top: 0.375rem; }
.plans td .small { display: block; }
.plans td.order { padding-left: 0.5rem; text-align: right; }
.plans tr:target { background: var(--tint); box-shadow: 0 0 0 0.5rem var(--tint); border-radius: 1px; }
@media (min-width: 56.01rem) {
  .plans:not(.many) tbody th { width: 30%; }
  .plans:not(.many) td.amount .small { max-width: 8.5rem; margin-left: auto; white-space: normal; text-wrap: balance; }
}
@media (max-width: 56rem) {${planBlocks(".plans")}}
${planBlocks(".plans.many")}
@media (max-width: 40rem) {
  .hero { padding-block: 0.5rem; }
  .hero h1 { font-size: 1.75rem; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.5rem; }
  .tile { padding: 0.625rem 0.75rem; }
}

.specifications { gap: 1.5rem 2.5rem; }
.specifications thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 40rem) {
  .specifications tr { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; padding-block: 0.5rem; }
  .specifications td { display: block; }
  .specifications td::before { content: none; }
}

.steps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1rem 2rem; counter-reset: step; }
.steps > li { counter-increment: step; display: grid; grid-template-columns: 1.75rem minmax(0, 1fr); gap: 0.125rem 0.75rem; align-content: start; }
.steps > li::before { content: counter(step); display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border: 1px solid var(--brand); border-radius: 50%; color: var(--brand); font-weight: 700; font-size: 0.875rem; }
.steps > li > :not(:first-child) { grid-column: 2; }
`;
