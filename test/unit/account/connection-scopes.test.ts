import { expect, test } from "vitest";
import { narrowed } from "../../../durable-objects/connection/oauth/narrowing.ts";
import type { Scope } from "../../../shared/account-access/scopes.ts";
import { sampleAgreement } from "../../support/sample-agreement.ts";

const [READ, BILLING, DOMAINS] = ["account:read", "billing:write", "domains:write"] as const;

test("a restriction removes scopes with their operations and adds none", () => {
  const agreement = sampleAgreement("one", { scopes: [READ, BILLING], operations: ["getAccount", "orderPlan"] });
  const scopeOf = (operation: string) => (operation === "orderPlan" ? BILLING : READ);
  const { operations } = agreement;
  const to = (...scopes: Scope[]) => narrowed(agreement, { scopes, limit: agreement.limit, limitName: null }, scopeOf);
  expect(to()).toMatchObject({ scopes: [READ], operations: ["getAccount"] });
  expect(to(BILLING)).toMatchObject({ operations });
  expect(to(DOMAINS)).toBeNull();
});

test.each([
  [{ kind: "account" }, { kind: "service", id: 2101 }, undefined, true],
  [{ kind: "service", id: 2101 }, { kind: "service", id: 2102 }, undefined, false],
  [{ kind: "service", id: 2101 }, { kind: "account" }, undefined, false],
  [{ kind: "domain", name: "ana.dev" }, { kind: "domain", name: "studio-ana.ca" }, undefined, false],
  [{ kind: "domain", name: "ana.dev" }, { kind: "domain", name: "shop.ana.dev" }, undefined, false],
  [{ kind: "domain", name: "ana.dev" }, { kind: "account" }, undefined, false],
  [{ kind: "domain", name: "ana.dev" }, { kind: "account" }, "ana.dev", false],
  [{ kind: "service", id: 2101 }, { kind: "domain", name: "ana.dev" }, undefined, false],
  [{ kind: "service", id: 2101 }, { kind: "service", id: 2102 }, "ana.dev", false],
  [{ kind: "domain", name: "ana.dev" }, { kind: "service", id: 2101 }, "ana.dev", true],
  [{ kind: "domain", name: "ana.dev" }, { kind: "service", id: 2101 }, "studio-ana.ca", false],
  [{ kind: "domain", name: "ana.dev" }, { kind: "service", id: 2101 }, undefined, false],
] as const)("a limit to %j can be restricted to %j within %s: %s", (limit, to, within, isInside) => {
  const agreement = sampleAgreement("one", { limit });
  const restriction = { scopes: [], limit: to, limitName: null, ...(within && { within }) };
  expect(narrowed(agreement, restriction, () => READ) !== null).toBe(isInside);
});
