import { describe, expect, test } from "vitest";
import type { ResourceLimit } from "../../shared/billing-contract/actor.ts";
import type { DomainList, ServiceList } from "../../shared/billing-contract/customer.ts";
import { asks, LOGINS } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { billing } = await seededBilling();

const OWNER = asks(LOGINS.owner, 1001);
const LISTS = {
  listServices: (limit: object) => billing.listServices(OWNER, { status: "all", limit: 100, ...limit } as ServiceList),
  listDomains: (limit: object) => billing.listDomains(OWNER, { status: "all", limit: 100, ...limit } as DomainList),
};

describe.each(Object.entries<(limit: object) => Promise<unknown>>(LISTS))("%s", (_, list) => {
  test.each<ResourceLimit>([
    { kind: "account" },
    { kind: "service", id: 2101 },
    { kind: "domain", name: "studio-ana.ca" },
  ])("a limit to $kind under the member's name of the version before is the same limit", async (limit) => {
    const page = await list({ reach: limit });
    expect(page).toMatchObject({ ok: true });
    expect(page).toEqual(await list({ within: limit }));
  });

  test.each([
    ["without a limit", {}],
    ["with a limit of a kind that is unknown here", { within: { kind: "line", id: "web-hosting" } }],
  ])("a list %s is refused, not answered whole", async (_case, limit) => {
    expect(await list(limit)).toEqual({ ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } });
  });
});
