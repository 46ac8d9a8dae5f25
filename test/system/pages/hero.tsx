import { readFileSync } from "node:fs";
import { raw } from "hono/html";
import { formatMoney } from "../../../shared/pages/formats.ts";

/** The pages and tool results of the running system that the picture shows. */
export interface Shown {
  consent: string;
  invoice: string;
  overview: string;
  check: { domain: string; register: number; renew: number };
  quote: { account: { name: string }; price: { amount: number } };
  placed: { order_id: number; invoice: { number: string; total: number }; action_required: { url: string } };
}

const css = readFileSync(new URL("hero.css", import.meta.url), "utf8");
/** CSS that hides the page header and footer of the invoice and the history. */
const FRAME = ".page-header, .page-footer, .tabbed, .crumb { display: none } main { padding-block: 1rem !important }";
const BESIDE_THE_SUMS = ".sheet > :is(.brand, .pair, .parameters), main .stack > p.faint { display: none }";

/**
 * Returns the page for the picture at the top of the README: a customer decides, an assistant orders, the customer
 * pays.
 */
export function heroPage({ consent, invoice, overview, check, quote, placed }: Shown): string {
  const money = (amount: number) => formatMoney(amount, "CAD", "en");
  const stylesheet = /<link rel="stylesheet"[^>]*>/.exec(consent)?.[0] ?? "";
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        {raw(stylesheet)}
        <style>{raw(css)}</style>
      </head>
      <body>
        <main class="columns">
          <section>
            <Heading step={1}>The customer decides</Heading>
            <div class="phone">
              <iframe title="consent" srcdoc={consent} />
            </div>
          </section>
          <section>
            <Heading step={2}>The assistant looks up, quotes and orders</Heading>
            <div class="chat">
              <header>
                <b>Assistant</b>
                <span class="chip ok">Maple Hosting connected</span>
              </header>
              <ol>
                <li class="person">Find a .ca for my studio for under $20 and register it.</li>
                <li>
                  <Tool name="check_domain">{check.domain} is available</Tool>
                  <Tool name="quote_domain_order">{money(quote.price.amount)}</Tool>
                  <p>
                    <b>{check.domain}</b> is available: {money(check.register)} for the first year, then{" "}
                    {money(check.renew)} a year, before tax. Order it for {quote.account.name} under the provider’s
                    terms?
                  </p>
                </li>
                <li class="person">Yes, please.</li>
                <li>
                  <Tool name="order_domain">order {placed.order_id}</Tool>
                  <p>Ordered. It is registered as soon as you pay this invoice. I can’t pay it for you.</p>
                  <p class="invoice">
                    <b>
                      Invoice {placed.invoice.number} · {money(placed.invoice.total)}
                    </b>
                    <br />
                    <span class="small muted">{new URL(placed.action_required.url).pathname}</span>
                  </p>
                </li>
              </ol>
              <p class="message">Message…</p>
            </div>
          </section>
          <section>
            <Heading step={3}>Only the customer pays</Heading>
            <div class="shown">
              <iframe title="invoice" srcdoc={withStyle(invoice, FRAME + BESIDE_THE_SUMS)} />
            </div>
            <div class="shown">
              <iframe title="history" srcdoc={withStyle(historyOf(overview), `${FRAME} .links { display: none }`)} />
            </div>
          </section>
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${page}`;
}

function Heading({ step, children }: { step: number; children: string }) {
  return (
    <h2>
      <span>{step}</span>
      {children}
    </h2>
  );
}

function Tool({ name, children }: { name: string; children: unknown }) {
  return (
    <p class="tool">
      <code>{name}</code> {children}
    </p>
  );
}

function withStyle(html: string, style: string): string {
  return html.replace("</head>", `<style>${style}</style></head>`);
}

/**
 * Returns the overview page with only the history, because the other parts have different dates and totals each day.
 */
function historyOf(overview: string): string {
  const history = /<section [^>]*aria-labelledby="recent">.*?<\/section>/s.exec(overview)?.[0];
  if (history === undefined) throw new Error("the overview has no history");
  return overview.replace(/(<main[^>]*>).*(?=<\/main>)/s, `$1${history}`);
}
