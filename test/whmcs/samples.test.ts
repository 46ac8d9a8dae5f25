import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACTIONS } from "../../dev/whmcs/actions/index.ts";
import { LISTS as TOLD } from "../../dev/whmcs/addon/addon-lists.ts";
import { productOf } from "../../dev/whmcs/seed.ts";
import { jsonObjectIn } from "../../shared/platform/json.ts";
import type { ListAction } from "../../workers/billing-whmcs/answers/action.ts";
import { getClientsDomains } from "../../workers/billing-whmcs/answers/domains.ts";
import { getInvoice, getInvoices } from "../../workers/billing-whmcs/answers/invoices.ts";
import { getProducts, getTldPricing, type ProductPrices } from "../../workers/billing-whmcs/answers/products.ts";
import { getPromotions } from "../../workers/billing-whmcs/answers/provider.ts";
import { getClientsProducts } from "../../workers/billing-whmcs/answers/services.ts";
import { getTickets } from "../../workers/billing-whmcs/answers/tickets.ts";
import { judged } from "../../workers/billing-whmcs/bridge/outcome.ts";
import { type MemberClass, SAMPLE_NAMES, sample, sampleText, shapeOf } from "./support/samples.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

/** The samples that contain lists. Samples with flattened keys are excluded, because WHMCS never returns that form. */
const LISTS: [name: string, action: ListAction<{ id: number }>][] = [
  ["GetClientsProducts", getClientsProducts as never],
  ["GetClientsProducts.recorded-1", getClientsProducts as never],
  ["GetClientsProducts.recorded-2", getClientsProducts as never],
  ["GetClientsDomains.nested", getClientsDomains as never],
  ["GetInvoices", getInvoices as never],
  ["GetTickets", getTickets as never],
  ["GetProducts", getProducts as never],
  ["GetProducts.recorded-1", getProducts as never],
  ["GetProducts.recorded-2", getProducts as never],
  ["GetProducts.recorded-3", getProducts as never],
  ["GetPromotions", getPromotions as never],
];

/** Returns the rows of a sample. */
function rowsIn(name: string): Record<string, unknown>[] {
  const [container = "", item = ""] = TOLD[name.replace(/\..*$/, "")] ?? [];
  return Object.values((sample(name)[container] as Record<string, Record<string, unknown>[]>)[item] ?? []);
}

/** Parses the rows of a sample, with the fields that the addon adds. */
function rowsOf(name: string, { row }: ListAction<{ id: number }>) {
  const added = { balance: "0.00", ...(name === "GetTickets" && { date: AT, lastreply: AT }) };
  return rowsIn(name).map((one) => row.safeParse({ ...one, ...added }));
}
/** Parses an invoice sample as a row of the addon's list. */
const invoiceOf = (name: string) => getInvoice.row.parse({ ...sample(name), id: sample(name).invoiceid });
const AT = "2026-05-01T10:00:00Z";

describe("the Worker", () => {
  test.each(LISTS)("reads every row of %s", (name, action) => {
    const rows = rowsOf(name, action);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.flatMap(({ error }) => error ?? [])).toEqual([]);
  });

  test("reads recordings of a free service, prices in six currencies, and taxes", () => {
    const [service] = rowsOf("GetClientsProducts.recorded-1", getClientsProducts as never);
    expect(service?.data).toEqual({
      ...{
        id: 10,
        clientid: 3,
        orderid: 8,
        pid: 2,
        name: "Example Account",
        translated_name: "Example Account",
        domain: null,
      },
      ...{ status: "Active", billingcycle: "Free Account", nextduedate: null, recurringamount: 0 },
      ...{ serverid: 1, username: "user3-10@panel.example.net" },
    });
    const [product] = rowsOf("GetProducts.recorded-1", getProducts as never).map(
      ({ data }) => data as never as ProductPrices,
    );
    const monthly = ["CNY", "EUR", "INR", "KES", "USD", "ZAR", "CAD"].map((code) => product?.pricing[code]?.monthly);
    expect(monthly).toEqual([67_764, 8_409, 728_280, 990_000, 9_900, 165_696, undefined]);
    const dong = { id: 171, userid: 3, balance: 45_000_000, taxrate: 0, datepaid: null };
    expect(invoiceOf("GetInvoice.recorded-1")).toMatchObject(dong);
    const taxed = { id: 66, subtotal: 1_199, tax: 276, taxrate: 23, balance: 1_475 };
    expect(invoiceOf("GetInvoice.recorded-2")).toMatchObject(taxed);
  });

  test("reads extensions", () => {
    expect(getTldPricing.answer.parse(sample("GetTLDPricing"))).toHaveLength(5);
  });

  const refusals: [string, unknown][] = [
    ["error.invalid-permissions.recorded-1", { reason: "not_allowed", retryAfter: 300 }],
    ["error.invalid-action.recorded-1", { reason: "not_allowed", retryAfter: 300 }],
    ["warning.payment-info.recorded-1", { reason: "warning", retryAfter: 5 }],
  ];
  test.each(refusals)("reads the failed response %s", (name, wanted) => {
    expect(judged(jsonObjectIn(sampleText(name)) ?? {})).toMatchObject(wanted as object);
  });

  test("reads the recorded error texts about missing items", () => {
    const texts = ["error.audit-8.13.recorded-1", "error.not-found.recorded"].flatMap((name) =>
      Object.values(sample(name)),
    );
    expect(texts.length).toBeGreaterThan(4);
    for (const text of texts) {
      expect(judged({ result: "error", message: text })).toEqual({ kind: "said_no", text });
    }
  });
});

