import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { ACTIONS } from "../../dev/whmcs/actions/index.ts";
import { productOf } from "../../dev/whmcs/seed.ts";
import type { BillingHostPort, HostReply } from "../../durable-objects/billing-host/billing-host-port.ts";
import { getClientsDetails } from "../../workers/billing-whmcs/answers/accounts.ts";
import type { ListAction, ReadAction } from "../../workers/billing-whmcs/answers/action.ts";
import { getClientsDomains } from "../../workers/billing-whmcs/answers/domains.ts";
import { getInvoice, getInvoices } from "../../workers/billing-whmcs/answers/invoices.ts";
import { getProducts, getTldPricing, type ProductPrices } from "../../workers/billing-whmcs/answers/products.ts";
import { getPromotions } from "../../workers/billing-whmcs/answers/provider.ts";
import { getCancelledPackages, getClientsProducts } from "../../workers/billing-whmcs/answers/services.ts";
import { getTickets } from "../../workers/billing-whmcs/answers/tickets.ts";
import { WhmcsApi } from "../../workers/billing-whmcs/answers/whmcs-api.ts";
import type { AskRequest } from "../../workers/billing-whmcs/bridge/ask-batch.ts";
import { Bridge } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { answerIn } from "../../workers/billing-whmcs/bridge/outcome.ts";
import { pricesOf } from "../../workers/billing-whmcs/catalogue/prices.ts";
import { logLines } from "./support/reading.ts";
import { type MemberClass, SAMPLE_NAMES, sample, sampleText, shapeOf } from "./support/samples.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

afterEach(() => void vi.restoreAllMocks());

/** A host that has one answer, and then an empty list. */
function apiOf(name: string, status = 200): WhmcsApi {
  const host: BillingHostPort = {
    async send({ text }): Promise<HostReply> {
      const { calls } = (JSON.parse(text) as { parameters: AskRequest }).parameters;
      const start = calls[0]?.parameters.limitstart;
      const answer = start === undefined || start === 0 ? sampleText(name) : '{"result":"success"}';
      return { kind: "answered", status, body: `{"result":"success","answers":[${answer}]}` };
    },
    health: async () => ({ isOpen: false, answeredAt: null }),
  };
  return new WhmcsApi(new Bridge(host), host);
}

/** The account of every documented sample is 1. */
const call = (accountId: number | null = 1) => ({ accountId });
const listed = async (name: string, action: ListAction<{ id: number }>, accountId?: number) => {
  return apiOf(name).list(action, {}, call(accountId));
};
const readSample = async <Body>(name: string, action: ReadAction<Body>) => apiOf(name).read(action, {}, call());

