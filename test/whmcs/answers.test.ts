import { describe, expect, test } from "vitest";
import * as z from "zod";
import { getClientsDetails } from "../../workers/billing-whmcs/answers/accounts.ts";
import { getClientsDomains } from "../../workers/billing-whmcs/answers/domains.ts";
import { getEvents } from "../../workers/billing-whmcs/answers/events.ts";
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
import { casesOf } from "../support/cases.ts";
import { sample } from "./support/samples.ts";

/*
 * Tests responses field by field: the spellings of a value, and the value that is read. An unreadable row or response
 * must be omitted. decode.test.ts covers the spellings themselves.
 */

const LEFT_OUT = "left out";
/** Stands for an absent field, which a JSON list cannot express. */
const ABSENT = "(absent)";
type Row = Record<string, unknown>;
interface Case {
  members: string[];
  /** The values that replace the sample's value, or the name of a list in `spellings`. */
  written: unknown[] | string;
  isLeftOut?: true;
  /**
   * The value that is read. It is in the field `as`, or else in the field with the same name. If `as` is empty, it is
   * the whole response.
   */
  value?: unknown;
  as?: string;
}
const CASES = casesOf<{ spellings: Record<string, unknown[]>; answers: Record<string, Case[]> }>(import.meta.url);

const row = (name: string, container: string, item: string) =>
  ((sample(name)[container] as Record<string, Row[]>)[item]?.[0] ?? {}) as Row;

/** An account as the addon returns it. */
const client: Row = {
  ...{ id: 1, fullname: "Test Client", companyname: "", email: "", currency_code: "USD", status: "Active" },
  ...{ country: "GB", credit: "0.00", groupid: 0, users: [1] },
  owner: { id: 1, email: "testuser@whmcs.com", language: "french" },
};
const AT = "2026-05-01T10:00:00Z";
const tld = (more: Row) => ({ pricing: { ca: { ...((sample("GetTLDPricing").pricing as Row).com as Row), ...more } } });

/** The schema of each action, and a readable row. */
const READ: Record<string, [schema: z.ZodType, base: Row]> = {
  GetClientsProducts: [getClientsProducts.row, row("GetClientsProducts", "products", "product")],
  GetClientsDomains: [getClientsDomains.row, row("GetClientsDomains.nested", "domains", "domain")],
  GetInvoices: [getInvoices.row, { ...row("GetInvoices", "invoices", "invoice"), balance: "0.00" }],
  GetTickets: [getTickets.row, { ...row("GetTickets", "tickets", "ticket"), date: AT, lastreply: null }],
  GetCancelledPackages: [getCancelledPackages.row, { id: 1, relid: 2, date: AT, when: "immediately" }],
  GetEvents: [getEvents.row, { id: 1, type: "domain.registered", subject: "own.example" }],
  GetClientsDetails: [z.preprocess((told) => ({ client: told }), getClientsDetails.answer), client],
  GetProducts: [getProducts.row, row("GetProducts", "products", "product")],
  GetOrder: [getOrder.answer, {}],
  DomainGetNameservers: [domainGetNameservers.answer, {}],
  DomainGetLockingStatus: [domainGetLockingStatus.answer, {}],
  DomainGetWhoisInfo: [domainGetWhoisInfo.answer, {}],
};

const orAbsent = (value: unknown) => (value === ABSENT ? undefined : value);

describe.each(Object.entries(CASES.answers))("%s", (action, cases) => {
  const [schema, base] = READ[action] ?? expect.fail(`nothing reads ${action}`);
  test.each(cases)("reads $members written as $written", ({ members, written, isLeftOut, value, as }) => {
    const all = typeof written === "string" ? (CASES.spellings[written] ?? expect.fail(written)) : written;
    for (const member of members) {
      for (const one of all.map(orAbsent)) {
        const read = schema.safeParse({ ...base, [member]: one });
        const data = !read.success ? LEFT_OUT : as === "" ? read.data : (read.data as Row)[as ?? member];
        expect([member, one, data]).toEqual([member, one, isLeftOut ? LEFT_OUT : orAbsent(value)]);
      }
    }
  });
});

test("fields outside the schema have no effect", () => {
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
    ["with a redemption fee", { redemption_period: { price: "120.00" } }, { redemptionFee: 12_000 }],
    ["with a disabled grace fee", { grace_period: { price: "-1.00" } }, { graceFee: null }],
    ["with an unreadable fee", { redemption_period: { price: "$120" } }, { redemptionFee: null, transfer: 1495 }],
    ["with unreadable categories", { categories: "Popular" }, { categories: [], transfer: 1495 }],
  ];
  test.each(cases)("reads an extension %s", (_, more, wanted) => {
    expect(getTldPricing.answer.parse(tld(more))).toMatchObject([{ tld: ".ca", ...wanted }]);
  });

  test("an unreadable extension is omitted, and an empty list is not an error", () => {
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
] as const)("the registrar's error “%s” is classified as %s", (text, problem) =>
  expect(registrarProblem(text)).toBe(problem),
);