const whmcs = await startWhmcs();
const { simulator } = whmcs;
afterAll(() => whmcs.stop());

/** Samples from versions that wrote numbers as text. The simulator writes them as JSON numbers. */
const NUMBERS_ARE_TEXT = [
  "GetInvoice.recorded-1",
  "GetInvoice.recorded-2",
  "GetProducts.recorded-2",
  "GetProducts.recorded-3",
];

const { state } = simulator;
const ordered = {
  ...{ clientid: 1001, paymentmethod: "mailin", pid: [productOf("web-plus")], billingcycle: ["annually"] },
  ...{ domain: ["sample-order.ca"], domaintype: ["register"], regperiod: [1] },
};
const registered = state.domains.find(({ name }) => name === "studio-ana.ca");
const annual = state.services.find(
  ({ clientId, status, billingCycle }) => clientId === 1001 && status === "Active" && billingCycle === "Annually",
);

/** Parameters by action, mostly for account 1001. Other actions get none. */
const ASKED: Record<string, Record<string, unknown>> = {
  GetInvoice: { invoiceid: "unpaid" },
  GetTickets: { clientid: "1001" },
  GetInvoices: { userid: "1001" },
  GetClientsProducts: { clientid: "1001" },
  GetClientsDomains: { clientid: "1001" },
  AddOrder: ordered,
  AddCancelRequest: { serviceid: String(annual?.id) },
  GetPayMethods: { clientid: "1001" },
  DomainGetLockingStatus: { domainid: String(registered?.id) },
  DomainGetNameservers: { domainid: String(registered?.id) },
  DomainGetWhoisInfo: { domainid: String(registered?.id) },
  UpdateClientDomain: { domainid: String(registered?.id) },
  UpgradeProduct: {
    ...{ serviceid: String(annual?.id), type: "product", paymentmethod: "mailin" },
    ...{ newproductid: String(productOf("web-pro")), newproductbillingcycle: "annually" },
  },
};

async function simulated(action: string): Promise<Record<string, unknown>> {
  const unpaid = simulator.state.invoices.find(({ clientId, status }) => clientId === 1001 && status === "Unpaid");
  const asked = Object.entries(ASKED[action] ?? {}).map(([name, value]) => [
    name,
    value === "unpaid" ? String(unpaid?.id) : value,
  ]);
  return JSON.parse(JSON.stringify(simulator.ask(action, Object.fromEntries(asked))));
}

const documented = SAMPLE_NAMES.filter((name) => /^[A-Z]\w+$/.test(name) && name in ACTIONS);
const nestedOf = (name: string) => (SAMPLE_NAMES.includes(`${name}.nested`) ? `${name}.nested` : name);

/**
 * Returns whether two values match. The published examples were edited manually. They may have yes and no instead of 1
 * and 0, and a list that WHMCS writes as text may be a single number.
 */
function isAlike(wanted: MemberClass, { is, json }: { is: MemberClass; json: string }): boolean {
  if (is === wanted || is === "empty" || wanted === "empty") return true;
  return wanted === "text" ? json === "string" : wanted === "yes or no" && is === "number";
}

/**
 * Returns the fields of a response that differ from the sample.
 * @param isOther compares the classes, or the JSON types if the sample was recorded
 */
function otherMembers(name: string, answer: Record<string, unknown>, isOther: typeof isOtherKind): string[] {
  const wanted = shapeOf("rows" in answer ? { rows: rowsIn(name) } : sample(name));
  const found = [...shapeOf(answer)].flatMap(([path, given]) => {
    const own = wanted.get(path);
    return own && isOther(own, given) ? [`${path}: ${own.json}, ${own.is}, not ${given.json}, ${given.is}`] : [];
  });
  return found;
}

type Shape = { is: MemberClass; json: string };
const isOtherKind = (wanted: Shape, given: Shape) => !isAlike(wanted.is, given);
const isOtherType = ({ json }: Shape, given: Shape) => json !== "null" && given.json !== "null" && given.json !== json;

describe("the simulator", () => {
  beforeAll(() => simulated("AddOrder"));

  test.each(documented)("returns fields of the same kinds as in %s", async (action) => {
    const answer = await simulated(action);
    expect(otherMembers(nestedOf(action), answer, isOtherKind)).toEqual([]);
  });

  const recorded = SAMPLE_NAMES.filter(
    (name) => /^[A-Z]\w+\.recorded-\d+$/.test(name) && !NUMBERS_ARE_TEXT.includes(name),
  );
  test.each(recorded)("returns fields of the same JSON types as in %s", async (name) => {
    const answer = await simulated(name.replace(/\..*$/, ""));
    expect(otherMembers(name, answer, isOtherType)).toEqual([]);
  });
});

test("every sample belongs to an action or an error, and the README lists each recorded sample", () => {
  const text = readFileSync("test/whmcs/samples/README.md", "utf8");
  const known = /^(?:error|warning)\b/;
  for (const name of SAMPLE_NAMES) {
    const action = name.replace(/\..*$/, "");
    expect([name, action in ACTIONS || known.test(name)]).toEqual([name, true]);
    if (name.includes("recorded")) expect(text).toContain(name);
  }
});
