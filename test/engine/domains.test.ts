import { expect, test } from "vitest";
import { DOMAIN_STATUSES, type DomainList } from "../../shared/billing-contract/customer.ts";
import { asks, EVERYTHING, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, billing } = await seededBilling();

async function list(options: Partial<DomainList>, accountId = 1001) {
  const asked: DomainList = { status: "all", limit: 100, within: EVERYTHING, ...options };
  return (await valueIn(billing.listDomains(asks(LOGINS.owner, accountId), asked))).items;
}

const names = async (options: Partial<DomainList>, accountId = 1001) =>
  (await list(options, accountId)).map(({ name }) => name);

async function addDomains(accountId: number, firstId: number, rows: [name: string, status: string][]): Promise<void> {
  const insert = "INSERT INTO domains VALUES (?, ?, ?, ?, NULL, NULL, NULL, NULL, 1, 0)";
  await db.batch(
    rows.map(([name, status], index) => db.prepare(insert).bind(firstId + index, accountId, name, status)),
  );
}

test("a domain has its dates, its renewal price and whether it renews by itself", async () => {
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  expect((await list({})).find(({ id }) => id === 4101)).toEqual({
    id: 4101,
    name: "studio-ana.ca",
    status: "active",
    registeredOn: date,
    expiresOn: date,
    nextDueDate: date,
    renewalPrice: 1899,
    renewalYears: 1,
    autoRenew: true,
  });
  expect((await list({})).find(({ id }) => id === 4107)).toMatchObject({
    status: "pending_transfer",
    registeredOn: null,
    expiresOn: null,
    nextDueDate: null,
    autoRenew: false,
  });
});

test("a name in redemption has the price that its renewal costs now", async () => {
  expect((await list({})).find(({ name }) => name === "studio-ana.com")).toMatchObject({
    status: "redemption",
    renewalPrice: 2199 + 12_000,
  });
});

test("domains come by name", async () => {
  const all = await names({});
  expect(all).toEqual(all.toSorted());
  expect(all.length).toBeGreaterThan(5);
});

test("active is all but expired, transferred away, cancelled and fraud", async () => {
  await addDomains(
    1002,
    5001,
    DOMAIN_STATUSES.map((status) => [`${status.replaceAll("_", "-")}.example`, status]),
  );
  const gone = ["expired", "transferred_away", "cancelled", "fraud"];
  const listed = async (status: "active" | "all") =>
    (await list({ status, domain: "example" }, 1002)).map((domain) => domain.status);
  expect(new Set(await listed("active"))).toEqual(new Set(DOMAIN_STATUSES.filter((status) => !gone.includes(status))));
  expect(new Set(await listed("all"))).toEqual(new Set(DOMAIN_STATUSES));
});

test("the domain filter is the name and what is under it, and no character is a wildcard", async () => {
  await addDomains(1001, 5101, [
    ["example.com", "active"],
    ["sub.example.com", "active"],
    ["notexample.com", "active"],
    ["example.com.au", "active"],
  ]);
  expect(await names({ domain: "example.com" })).toEqual(["example.com", "sub.example.com"]);
  for (const domain of ["%", "_", "%example.com", "ex_mple.com", "*", ""]) expect(await names({ domain })).toEqual([]);
});

test("a limit to a domain shows that one alone, not what is under it", async () => {
  await addDomains(1001, 5201, [
    ["reach.ca", "active"],
    ["under.reach.ca", "active"],
  ]);
  const within = { kind: "domain", name: "reach.ca" } as const;
  expect(await names({ within })).toEqual(["reach.ca"]);
  expect(await names({ within, domain: "studio-ana.ca" })).toEqual([]);
  expect(await names({ within, domain: "under.reach.ca" })).toEqual([]);
});

test("a limit to a service shows no domain", async () => {
  expect(await names({ within: { kind: "service", id: 2101 } })).toEqual([]);
});

test("a limit reaches into no other account", async () => {
  expect(await names({ within: { kind: "domain", name: "ana-europe.fr" } })).toEqual([]);
});

test("a name that went and came back is there twice; it cannot be held twice at once", async () => {
  await addDomains(1001, 5301, [
    ["boomerang.ca", "transferred_away"],
    ["boomerang.ca", "active"],
  ]);
  expect((await list({ domain: "boomerang.ca" })).map(({ id }) => id)).toEqual([5301, 5302]);
  await expect(addDomains(1002, 5303, [["boomerang.ca", "pending_transfer"]])).rejects.toThrow(/UNIQUE/);
});