/** The flattened keys that some pages print never come from within WHMCS: their nested form is what the addon passes on. */
describe("the adapter reads", () => {
  const lists: [string, ListAction<{ id: number }>, Record<string, unknown>[]][] = [
    [
      "GetClientsProducts",
      getClientsProducts as never,
      [{ id: 1, pid: 1, recurringamount: 1295, domain: "demodomain.com" }, { id: 2 }],
    ],
    ["GetClientsDomains.nested", getClientsDomains as never, [{ id: 1, regdate: "2016-01-01" }, { id: 2 }]],
    ["GetInvoices", getInvoices as never, [{ id: 1, subtotal: 1595, datepaid: null, currencycode: "USD", taxrate: 0 }]],
    ["GetTickets", getTickets as never, [{ id: 1, tid: "516757", date: "2016-01-01 06:26:29" }]],
    [
      "GetCancelledPackages.nested",
      getCancelledPackages as never,
      [
        { id: 1, relid: 1 },
        { id: 2, type: "Immediate" },
      ],
    ],
    ["GetProducts", getProducts as never, [{ id: 1, paytype: "recurring" }]],
    ["GetProducts.recorded-1", getProducts as never, [{ id: 92, paytype: "onetime" }]],
    ["GetProducts.recorded-2", getProducts as never, [{ id: 1, pricing: { GBP: { monthly: 250, annually: 2500 } } }]],
    ["GetProducts.recorded-3", getProducts as never, [{ id: 98, pricing: { EUR: { monthly: null, annually: null } } }]],
    [
      "GetClientsProducts.recorded-2",
      getClientsProducts as never,
      [{ id: 128, pid: 48, status: "Pending", domain: null, recurringamount: 1500, nextduedate: "2018-11-07" }],
    ],
    [
      "GetPromotions",
      getPromotions as never,
      [{ id: 1, code: "sample", value: 1000, recurring: true, appliesto: "1,2" }],
    ],
  ];

  test.each(lists)("%s", async (name, action, wanted) => {
    const lines = logLines();
    expect(await listed(name, action)).toMatchObject(wanted);
    expect(lines).toEqual([]);
  });

  test("GetClientsProducts.recorded-1: integers, a free service, no dates, and no password", async () => {
    const lines = logLines();
    const [service, ...others] = (await listed(
      "GetClientsProducts.recorded-1",
      getClientsProducts as never,
      3,
    )) as object[];
    expect([service, others]).toEqual([
      {
        ...{ id: 10, clientid: 3, pid: 2, name: "Example Account", translated_name: "Example Account", domain: null },
        ...{ status: "Active", billingcycle: "Free Account", nextduedate: null, recurringamount: 0 },
        ...{ serverid: 1, username: "user3-10@panel.example.net" },
      },
      [],
    ]);
    expect(lines).toEqual([]);
    expect(await listed("GetClientsProducts.recorded-1", getClientsProducts as never, 4)).toEqual([]);
  });

  test("GetProducts.recorded-1: a count of four and one product, and prices in six currencies", async () => {
    const [product] = (await listed("GetProducts.recorded-1", getProducts as never)) as [ProductPrices];
    expect(sample("GetProducts.recorded-1").totalresults).toBe(4);
    const monthly = ["CNY", "EUR", "INR", "KES", "USD", "ZAR", "CAD"].map((code) => product.pricing[code]?.monthly);
    expect(monthly).toEqual([67_764, 8_409, 728_280, 990_000, 9_900, 165_696, undefined]);
  });

  test("GetProducts: what is not sold is no price", async () => {
    const [product] = (await listed("GetProducts", getProducts as never)) as [ProductPrices];
    expect(pricesOf(product, "USD", (amount) => amount)).toContainEqual({
      ...{ billingCycle: "monthly", amount: 2_599, setupFee: 0 },
    });
    expect(product.pricing.USD?.annually).toBeNull();
  });

  test("GetClientsDetails, of now and as versions before had it at the top", async () => {
    const wanted = {
      ...{ id: 1, fullname: "Test Client", companyname: null, country: "GB", currency_code: "USD", credit: 0 },
      ...{ status: "Active", users: [{ id: 1, email: "testuser@whmcs.com", is_owner: true }] },
    };
    expect(await readSample("GetClientsDetails", getClientsDetails)).toMatchObject(wanted);
    const { client } = sample("GetClientsDetails") as { client: object };
    expect(getClientsDetails.answer.parse({ result: "success", ...client })).toMatchObject(wanted);
  });

  test("GetInvoice, GetTLDPricing", async () => {
    expect(await readSample("GetInvoice", getInvoice)).toMatchObject({ invoiceid: 1, balance: 1595, invoicenum: null });
    const dong = { invoiceid: 171, userid: 3, balance: 45_000_000, taxrate: 0, datepaid: null };
    expect(await readSample("GetInvoice.recorded-1", getInvoice)).toMatchObject(dong);
    const taxed = { invoiceid: 66, subtotal: 1_199, tax: 276, taxrate: 23, balance: 1_475 };
    expect(await readSample("GetInvoice.recorded-2", getInvoice)).toMatchObject(taxed);
    const extensions = await readSample("GetTLDPricing", getTldPricing);
    expect(extensions).toMatchObject([
      { tld: ".com", register: new Map([[1, 1495]]), transfer: 1495, renew: new Map([[1, 1495]]), graceFee: null },
      ...Array(4).fill({}),
    ]);
  });

  const refusals: [string, number, unknown][] = [
    ["error.invalid-permissions.recorded-1", 403, { reason: "not_allowed", retryAfter: 300 }],
    ["error.invalid-action.recorded-1", 200, { reason: "not_allowed", retryAfter: 300 }],
    ["warning.payment-info.recorded-1", 200, { reason: "warning", retryAfter: 5 }],
  ];
  test.each(refusals)("%s", (name, status, wanted) => {
    expect(answerIn({ kind: "answered", status, body: sampleText(name) })).toMatchObject(wanted as object);
  });

  test("the texts of things that are not there, as each version writes them", () => {
    const texts = ["error.audit-8.13.recorded-1", "error.not-found.recorded"].flatMap((name) =>
      Object.values(sample(name)),
    );
    const of = (thing: string) => texts.filter((text) => String(text).startsWith(thing)) as string[];
    expect([of("Client ID").length, of("Invoice ID").length].every((count) => count >= 2)).toBe(true);
    for (const text of of("Client ID")) expect([text, getClientsDetails.refusals?.test(text)]).toEqual([text, true]);
    for (const text of of("Invoice ID")) expect([text, getInvoice.refusals?.test(text)]).toEqual([text, true]);
    for (const text of texts) {
      expect(
        answerIn({ kind: "answered", status: 200, body: JSON.stringify({ result: "error", message: text }) }),
      ).toEqual({
        kind: "said_no",
        text,
      });
    }
  });
});

const whmcs = await startWhmcs({ profile: "8.13" });
const { simulator } = whmcs;
const older = await startWhmcs({ profile: "8.1" });
afterAll(() => Promise.all([whmcs.stop(), older.stop()]));

/** Recorded of versions that wrote numbers as text. */
const NUMBERS_ARE_TEXT = [
  "GetInvoice.recorded-1",
  "GetInvoice.recorded-2",
  "GetProducts.recorded-2",
  "GetProducts.recorded-3",
];

