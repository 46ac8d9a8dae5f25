import { describe, expect, test } from "vitest";
import * as z from "zod";
import { getClientsDetails } from "../../workers/billing-whmcs/answers/accounts.ts";
import { getClientsDomains } from "../../workers/billing-whmcs/answers/domains.ts";
import { getInvoices } from "../../workers/billing-whmcs/answers/invoices.ts";
import { getOrder } from "../../workers/billing-whmcs/answers/orders.ts";
import { getProducts, getTldPricing } from "../../workers/billing-whmcs/answers/products.ts";
import {
  domainGetLockingStatus,
  domainGetNameservers,
  domainGetWhoisInfo,
  registrarProblem,
} from "../../workers/billing-whmcs/answers/registrar.ts";
import { getCancelledPackages, getClientsProducts } from "../../workers/billing-whmcs/answers/services.ts";
import { getTickets } from "../../workers/billing-whmcs/answers/tickets.ts";
import { sample } from "./support/samples.ts";

/*
 * What each action's answer says, member by member: all that is written, and the one value that is read. A row, or an answer, that
 * does not read is left out. The spellings themselves are in decode.test.ts.
 */

const LEFT_OUT = "left out";
type Row = Record<string, unknown>;
/** `member`: what is written there in place of the sample's own, and what the value has under `as`, or under the same name. */
type Case = [member: string, written: readonly unknown[], value: unknown, as?: string];

const row = (name: string, container: string, item: string) =>
  ((sample(name)[container] as Record<string, Row[]>)[item]?.[0] ?? {}) as Row;

const NO_DATES = ["0000-00-00", "0000-00-00 00:00:00", "-0001-11-30 00:00:00", "", null];
const BAD_DATES = [
  "2026-02-30",
  "2026-00-10",
  "2026-1-1",
  "2026-01-01x",
  "20/05/2026",
  20_260_520,
  true,
  {},
  undefined,
];
const BAD_TIMES = ["2026-02-30T10:00:00Z", "2026-05-01 10:00:00", "2026-05-01", "", 0, undefined];
const AT = "2026-05-01T10:00:00Z";
const BAD_AMOUNTS = ["$12.95", "12.95 USD", "12,95", "1,234.00", "12.955", "", null, "1e3", {}, [], undefined];
const BAD_IDS = [0, -3, "0", "", "abc", 1.5, "9007199254740993", null, true, [1], {}, undefined];
const NO_TEXTS = ["", null, undefined];
/** As an author wrote it, and as PHP stores that. */
const TEXT = `Tom & "Jerry's" <b>shop</b>`;
const STORED = "Tom &amp; &quot;Jerry&#039;s&quot; &lt;b&gt;shop&lt;/b&gt;";

const OWNER = { id: 1, email: "testuser@whmcs.com", language: "french" };
const ofClient = z.preprocess((client) => ({ client }), getClientsDetails.answer);
/** An account as the addon tells it. */
const client: Row = {
  ...{ id: 1, fullname: "Test Client", companyname: "", email: "", currency_code: "USD", status: "Active" },
  ...{ country: "GB", credit: "0.00", groupid: 0, users: [1], owner: OWNER },
};
const tld = (more: Row) => ({ pricing: { ca: { ...((sample("GetTLDPricing").pricing as Row).com as Row), ...more } } });

