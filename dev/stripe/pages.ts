import { html, raw } from "hono/html";
import { TEST_CARDS } from "./stripe-cards.ts";
import type { IntentObject, SessionObject, StripeState } from "./stripe-state.ts";

const STYLES = `* { box-sizing: border-box }
body { position: relative; margin: 0; min-height: 100vh; overflow-x: hidden; font: 1rem/1.5 system-ui, sans-serif; color: #30313d; background: #f6f8fa }
main { max-width: 26rem; margin: 3rem auto; padding: 0 1rem } main.wide { max-width: 60rem }
.card { padding: 1.5rem; background: #fff; border: 1px solid #e0e6eb; border-radius: 0.5rem; overflow-x: auto }
h1 { margin: 0; font-size: 1.1rem; font-weight: 500 } .amount { margin: 0.25rem 0 1.25rem; font-size: 2.2rem; font-weight: 600 }
button { display: block; width: 100%; margin-top: 0.6rem; padding: 0.6rem; font: inherit; color: #30313d; background: #fff; border: 1px solid #c9ced6; border-radius: 0.35rem; cursor: pointer }
button.primary { color: #fff; background: #0a5ad4; border-color: #0a5ad4 }
p.small { margin: 1rem 0 0; font-size: 0.85rem; color: #5c6370 } p.small a { color: #0a5ad4 }
[role="alert"] { margin: 0 0 1rem; padding: 0.6rem 1rem; color: #842029; background: #f8d7da; border-radius: 0.35rem }
table { width: 100%; border-collapse: collapse } th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid #e6e9ed; text-align: left }
td button { display: inline; width: auto; margin: 0 0.3rem 0 0; padding: 0.25rem 0.6rem }
.ribbon { position: absolute; top: 2.9rem; right: -3.2rem; width: 15rem; pointer-events: none; padding: 0.2rem; transform: rotate(45deg); text-align: center; font-size: 0.85rem; font-weight: 600; color: #fff; background: #a3260f }`;

/** Returns the page on which a customer pays, with a choice of test cards and outcomes. */
export function checkoutPage(session: SessionObject, isDeclined: boolean): string {
  const { id, status, mode, name, savesCard, cancel_url: cancel } = session;
  const isSetup = mode === "setup";
  const cards = Object.entries(TEST_CARDS).map(([card, { label }]) => html`<option value="${card}">${label}</option>`);
  const choice = savesCard && html`<label>Card to save <select name="card">${cards}</select></label>`;
  const later = html`<button name="outcome" value="later">Pay later</button>`;
  const back = cancel && html`<p class="small"><a href="${cancel}">Back without paying</a></p>`;
  const declined = isDeclined && html`<p role="alert">Your card was declined. Try another one.</p>`;
  const content =
    status === "open"
      ? html`${declined || ""}<form method="post" action="/c/pay/${id}">
${choice || ""}<button class="primary" name="outcome" value="pay">${isSetup ? "Save card" : "Pay"}</button>
<button name="outcome" value="decline">Decline</button>${isSetup ? "" : later}</form>
<p class="small">This page needs no card number and moves no money.${isSetup ? "" : html` <b>Pay later</b> stands for a slow bank: decide for it on the <a href="/">dashboard</a>.`}</p>${back ?? ""}`
      : html`<p>This page is not open any more.</p>${back ?? ""}`;
  const title = isSetup ? "Save a card" : `Invoice ${name}`;
  return page(
    title,
    html`<div class="card"><h1>${title}</h1>${isSetup ? "" : html`<p class="amount">${amountOf(session)}</p>`}${content}</div>`,
  );
}

/** Returns the page that lists the payments, with the possible actions of Stripe and the bank. */
export function dashboardPage(state: StripeState): string {
  const rows = [...state.intents.values()].toReversed().map((intent) => {
    const { id, amount, currency, status, latest_charge: charge } = intent;
    const buttons = actionsOf(intent, state).map(
      ([outcome, label]) => html`<button name="outcome" value="${outcome}">${label}</button>`,
    );
    const refunded = charge.amount_refunded;
    const more = refunded > 0 ? `, ${amountOf({ amount_total: refunded, currency })} refunded` : "";
    return html`<tr><td>${id}</td><td>${amountOf({ amount_total: amount, currency })}</td><td>${status}${more}</td>
<td><form method="post" action="/"><input type="hidden" name="payment" value="${id}">${buttons}</form></td></tr>`;
  });
  const table = html`<table><thead><tr><th>Payment</th><th>Amount</th><th>Status</th><th></th></tr></thead><tbody>${rows}</tbody></table>`;
  const content = rows.length > 0 ? table : html`<p>None yet.</p>`;
  return page("Payments", html`<div class="card"><h1>Payments</h1>${content}</div>`, "wide");
}

function actionsOf({ id, status, amount, latest_charge: charge }: IntentObject, { disputes }: StripeState): string[][] {
  if (status === "processing")
    return [
      ["arrives", "The bank pays"],
      ["fails", "The bank refuses"],
    ];
  if (status !== "succeeded") return [];
  const dispute = disputes.find(({ payment_intent }) => payment_intent === id);
  return [
    ...(charge.amount_refunded < amount ? [["refund", "Refund"]] : []),
    ...(dispute ? [] : [["dispute", "Dispute"]]),
    ...(dispute?.status === "needs_response" ? [["won", "Win the dispute"]] : []),
  ];
}

function amountOf({ amount_total, currency }: Pick<SessionObject, "amount_total" | "currency">): string {
  return `${(amount_total / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

function page(title: string, content: ReturnType<typeof html>, width = ""): string {
  return html`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title} - Stripe</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${raw(STYLES)}</style></head>
<body><main class="${width}">${content}</main><div class="ribbon">simulated Stripe</div></body></html>`.toString();
}
