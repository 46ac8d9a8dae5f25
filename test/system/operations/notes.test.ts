import { expect, test } from "vitest";
import { API_PATH } from "../../../shared/platform/addresses.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";
import { cancelService } from "../../../workers/account/operations/cancel-service.ts";
import { changePlan } from "../../../workers/account/operations/change-plan.ts";
import { getDomainRegistrarSettings } from "../../../workers/account/operations/get-domain-registrar-settings.ts";
import { orderDomain } from "../../../workers/account/operations/order-domain.ts";
import { quoteCancellation } from "../../../workers/account/operations/quote-cancellation.ts";
import { quoteDomainOrder } from "../../../workers/account/operations/quote-domain-order.ts";
import { quotePlanChange } from "../../../workers/account/operations/quote-plan-change.ts";
import { quotePlanOrder } from "../../../workers/account/operations/quote-plan-order.ts";
import { setDomainAutoRenew } from "../../../workers/account/operations/set-domain-auto-renew.ts";
import { setDomainLock } from "../../../workers/account/operations/set-domain-lock.ts";
import { setDomainNameservers } from "../../../workers/account/operations/set-domain-nameservers.ts";
import { transferDomainOut } from "../../../workers/account/operations/transfer-domain-out.ts";
import type { Callable, CallOptions } from "../../support/account-client.ts";
import { useWorld } from "../../support/world.ts";

const world = useWorld();
const domain = "studio-ana.ca";
const TERMS = { accept_terms: "2026-09-01" };
const FREE_TRANSFER = { domain: "taken-free-transfer.co.uk", type: "transfer" };
const ITS_TERMS = { accept_terms: "2026-09-01+co.uk.2024-01-01", expected_price: 0 };
const NAMESERVERS = { domain, nameservers: ["ns1.elsewhere.net", "ns2.elsewhere.net"] };

type Call = [operation: Callable & { id: string }, input: Record<string, unknown>, by?: CallOptions];

/** The calls in order, because later calls may depend on earlier ones. */
const CALLS: Call[] = [
  [getDomainRegistrarSettings, { domain: "STUDIO-ANA.ca." }],
  [getDomainRegistrarSettings, { domain: "studio-ana.quebec" }],
  [getDomainRegistrarSettings, { domain: "ana-europe.eu" }, { account: 1002 }],
  [getDomainRegistrarSettings, { domain: "studio-ana.net" }],
  [getDomainRegistrarSettings, { domain: "studio-ana.io" }],
  [quotePlanOrder, { plan: "web-start", billing_cycle: "monthly", domain: "Studio-Ana.CA." }],
  [quotePlanChange, { id: 2101, plan: "web-start" }],
  [quotePlanChange, { id: 2101, plan: "web-plus" }],
  [quotePlanChange, { id: 2105, plan: "vps-4" }],
  [quoteCancellation, { id: 2101, when: "immediately" }],
  [quoteDomainOrder, { domain: "taken-quote.com" }],
  [quoteDomainOrder, { domain: "free-quote.ca", years: 2 }],
  [quoteDomainOrder, { domain: "free-quote.fr" }],
  [quoteDomainOrder, { domain: "taken-quote.nl", type: "transfer" }],
  [quoteDomainOrder, { domain: "free-quote.ai", years: 2 }],
  [setDomainAutoRenew, { domain, auto_renew: true }],
  [setDomainAutoRenew, { domain, auto_renew: false }],
  [setDomainAutoRenew, { domain: "studio-ana.com", auto_renew: true }],
  [setDomainAutoRenew, { domain: "studio-ana.io", auto_renew: true }],
  [setDomainAutoRenew, { domain: "studio-ana.io", auto_renew: false }],
  ...[false, false, true, true].map((locked): Call => [setDomainLock, { domain, locked }]),
  [setDomainNameservers, NAMESERVERS],
  [setDomainNameservers, NAMESERVERS],
  [orderDomain, { domain: "free-ordered-once.com", years: 2, ...TERMS }],
  [quoteDomainOrder, { domain: "free-ordered-once.com" }],
  [quoteDomainOrder, FREE_TRANSFER],
  [orderDomain, { ...FREE_TRANSFER, ...ITS_TERMS }],
  [orderDomain, { domain: "taken-transfer-in.com", type: "transfer", auth_code: "a-code", ...TERMS }],
  [transferDomainOut, { domain, confirm_domain: "Studio-Ana.CA" }],
  [changePlan, { id: 2201, plan: "web-start", expected_price: 0 }, { account: 1002 }],
  [cancelService, { id: 2103, when: "immediately" }],
];

/** The domains to check in the catalogue, with further query parameters. */
const CHECKS = [
  ...["free-shape.ca", "taken-shape.ca", "taken-shape.nl", "taken-shape.ai", "taken-shape.de", "free-years.pt"],
  ...["free-two.ai", "free-two.ai&lang=fr"],
];

/** The members of an answer that depend on the caller and the target. */
const SHOWN = [
  ...["code", "detail", "domain", "status", "available", "order_type", "order_url", "years_sold", "type", "years"],
  ...["allowed", "rule", "eligible_for_transfer", "reasons", "lock_supported", "locked", "nameservers"],
  ...["done", "unlocked", "code_sent_to", "note", "next"],
];

function shownOf(asked: string, status: number, body: Record<string, unknown>): string {
  const names = SHOWN.filter((name) => name in body && !isJsonObject(body[name]));
  const lines = names.map((name) => `  ${name}: ${JSON.stringify(body[name])}`);
  return [`${asked}: ${status}`, ...lines].join("\n");
}

test("the notes in answers about targets, accounts and earlier actions have their committed texts", async () => {
  const shown: string[] = [];
  for (const [operation, input, by] of CALLS) {
    const { confirm } = operation === cancelService ? (await world.api.call(quoteCancellation, input)).body : {};
    const { status, body } = await world.api.call(operation, { ...input, ...(confirm ? { confirm } : {}) }, by);
    shown.push(shownOf(`${operation.id} ${JSON.stringify(input)}`, status, body));
  }
  for (const check of CHECKS) {
    const path = `/domains/availability?currency=CAD&domain=${check}`;
    const answer = await fetch(`${world.origin}${API_PATH}${path}`);
    shown.push(shownOf(path, answer.status, (await answer.json()) as Record<string, unknown>));
  }
  const text = shown
    .join("\n\n")
    .replaceAll(world.origin, "https://desk.example")
    .replace(/\d{4}-\d\d-\d\d/g, "<day>");
  await expect(`${text}\n`).toMatchFileSnapshot("texts/notes.txt");
});
