import { describe, expect, test } from "vitest";
import { readReleases } from "../../scripts/deployment/schemas.ts";
import { releasedRpc } from "../../scripts/release/published-surface.ts";
import {
  CONTRACTED,
  presentOutline,
  releasedContracted,
  rpcFaults,
  rpcOutline,
} from "../../scripts/release/rpc-outline.ts";

const versions = readReleases().map(({ version }) => version);

test("what Workers call of each other is read from their contracts", () => {
  const { methods, sent, answered } = presentOutline();
  expect(Object.keys(methods).length).toBeGreaterThan(60);
  expect(methods["BillingSystem.readService"]).toEqual(["query", "id"]);
  expect(sent.ActorQuery).toEqual(expect.arrayContaining(["accountId", "loginId"]));
  expect(Object.keys(answered)).toEqual(expect.arrayContaining(["CustomerService", "BillingResult{ok: false}"]));
});

test("a Worker of the last release finds what it calls, and is answered what it reads", () => {
  const before = releasedRpc();
  expect(before, "npm run release writes it").not.toBeNull();
  if (before) expect(rpcFaults(before, presentOutline(), releasedContracted(versions))).toEqual([]);
});

test("what takes something away names a release that there is", () => {
  expect(Object.keys(releasedContracted(versions))).toEqual(Object.keys(CONTRACTED));
});

describe("a contract", () => {
  const BEFORE = `
    export interface Billing extends Reading { close?(id: number): Promise<void>; }
    interface Reading { read(query: Query, note?: string): Promise<Result<Service>>; }
    interface Query { id: number; language?: string }
    type Result<Value> = { ok: true; value: Value } | { ok: false; problem: Problem };
    type Problem = { code: "gone" } | { code: "refused"; why: string };
    interface Service { id: number; plan: { name: string }[]; note?: string }`;
  const outline = (source: string) => rpcOutline([source], ["Billing"]);
  const faultsOf = (from: string, to: string) => {
    expect(BEFORE).toContain(from);
    return rpcFaults(outline(BEFORE), outline(BEFORE.replace(from, to)));
  };

  test.each([
    ["language?: string", "language?: string; currency?: string"],
    ["id: number; language", "language"],
    ["note?: string): Promise", "note?: string, more?: string): Promise"],
    ["note?: string }", "note: string; more: number }"],
    ["close?(id", "open?(id: number): Promise<void>; close?(id"],
    ['{ code: "gone" }', '{ code: "gone" } | { code: "late"; until: string }'],
  ])("may have %j become %j", (from, to) => {
    expect(faultsOf(from, to)).toEqual([]);
  });

  test.each([
    ["close?(id: number): Promise<void>;", "", "Billing.close is gone."],
    ["note?: string): Promise", "note: string): Promise", "Billing.read now needs note."],
    ["id: number): Promise<void>", "id: number, more: string): Promise<void>", "Billing.close now needs more."],
    ["language?: string", "language: string", "Query is sent, and now needs language."],
    ["{ name: string }", "{ title: string }", "Service.plan is answered, and no longer always has name."],
    ["{ id: number; plan", "{ id?: number; plan", "Service is answered, and no longer always has id."],
    ["why: string", "because: string", "Problem{code: refused} is answered, and no longer always has why."],
  ])("may not have %j become %j", (from, to, fault) => {
    expect(faultsOf(from, to)).toEqual([fault]);
  });

  test("may lose what no Worker has needed since a release", () => {
    const now = outline(BEFORE.replace("close?(id: number): Promise<void>;", ""));
    expect(rpcFaults(outline(BEFORE), now, releasedContracted(["0.1.0"], { "Billing.close": "0.1.0" }))).toEqual([]);
    expect(rpcFaults(outline(BEFORE), now, releasedContracted(["0.1.0"], { "Billing.close": "0.2.0" }))).toHaveLength(
      1,
    );
  });
});
