import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type PhpValue, phpConstants } from "../../dev/whmcs/addon/php-constants.ts";
import type { BillingHostPort, HostCall } from "../../durable-objects/billing-host/billing-host-port.ts";
import { CA_TERMS, contractCustomer, TRANSFER } from "../billing-contract/customer.ts";
import { asks } from "../billing-contract/questions.ts";
import { ALL, COLLEAGUE, EVERYTHING, OWNER } from "./support/reading.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const LIB = "addons/whmcs/frontdesk/lib";
const reading = phpConstants(`${LIB}/Reading/ReadActions.php`);
const acting = phpConstants(`${LIB}/Acting/ActRequest.php`);
const changing = phpConstants(`${LIB}/Acting/Changes.php`);

const Parameters = z.record(z.string(), z.unknown());
const Call = z.object({ action: z.string(), parameters: Parameters });
const Sent = z.object({
  addon: z.string().optional(),
  parameters: z.looseObject({
    calls: z.array(Call).optional(),
    action: z.string().optional(),
    parameters: Parameters.optional(),
  }),
});

/** Each action with the names of its parameters, as it went through the addon. */
const asked = new Map<string, Set<string>>();
const acted = new Map<string, Set<string>>();

function note(sent: Map<string, Set<string>>, action: string, parameters: Record<string, unknown>): void {
  const names = sent.get(action) ?? new Set();
  sent.set(action, names);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) names.add(name);
}

function recorded(host: BillingHostPort): BillingHostPort {
  const send = (call: HostCall) => {
    const { addon, parameters } = Sent.parse(JSON.parse(call.text));
    for (const { action, parameters: own } of parameters.calls ?? []) note(asked, action, own);
    if (addon === "act") note(acted, parameters.action ?? "", parameters.parameters ?? {});
    return host.send(call);
  };
  return { send, health: () => host.health() };
}

const whmcs = await startWhmcs({ now: () => Date.parse("2026-11-20T15:00:00Z") });
afterAll(() => whmcs.stop());

beforeAll(async () => {
  await whmcs.runScheduledWork();
  const { billing } = whmcs.again({}, recorded);
  for (const by of [OWNER, COLLEAGUE]) {
    await billing.readAccount(by);
    await billing.listServices(by, EVERYTHING);
    await billing.readService(by, 3001);
    await billing.listDomains(by, EVERYTHING);
    for (const status of ["all", "unpaid", "paid"] as const) await billing.listInvoices(by, { ...ALL, status });
    for (const status of ["all", "open"] as const) await billing.listTickets(by, { ...ALL, status });
  }
  const owner = contractCustomer(billing, asks(11, 1001, "orders"));
  registerDomain(whmcs.simulator, 1001, "renewed.com");
  const service = (await owner.services()).find(({ planId }) => planId === "web-plus");
  const placed = [
    await owner.orderDomain("new-name.com"),
    await owner.orderDomain("new-name.ca", { acceptTerms: CA_TERMS, fields: { legal_type: "CCO" } }),
    await owner.orderDomain("moved-name.com", TRANSFER),
    await owner.renewDomain("renewed.com"),
    await owner.orderPlan("web-plus", { domain: "site-name.com" }),
    await owner.changePlan(service?.id ?? 0, "web-pro"),
    await owner.cancelService(2101, "end_of_period", "a reason"),
    await owner.setDomainAutoRenew("renewed.com", false),
    await owner.setDomainNameservers("renewed.com", ["ns1.other.example", "ns2.other.example"]),
    await owner.setDomainLock("renewed.com", false),
    await owner.transferDomainOut("renewed.com"),
  ];
  expect(placed.map((result) => (result.ok ? "ok" : result.problem))).toEqual(placed.map(() => "ok"));
});

/** What is sent and not on the addon's list, which would refuse the whole call. */
function notTaken(sent: Map<string, Set<string>>, taken: (action: string) => string[]): string[] {
  return [...sent].flatMap(([action, names]) =>
    [...names.difference(new Set(taken(action)))].map((name) => `${action} ${name}`),
  );
}

const texts = (value: PhpValue | undefined): string[] =>
  Array.isArray(value) ? value.flatMap(texts) : typeof value === "string" ? [value] : [];
const member = (value: PhpValue | undefined, name: string) =>
  value && typeof value === "object" && !Array.isArray(value) ? value[name] : undefined;

test("what is asked through the addon is on its list of reading actions", () => {
  expect([...asked.keys()]).toEqual(expect.arrayContaining(["GetClientsDetails", "GetClientsProducts", "GetInvoices"]));
  const listed = (action: string) => texts([member(reading.get("ALLOWED"), action) ?? [], reading.get("PAGING") ?? []]);
  expect(notTaken(asked, listed)).toEqual([]);
});

test("what is ordered and changed through the addon is on its lists", () => {
  const orders = ["AddOrder", "UpgradeProduct"];
  const names = (list: PhpValue | undefined) => Object.keys(list && typeof list === "object" ? list : {});
  expect([...acted.keys()].toSorted()).toEqual([...orders, ...names(changing.get("ALLOWED"))].toSorted());
  for (const name of ["pid", "domain", "eppcode", "domainfields", "domainrenewals"])
    expect(acted.get("AddOrder")).toContain(name);
  const listed = (action: string) =>
    texts(member(acting.get("ALLOWED"), action) ?? member(changing.get("ALLOWED"), action));
  expect(notTaken(acted, listed)).toEqual([]);
});