const { state } = simulator;
// A pay method of the other kind.
state.payMethods.push({
  ...{ id: 9_001, clientId: 1001, type: "BankAccount", gateway: "", description: "A Bank Account", lastFour: "" },
});
const ordered = {
  ...{
    clientid: "1001",
    paymentmethod: "mailin",
    "pid[0]": String(productOf("web-plus")),
    "billingcycle[0]": "annually",
  },
  ...{ "domain[0]": "sample-order.ca", "domaintype[0]": "register", "regperiod[0]": "1" },
};
const registered = state.domains.find(({ name }) => name === "studio-ana.ca");
const annual = state.services.find(
  ({ clientId, status, billingCycle }) => clientId === 1001 && status === "Active" && billingCycle === "Annually",
);

/** What each action is asked about: everything is of the account with most in it. */
const ASKED: Record<string, Record<string, string>> = {
  GetClientsDetails: { clientid: "1001" },
  GetInvoice: { invoiceid: "unpaid" },
  GetTickets: { ignore_dept_assignments: "true" },
  GetSupportDepartments: { ignore_dept_assignments: "true" },
  GetUserPermissions: { user_id: "12", client_id: "1001" },
  GetInvoices: { userid: "1001" },
  GetClientsProducts: { clientid: "1001" },
  GetClientsDomains: { clientid: "1001" },
  AddOrder: ordered,
  AddCancelRequest: { serviceid: String(annual?.id) },
  GetOrders: { userid: "1001" },
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

async function simulated(action: string, { simulator } = whmcs): Promise<Record<string, unknown>> {
  const unpaid = simulator.state.invoices.find(({ clientId, status }) => clientId === 1001 && status === "Unpaid");
  const asked = Object.entries(ASKED[action] ?? {}).map(([name, value]) => [
    name,
    value === "unpaid" ? String(unpaid?.id) : value,
  ]);
  return JSON.parse(JSON.stringify(simulator.ask(action, Object.fromEntries(asked))));
}

const documented = SAMPLE_NAMES.filter((name) => /^[A-Z]\w+$/.test(name) && name in ACTIONS);
const nestedOf = (name: string) => (SAMPLE_NAMES.includes(`${name}.nested`) ? `${name}.nested` : name);

/** Examples are edited by hand: yes and no stand for 1 and 0 in them, and a list in a text may be of one number. */
function isAlike(wanted: MemberClass, { is, json }: { is: MemberClass; json: string }): boolean {
  if (is === wanted || is === "empty" || wanted === "empty") return true;
  return wanted === "text" ? json === "string" : wanted === "yes or no" && is === "number";
}

/** Printed without JSON types by who published them. */
const UNTYPED = ["GetOrders.recorded-1"];

/** The members that an answer has as a sample has them not: by kind, or by the JSON type where that was recorded. */
function otherMembers(name: string, answer: Record<string, unknown>, isOther: typeof isOtherKind): string[] {
  const wanted = shapeOf(sample(name));
  const found = [...shapeOf(answer)].flatMap(([path, given]) => {
    const own = wanted.get(path);
    return own && isOther(own, given) ? [`${path}: ${own.json}, ${own.is}, not ${given.json}, ${given.is}`] : [];
  });
  return found;
}

type Shape = { is: MemberClass; json: string };
const isOtherKind = (wanted: Shape, given: Shape) => !isAlike(wanted.is, given);
const isOtherType = ({ json }: Shape, given: Shape) => json !== "null" && given.json !== "null" && given.json !== json;

describe("the members that the simulator answers are those of", () => {
  beforeAll(() => simulated("AddOrder"));

  test.each(documented)("%s", async (action) => {
    const answer = await simulated(action);
    expect(otherMembers(nestedOf(action), answer, isOtherKind)).toEqual([]);
  });

  const recorded = SAMPLE_NAMES.filter((name) => /^[A-Z]\w+\.recorded-\d+$/.test(name) && !UNTYPED.includes(name));
  test.each(recorded)("%s, in the JSON types of its profile", async (name) => {
    const answer = await simulated(name.replace(/\..*$/, ""), NUMBERS_ARE_TEXT.includes(name) ? older : whmcs);
    expect(otherMembers(name, answer, isOtherType)).toEqual([]);
  });

  test("the prices of a product, in each currency", async () => {
    const pricing = (answer: Record<string, unknown>) => {
      const [product] = (answer.products as { product: { pricing: Record<string, object> }[] }).product;
      return Object.values(product?.pricing ?? {});
    };
    const names = (prices: object | undefined) => Object.keys(prices ?? {}).toSorted();
    const [wanted] = pricing(sample("GetProducts.recorded-1"));
    for (const prices of pricing(await simulated("GetProducts"))) expect(names(prices)).toEqual(names(wanted));
  });
});

test("every sample is of an action or an error, and the README names each recorded one", () => {
  const text = readFileSync("test/whmcs/samples/README.md", "utf8");
  const known = /^(?:error|warning)\b/;
  for (const name of SAMPLE_NAMES) {
    const action = name.replace(/\..*$/, "");
    expect([name, action in ACTIONS || known.test(name)]).toEqual([name, true]);
    if (name.includes("recorded")) expect(text).toContain(name);
  }
});
