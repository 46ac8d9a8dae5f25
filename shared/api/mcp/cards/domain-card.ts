import { cardPage } from "./card-page.ts";

/**
 * The card for answers of `check_domain` and `search_domains`. It shows the status of each domain, the amount to pay
 * now, the yearly price after that, and a link to the cart.
 */
export const domainCard = cardPage(
  "Domain name",
  String.raw`
const WORDS = {
  en: {
    answers: {
      available: (name) => name + " is available",
      taken: (name) => name + " is taken",
      unavailable: (name) => name + " cannot be registered",
      unknown: (name) => "No clear answer about " + name,
    },
    states: { taken: "Taken", unavailable: "Not for sale", unknown: "No clear answer" },
    years: (count) => (count === 1 ? "1 year" : count + "\u00a0years"),
    results: "Domain names",
    alternatives: "Similar names that are free",
    name: "Name",
    now: "To pay now",
    later: "Then each year",
    then: ", then ",
    each: " each year",
    transfer: "transfer",
    taxes: "Taxes are not included.",
    meanwhile: "Someone else can take a free name in the meantime.",
    simulated: "Demonstration: the results come from a sandbox and not from the registry.",
    cart: "Cart",
    openCart: "Open the cart",
    move: "Transfer it",
  },
  fr: {
    answers: {
      available: (name) => name + " est libre",
      taken: (name) => name + " est déjà pris",
      unavailable: (name) => name + " ne peut pas être enregistré",
      unknown: (name) => "Pas de réponse claire pour " + name,
    },
    states: { taken: "Déjà pris", unavailable: "Pas en vente", unknown: "Pas de réponse claire" },
    years: (count) => count + "\u00a0" + (count === 1 ? "an" : "ans"),
    results: "Noms de domaine",
    alternatives: "Des noms libres et proches",
    name: "Nom",
    now: "À payer maintenant",
    later: "Puis chaque année",
    then: ", puis ",
    each: " chaque année",
    transfer: "transfert",
    taxes: "Les taxes ne sont pas comprises.",
    meanwhile: "Quelqu’un d’autre peut prendre un nom libre entre-temps.",
    simulated: "Démonstration\u00a0: un bac à sable a répondu à la place du registre.",
    cart: "Panier",
    openCart: "Ouvrir le panier",
    move: "Le transférer",
  },
};

function draw(answer, words) {
  return [
    ...("results" in answer ? searched(answer, words) : checked(answer, words)),
    answer.simulated ? el("small", {}, words.simulated) : "",
  ];
}

function checked(answer, words) {
  const { domain, unicode_domain: name, status, order_type: type, order_url: url, currency, renew, note } = answer;
  const line = (term, amount) => el("tr", {}, el("th", { scope: "row" }, term), el("td", {}, money(amount, currency)));
  const [what, now] = type === "transfer" ? [words.transfer, answer.transfer] : [words.years(answer.years_sold[0]), firstBill(answer)];
  return [
    el("h1", {}, words.answers[status](name)),
    name === domain ? "" : el("small", {}, domain),
    type ? el("table", {}, el("tbody", {}, line(words.now + " (" + what + ")", now), line(words.later, renew))) : "",
    type ? el("small", {}, words.taxes) : "",
    el("p", {}, note),
    url ? el("p", {}, link(words.openCart, url)) : "",
  ];
}

function searched({ currency, results, alternatives }, words) {
  const rows = (found) => {
    const { domain, unicode_domain: name, status, years_sold: [least], renew, order_type: type, order_url: url, note } = found;
    const price = [money(firstBill(found), currency), el("small", {}, words.years(least), words.then, money(renew, currency), words.each)];
    const isPlain = name === domain;
    const row = el(
      "tr",
      {},
      el("th", { scope: "row" }, name, isPlain ? "" : el("small", {}, domain)),
      el("td", {}, ...(status === "available" ? price : [words.states[status]])),
      el("td", {}, url && type !== "transfer" ? link(words.cart, url, words.openCart + ", " + name) : ""),
    );
    // A plain free name needs no note in its own row: one note below the table covers all of them.
    if (status === "available" && isPlain) return [row];
    const move = type === "transfer" ? link(words.move, url, words.move + ", " + name) : "";
    return [row, el("tr", { class: "note" }, el("td", { colspan: 3 }, el("small", {}, note), move))];
  };
  const table = (found) => {
    const head = [words.name, words.now].map((word) => el("th", { scope: "col" }, word));
    return el("table", {}, el("thead", {}, el("tr", {}, ...head, el("td", {}))), el("tbody", {}, ...found.flatMap(rows)));
  };
  return [
    el("h1", {}, words.results),
    table(results),
    ...(alternatives.length > 0 ? [el("h2", {}, words.alternatives), table(alternatives)] : []),
    el("small", {}, words.taxes + " " + words.meanwhile),
  ];
}

/** Returns the price of the shortest registration: the first year, plus one renewal for each additional year. */
function firstBill({ register, renew, years_sold: [least] }) {
  return (Math.round(register * 100) + (least - 1) * Math.round(renew * 100)) / 100;
}
`,
);
