import { cardPage } from "./card-page.ts";

/**
 * The card for answers of `compare_plans`. Specifications that differ between plans have a row each, and the others are
 * collapsed.
 */
export const plansCard = cardPage(
  "Plan comparison",
  `
const WORDS = {
  en: {
    title: "Plans compared",
    from: "from ",
    month: " a month",
    once: " once",
    free: "Free",
    paid: {
      quarterly: "paid every 3 months",
      semiannually: "paid every 6 months",
      annually: "paid every year",
      biennially: "paid every 2 years",
      triennially: "paid every 3 years",
    },
    none: "Not included",
    same: "The same in each plan",
    cart: "Cart",
    openCart: "Open the cart",
    taxes: "Taxes are not included.",
  },
  fr: {
    title: "Comparaison des forfaits",
    from: "à partir de ",
    month: " par mois",
    once: " une seule fois",
    free: "Gratuit",
    paid: {
      quarterly: "payable tous les 3 mois",
      semiannually: "payable tous les 6 mois",
      annually: "payable tous les ans",
      biennially: "payable tous les 2 ans",
      triennially: "payable tous les 3 ans",
    },
    none: "Non compris",
    same: "Identique dans tous les forfaits",
    cart: "Panier",
    openCart: "Ouvrir le panier",
    taxes: "Les taxes ne sont pas comprises.",
  },
};

function draw({ currency, plans, rows }, words) {
  const column = (plan) =>
    el("th", { scope: "col" }, plan.name, price(plan, currency, words), link(words.cart, plan.order_url, words.openCart + ", " + plan.name));
  const row = ({ name, values }) =>
    el("tr", {}, el("th", { scope: "row" }, name), ...values.map((value) => el("td", {}, value ?? words.none)));
  const head = el("thead", {}, el("tr", {}, el("td", {}), ...plans.map(column)));
  const body = el("tbody", {}, ...rows.filter(({ differs }) => differs).map(row));
  const same = rows.filter(({ differs }) => !differs).map(({ name, values }) => row({ name, values: values.slice(0, 1) }));
  return [
    el("h1", {}, words.title),
    el("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": words.title }, el("table", {}, head, body)),
    same.length > 0 ? el("details", {}, el("summary", {}, words.same), el("table", {}, el("tbody", {}, ...same))) : "",
    el("small", {}, words.taxes),
  ];
}

function price({ price_from: amount, price_from_cycle: cycle }, currency, words) {
  if (cycle === "free") return el("small", {}, words.free);
  const shown = money(amount, currency);
  if (cycle === "one_time") return el("small", {}, shown, words.once);
  return el("small", {}, words.from, shown, words.month, el("br", {}), words.paid[cycle] ?? "");
}
`,
);
