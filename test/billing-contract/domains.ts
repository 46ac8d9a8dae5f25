import { expect, test } from "vitest";
import type { ResourceLimit } from "../../shared/billing-contract/call.ts";
import { DOMAIN_STATUSES, type DomainList } from "../../shared/billing-contract/customer.ts";
import { type BillingUnderTest, newOwner } from "./scene.ts";

const DATES = { registeredOn: "2024-02-29", expiresOn: "2027-02-28", nextDueOn: "2027-01-31" };

export function domainCases(system: BillingUnderTest): void {
  const { scene, what } = system;

  test("a domain has its dates, its renewal price and its auto-renewal setting", async () => {
    const owner = await newOwner(system);
    const id = await scene.domain(owner.query.accountId, {
      name: "whole.ca",
      ...DATES,
      renewalPrice: 1899,
      autoRenew: true,
    });
    expect(await owner.domains()).toEqual([
      {
        id,
        name: "whole.ca",
        status: "active",
        registeredOn: "2024-02-29",
        expiresOn: "2027-02-28",
        nextDueDate: "2027-01-31",
        renewalPrice: 1899,
        renewalYears: 1,
        autoRenew: true,
      },
    ]);
  });

  test("a domain that is not registered yet has no dates and no price", async () => {
    const owner = await newOwner(system);
    await scene.domain(owner.query.accountId, { name: "coming.ca", status: "pending_transfer" });
    const undated = { registeredOn: null, expiresOn: null, nextDueDate: null, renewalPrice: null, autoRenew: false };
    expect(await owner.domain("coming.ca")).toMatchObject({ status: "pending_transfer", ...undated });
  });

  test("a domain in redemption has the current renewal price, which includes the restoration fee", async () => {
    const owner = await newOwner(system);
    await scene.domain(owner.query.accountId, {
      name: "lapsed.com",
      status: "redemption",
      ...DATES,
      renewalPrice: 2199,
    });
    expect(await owner.domain("lapsed.com")).toMatchObject({ renewalPrice: 2199 + 12_000 });
  });

  test("a domain name with non-ASCII characters is listed in A-label form", async () => {
    const owner = await newOwner(system);
    await scene.domain(owner.query.accountId, { name: "xn--rable-9ra.ca" });
    expect((await owner.domains()).map(({ name }) => name)).toEqual(["xn--rable-9ra.ca"]);
  });

  test("the active list has every status except expired, transferred away, cancelled and fraud", async () => {
    const owner = await newOwner(system);
    for (const status of DOMAIN_STATUSES) {
      await scene.domain(owner.query.accountId, { name: `${status.replaceAll("_", "-")}.example`, status });
    }
    const gone = ["expired", "transferred_away", "cancelled", "fraud"];
    const listed = async (status: DomainList["status"]) =>
      new Set((await owner.domains({ status })).map((domain) => domain.status));
    expect(await listed("active")).toEqual(new Set(DOMAIN_STATUSES.filter((status) => !gone.includes(status))));
    expect(await listed("all")).toEqual(new Set(DOMAIN_STATUSES));
  });

  test("the domain filter finds the domain and its subdomains, and treats no character as a wildcard", async () => {
    const [owner, other] = [await newOwner(system), await newOwner(system)];
    const names = ["filter.com", "sub.filter.com", "notfilter.com", "filter.com.au"];
    for (const name of names) await scene.domain(owner.query.accountId, { name });
    await scene.domain(other.query.accountId, { name: "other.filter.com" });
    const found = async (domain: string) => (await owner.domains({ domain })).map(({ name }) => name);
    expect(await found("filter.com")).toEqual(["filter.com", "sub.filter.com"]);
    for (const domain of ["%", "_", "%filter.com", "fil_er.com", "*", ""]) expect(await found(domain)).toEqual([]);
  });

  const LIMIT: ResourceLimit = { kind: "domain", name: "limit.ca" };
  test.each<[string, Partial<DomainList>, string[]]>([
    ["to a domain: only that domain", { within: LIMIT }, ["limit.ca"]],
    ["to a domain, filtered by another domain", { within: LIMIT, domain: "other.ca" }, []],
    ["to a domain, filtered by a name under it", { within: LIMIT, domain: "under.limit.ca" }, []],
    ["to a service: none", { within: { kind: "service", id: 2101 } }, []],
    ["to another account's domain", { within: { kind: "domain", name: "ana-europe.fr" } }, []],
  ])("lists only the domains within the limit (limited %s)", async (_, list, shown) => {
    const owner = await newOwner(system);
    const ids = [
      await scene.domain(owner.query.accountId, { name: "limit.ca" }),
      await scene.domain(owner.query.accountId, { name: "under.limit.ca" }),
    ];
    expect((await owner.domains(list)).map(({ name }) => name)).toEqual(shown);
    for (const id of ids) await scene.remove("domains", id);
  });

  test("a domain that left and returned is listed with its current row, and also with its former row if the system lists both", async () => {
    const owner = await newOwner(system);
    await scene.domain(owner.query.accountId, { name: "boomerang.ca", status: "transferred_away" });
    const id = await scene.domain(owner.query.accountId, { name: "boomerang.ca" });
    const listed = await owner.domains({ domain: "boomerang.ca" });
    expect(listed.at(-1)).toMatchObject({ id, status: "active" });
    expect(listed).toHaveLength(what.listsFormerDomains ? 2 : 1);
  });
}
