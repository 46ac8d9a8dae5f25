import { expect, test } from "vitest";
import type { ResourceLimit } from "../../shared/billing-contract/actor.ts";
import { DOMAIN_STATUSES, type DomainList } from "../../shared/billing-contract/customer.ts";
import { LOGINS } from "../billing-contract/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { sql, owner, customer } = await seededBilling();

const names = async (list: Partial<DomainList>) => (await owner.domains(list)).map(({ name }) => name);

async function addDomains(accountId: number, firstId: number, rows: [name: string, status: string][]): Promise<void> {
  const insert = "INSERT INTO domains VALUES (?, ?, ?, ?, NULL, NULL, NULL, NULL, 1, 0)";
  for (const [index, row] of rows.entries()) await sql.run(insert, firstId + index, accountId, ...row);
}

test("a domain has its dates, its renewal price and whether it renews by itself", async () => {
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  expect(await owner.domain("studio-ana.ca")).toEqual({
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
  const undated = { registeredOn: null, expiresOn: null, nextDueDate: null, autoRenew: false };
  expect(await owner.domain("studio-ana.io")).toMatchObject({ id: 4107, status: "pending_transfer", ...undated });
});

test("a name in redemption has the price that its renewal costs now", async () => {
  const restored = { status: "redemption", renewalPrice: 2199 + 12_000 };
  expect(await owner.domain("studio-ana.com")).toMatchObject(restored);
});

test("active is all but expired, transferred away, cancelled and fraud", async () => {
  const rows = DOMAIN_STATUSES.map((status): [string, string] => [`${status.replaceAll("_", "-")}.example`, status]);
  await addDomains(1002, 5001, rows);
  const gone = ["expired", "transferred_away", "cancelled", "fraud"];
  const listed = async (status: DomainList["status"]) =>
    new Set((await customer(LOGINS.owner, 1002).domains({ status, domain: "example" })).map((domain) => domain.status));
  expect(await listed("active")).toEqual(new Set(DOMAIN_STATUSES.filter((status) => !gone.includes(status))));
  expect(await listed("all")).toEqual(new Set(DOMAIN_STATUSES));
});

test("the domain filter is the name and what is under it, and no character is a wildcard", async () => {
  const added = ["example.com", "sub.example.com", "notexample.com", "example.com.au"];
  await addDomains(
    1001,
    5101,
    added.map((name) => [name, "active"]),
  );
  expect(await names({ domain: "example.com" })).toEqual(["example.com", "sub.example.com"]);
  for (const domain of ["%", "_", "%example.com", "ex_mple.com", "*", ""]) expect(await names({ domain })).toEqual([]);
});

const DOMAIN: ResourceLimit = { kind: "domain", name: "reach.ca" };
test.each<[Partial<DomainList>, string[]]>([
  [{ within: DOMAIN }, ["reach.ca"]],
  [{ within: DOMAIN, domain: "studio-ana.ca" }, []],
  [{ within: DOMAIN, domain: "under.reach.ca" }, []],
  [{ within: { kind: "service", id: 2101 } }, []],
  // Of another account.
  [{ within: { kind: "domain", name: "ana-europe.fr" } }, []],
])("a limit to a domain shows that one alone, one to a service none: %j", async (list, shown) => {
  await sql.run("DELETE FROM domains WHERE name LIKE '%reach.ca'");
  await addDomains(1001, 5201, [
    ["reach.ca", "active"],
    ["under.reach.ca", "active"],
  ]);
  expect(await names(list)).toEqual(shown);
});

test("a name that went and came back is there twice; it cannot be held twice at once", async () => {
  await addDomains(1001, 5301, [
    ["boomerang.ca", "transferred_away"],
    ["boomerang.ca", "active"],
  ]);
  expect((await owner.domains({ domain: "boomerang.ca" })).map(({ id }) => id)).toEqual([5301, 5302]);
  await expect(addDomains(1002, 5303, [["boomerang.ca", "pending_transfer"]])).rejects.toThrow(/UNIQUE/);
});
