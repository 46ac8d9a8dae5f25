import { beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { pageText } from "../../support/page-text.ts";
import type { Area } from "./support/area.ts";

/** Defines the tests that compare the pages with their committed texts. They need the unchanged seeded data. */
export function pageTexts(area: Area): void {
  /** Queries for carts that show different texts, such as the reason why nothing can be ordered. */
  const CARTS = [
    ...["domain=taken-there.com", "domain=still-free.com&type=transfer", "domain=taken-there.com&type=transfer"],
    ...["domain=reserved-there.com", "domain=reserved-there.com&type=transfer", "domain=theirs-on-order.com"],
    ...["domain=ab.it", "domain=name.qc.ca", "domain=redeemed-there.com", "domain=deleted-there.com&type=transfer"],
    ...["domain=studio-ana.ca&type=transfer", "domain=no-place.fr", "domain=not a name", "domain=name.nosuch"],
    ...["domain=with-fields.ca", "domain=cart-two.ai", "domain=cart-moves.nl&type=transfer", "type=register"],
    ...[
      "plan=web-start",
      "plan=web-start&site=second-step.com",
      "plan=web-start&domain=both-here.ca",
      "plan=web-start&domain=taken-there.com",
      "plan=nosuch",
      "plan=web-start&cycle=weekly",
    ],
  ];
  /** The pages, each with the login that opens it; `null` for a visitor. */
  const PAGES: [path: string, login: string | null][] = [
    ["/sign-in", null],
    ["/cart?plan=web-start&currency=USD&site=xn--lan-9la.ca", null],
    ["/cart?domain=for-visitors.com&years=5&currency=CAD", null],
    ["/cart?domain=redeemed-there.com", null],
    ...CARTS.map((cart): [string, string] => [`/cart?${cart}`, "owner"]),
    ["/cart?domain=card-first.com", "nocard"],
    ["", "owner"],
    ["", "contact"],
    ["/services", "owner"],
    ["/domains", "owner"],
    ["/domains?status=former", "owner"],
    ["/domains?status=expired&q=nothing-like-it", "owner"],
    ["/domains/studio-ana.ca", "owner"],
    ...["renew?years=2", "transfer", "lock", "auto-renew"].map((step): [string, string] => [
      `/domains/studio-ana.ca/${step}`,
      "owner",
    ]),
    ["/domains/ana.dev/lock", "contact"],
    ["/account/history", "owner"],
    ["/domains/studio-ana.com", "owner"],
    ["/domains/studio-ana.com/renew?years=9", "owner"],
    ["/domains/studio-ana.net", "owner"],
    ["/services/2101", "owner"],
    ["/services/2101/plan?plan=web-pro", "owner"],
    ["/services/2101/cancel?when=immediately", "owner"],
    ["/services/2101/dns", "owner"],
    ["/services/2103", "owner"],
    ["/services/2104", "owner"],
    ["/services/2105", "owner"],
    ["/invoices/6103", "owner"],
    ["/invoices/6105", "owner"],
    ["/invoices/6401", "nocard"],
    ["/tickets", "owner"],
    ["/tickets/8101", "owner"],
    ["/account/payment-methods", "owner"],
    ["/account", "owner"],
    ["/account", "contact"],
    ["/account/details", "owner"],
    ["/account/password", "owner"],
    ["/account/email", "owner"],
    ["/account/close", "owner"],
    ["/account/close", "contact"],
    ["/undo-email?change=x", null],
    ["/invoices", "contact"],
    ["/no-such-page", "owner"],
  ];

  beforeAll(async () => {
    for (const name of ["taken-there.com", "cart-moves.nl"]) await area.registrar("elsewhere", { name });
    await area.registrar("elsewhere", { name: "redeemed-there.com", state: "redemption" });
    await area.registrar("elsewhere", { name: "deleted-there.com", state: "pending_delete" });
    await area.registrar("reserved", { name: "reserved-there.com" });
    const ordered =
      "INSERT INTO domains (account_id, name, status, auto_renew) VALUES (1004, ?, 'pending_registration', 0)";
    await area.run(ordered, "theirs-on-order.com");
    const reversed = JSON.stringify({ name: "VAT (reverse charge)", rateThousandths: 0, amount: 0 });
    await area.run("UPDATE invoices SET taxes = json_insert(taxes, '$[#]', json(?)) WHERE id = 6202", reversed);
  });

  /** Returns the text of a page without dates, and without the header and footer of signed-in pages. */
  function textOf(html: string): string {
    return pageText(html.replace(/<option value="[A-Z]{2}".*?<\/option>/gs, ""))
      .replace(/^.*\(100\d\).*\n(?:\[[^\]]+\]\(\/c[^)]*\))+\n([\s\S]*\n).+\n$/, "$1")
      .replace(/(?<=cart-|\{key=)[\w-]{22}/g, "…")
      .replace(/\b20\d\d-(?=\d{4}\b)/g, "…-")
      .replace(/\d{1,2}(?:er)?\s\p{L}+\.?\s20\d\d(?:,\s\d\d(?::|\sh\s)\d\d)?/gu, "(date)");
  }

  test.each(LANGUAGES)("the pages of the client area have their committed texts in %s", async (language) => {
    const texts: string[] = [];
    for (const [path, login] of PAGES) {
      const address = `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
      const { status, html } = login ? await area.as(login, address) : await area.visit(address);
      texts.push(`## ${status} ${path}${login ? ` (${login})` : ""}\n\n${textOf(html)}`);
    }
    // This invoice is in the owner's other account, so its page needs a separate session.
    const { html } = await area.signIn("owner", `/invoices/6202?lang=${language}`);
    texts.push(`## 200 /invoices/6202 (owner)\n\n${textOf(html)}`);
    await expect(texts.join("\n")).toMatchFileSnapshot(`texts/pages.${language}.txt`);
  });
}
