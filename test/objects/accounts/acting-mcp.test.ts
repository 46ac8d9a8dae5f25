import { expect, test } from "vitest";
import { callTool, eachWithNewAccount } from "../support/account-api.ts";
import { records } from "../support/account-world.ts";
import type { TestGrant } from "../support/acting-application.ts";

eachWithNewAccount();

interface Result {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { text: string }[];
}

async function call(name: string, args: object, own: TestGrant = {}) {
  const response = await callTool(name, args, own);
  const { result } = (await response.json()) as { result: Result };
  const text = JSON.parse(result.content[0]?.text ?? "null") as Record<string, unknown>;
  return { response, result, text };
}

test("a cancellation takes two steps", async () => {
  const first = await call("cancel_service", { id: 2101, reason: "Moving.", idempotency_key: "unused" });
  expect(first.text).toMatchObject({ done: false, confirm: expect.any(String) });
  expect(first.response.headers.get("RateLimit")).not.toContain("orders");
  expect(records.at(-1)).toMatchObject({ operation: "quoteCancellation", target: "service:2101", status: 200 });
  const { confirm } = first.text;
  expect((await call("cancel_service", { id: 2101, confirm })).text.code).toBe("idempotency_key_required");
  const second = await call("cancel_service", { id: 2101, confirm, reason: "Moving.", idempotency_key: "k" });
  expect(second.text).toMatchObject({ done: true, confirm: null });
  // The first step needs what the tool needs.
  const reader = await call("cancel_service", { id: 2101 }, { scopes: ["account:read"] });
  expect(reader.response.status).toBe(403);
  const token = { scopes: ["account:read" as const, "billing:write" as const], operations: ["cancelService" as const] };
  expect((await call("cancel_service", { id: 2101 }, token)).text).toMatchObject({ done: false });
});

test("a scope that is wanting is asked for, and told to a client that only refreshes", async () => {
  const args = { domain: "studio-ana.ca", idempotency_key: "k" };
  const reader = { scopes: ["account:read" as const] };
  const first = await call("renew_domain", args, reader);
  expect(first.response.status).toBe(403);
  expect(first.response.headers.get("WWW-Authenticate")).toContain('scope="account:read billing:write"');
  const refreshed = await call("renew_domain", args, { ...reader, isChallenged: true });
  expect(refreshed.response.status).toBe(200);
  expect(refreshed.response.headers.get("WWW-Authenticate")).toBeNull();
  expect(refreshed.result.isError).toBe(true);
  expect(refreshed.text).toMatchObject({ code: "insufficient_scope", detail: expect.stringContaining("tick") });
});