const TABLES: [action: string, schema: z.ZodType, base: Row, cases: Case[]][] = [
  [
    "GetClientsProducts",
    getClientsProducts.row,
    row("GetClientsProducts", "products", "product"),
    [
      ["id", ["7", 7, "07"], 7],
      ...["id", "clientid"].map((member): Case => [member, BAD_IDS, LEFT_OUT]),
      ["pid", ["0", 0, "", null], null],
      ["nextduedate", ["2026-05-20", "2026-05-20 00:00:00"], "2026-05-20"],
      ["nextduedate", NO_DATES, null],
      ["nextduedate", BAD_DATES, LEFT_OUT],
      ["recurringamount", ["12.95", "12.950", 12.95, "0012.95"], 1295],
      ["recurringamount", BAD_AMOUNTS, LEFT_OUT],
      ["translated_name", [STORED], TEXT],
      ["translated_name", NO_TEXTS, null],
      ["domain", ["BÜCHER.example", "xn--BCHER-kva.Example"], "xn--bcher-kva.example"],
      ["domain", [...NO_TEXTS, "a&amp;b"], null],
      ["serverid", ["0", null], null],
      ["username", ["a b", null, 3], null],
      ...["status", "billingcycle"].map((member): Case => [member, [null, 3, undefined], LEFT_OUT]),
      ["customfields", ["", [1, null, "planted"]], undefined],
      ["configoptions", ["", { 0: { value: "planted" } }], undefined],
    ],
  ],
  [
    "GetClientsDomains",
    getClientsDomains.row,
    row("GetClientsDomains.nested", "domains", "domain"),
    [
      ...["regdate", "expirydate", "nextduedate"].flatMap((member): Case[] => [
        [member, NO_DATES, null],
        [member, BAD_DATES, LEFT_OUT],
      ]),
      ["userid", BAD_IDS, LEFT_OUT],
      ["donotrenew", [true, 1, "1", "on", "On", "true", "TRUE", "yes"], true],
      ["donotrenew", [false, 0, "0", "off", "false", "no", "", null], false],
      ["donotrenew", ["y", 2, "2", -1, [], {}, "perhaps", undefined], LEFT_OUT],
      ["regperiod", ["0", 0], 0],
      ["regperiod", [-1, "", null, 1.5], LEFT_OUT],
      ["registrar", [...NO_TEXTS, {}], null],
    ],
  ],
  [
    "GetInvoices",
    getInvoices.row,
    { ...row("GetInvoices", "invoices", "invoice"), balance: "0.00" },
    [
      ["datepaid", NO_DATES, null],
      ["userid", BAD_IDS, LEFT_OUT],
      ...["subtotal", "credit", "tax", "tax2", "balance"].map((member): Case => [member, BAD_AMOUNTS, LEFT_OUT]),
      ["currencycode", [...NO_TEXTS, "dollars"], null],
      ["taxrate2", ["", null, "five"], null],
      ["invoicenum", NO_TEXTS, null],
    ],
  ],
  [
    "GetTickets",
    getTickets.row,
    { ...row("GetTickets", "tickets", "ticket"), date: AT, lastreply: null },
    [
      ["date", [AT], AT],
      ["date", BAD_TIMES, LEFT_OUT],
      ["subject", [`a\r\n\u202Eb\u0000 ${STORED}`], `a b ${TEXT}`],
      ["subject", ["x".repeat(10_000)], `${"x".repeat(299)}…`],
      ["deptid", ["0", 0, ""], null],
      ["service", [null, 3], null],
    ],
  ],
  [
    "GetCancelledPackages",
    getCancelledPackages.row,
    { id: 1, relid: 2, date: AT, when: "immediately" },
    [
      ["relid", BAD_IDS, LEFT_OUT],
      ["date", [...BAD_TIMES, null], LEFT_OUT],
      ["when", ["Immediate", "", null], LEFT_OUT],
    ],
  ],
  [
    "GetClientsDetails",
    ofClient,
    client,
    [
      ["companyname", [...NO_TEXTS, {}, []], null],
      ["fullname", [...NO_TEXTS, {}], null],
      ["country", [...NO_TEXTS, "Canada"], null],
      ["email", [null, undefined, {}], ""],
      ["currency_code", [...NO_TEXTS, "dollars"], LEFT_OUT],
      ["credit", ["$12.00 CAD", "", null, {}], null],
      ["groupid", ["0", null, {}], null],
      ["owner", [OWNER], OWNER],
      ["owner", [undefined, null, "?", { id: 1, email: "nobody" }], null],
    ],
  ],
  [
    "GetProducts",
    getProducts.row,
    row("GetProducts", "products", "product"),
    [
      ["pricing", ["", [], {}], {}],
      ["pricing", [{ USD: { monthly: "9,99" } }], {}],
      ["stockcontrol", [null, "perhaps", undefined], null],
      ["quantity_available", [-3, null], null],
      ["pid", BAD_IDS, LEFT_OUT],
    ],
  ],
  [
    "GetOrder",
    getOrder.answer,
    {},
    [
      ["order", [null], null, ""],
      ["order", [undefined, {}, []], LEFT_OUT],
    ],
  ],
  [
    "DomainGetNameservers",
    domainGetNameservers.answer,
    {},
    [
      ["ns1", ["NS1.Other.example."], ["ns1.other.example"], ""],
      ["ns1", ["", undefined], null, ""],
      ["ns1", [null, []], LEFT_OUT],
    ],
  ],
  [
    "DomainGetLockingStatus",
    domainGetLockingStatus.answer,
    {},
    [
      ["lockstatus", ["locked", "Locked"], true, ""],
      ["lockstatus", ["unlocked"], false, ""],
      ["lockstatus", ["", null, undefined, "unknown", "0"], null, ""],
    ],
  ],
  [
    "DomainGetWhoisInfo",
    domainGetWhoisInfo.answer,
    {},
    [
      ["Registrant", [{ Email: "h@maple.example" }, '{"e-mail":"h@maple.example"}'], "h@maple.example", ""],
      ["Registrant", [undefined, "{}", { Email: "none" }], null, ""],
    ],
  ],
];

test.each(TABLES)("%s", (_, schema, base, cases) => {
  for (const [member, written, value, as = member] of cases) {
    for (const one of written) {
      const read = schema.safeParse({ ...base, [member]: one });
      const data = !read.success ? LEFT_OUT : as === "" ? read.data : (read.data as Row)[as];
      expect([member, one, data]).toEqual([member, one, value]);
    }
  }
});

test("members that no schema has change nothing", () => {
  const base = row("GetClientsProducts", "products", "product");
  const more = JSON.parse('{"__proto__":{"id":1},"more":{},"clients":[1]}');
  expect(getClientsProducts.row.parse({ ...more, ...base })).toEqual(getClientsProducts.row.parse(base));
});

describe("GetTLDPricing", () => {
  const none = {};
  const cases: [string, Row, object][] = [
    ["not sold as a registration", { register: [] }, { register: none, transfer: 1495 }],
    ["not sold for transfer", { transfer: null }, { transfer: null, renew: { 1: 1495 } }],
    ["not sold for transfer, as an empty text", { transfer: "" }, { transfer: null }],
    ["sold for three years too", { register: { 1: "1.00", 3: "3.00" } }, { register: { 1: 100, 3: 300 } }],
    ["with a fee of redemption", { redemption_period: { price: "120.00" } }, { redemptionFee: 12_000 }],
    ["with a fee of grace that is switched off", { grace_period: { price: "-1.00" } }, { graceFee: null }],
    [
      "with a fee that does not read",
      { redemption_period: { price: "$120" } },
      { redemptionFee: null, transfer: 1495 },
    ],
    ["with categories that do not read", { categories: "Popular" }, { categories: [], transfer: 1495 }],
  ];
  test.each(cases)("an extension %s", (_, more, wanted) => {
    expect(getTldPricing.answer.parse(tld(more))).toMatchObject([{ tld: ".ca", ...wanted }]);
  });

  test("one that does not read is left out; none is no error", () => {
    expect(getTldPricing.answer.parse(tld({ register: "14.95" }))).toEqual([]);
    for (const pricing of [[], {}]) expect(getTldPricing.answer.parse({ pricing })).toEqual([]);
    expect(getTldPricing.answer.safeParse({ pricing: "none" }).success).toBe(false);
  });
});

test.each([
  ["Registrar Function Not Supported", "unsupported"],
  ["cURL error 28: Operation timed out", "unavailable"],
  ["Could not connect to the registrar", "unavailable"],
  ["Domain not found in account", "refused"],
] as const)("a registrar that says %s is %s", (text, problem) => expect(registrarProblem(text)).toBe(problem));
