import { describe, expect, test } from "vitest";
import type { Access } from "../../shared/api/definition/operation.ts";
import type { AccountClient, Callable, CallOptions } from "./account-client.ts";

type Input = Record<string, unknown>;

/** What of an operation its rules follow from. */
interface Ruled extends Callable {
  id: string;
  access?: Access;
  output: { shape: object };
}

/** A refusal: what is asked, and the members of the problem; by whom, where not by the owner of 1001. */
export type RefusalCase = [why: string, input: Input, problem: object, by?: CallOptions];

/**
 * What every operation on an account refuses for who asks it.
 * @param input of a call that could be done for account 1001, about neither ana.dev nor service 2102
 */
export function refusesStrangers(api: AccountClient, operation: Ruled, input: Input): void {
  const { scope, permissions, limit: within } = operation.access as Access;
  const refused = (code: string, by: CallOptions) => expectRefused(api, operation, [code, input, { code }, by]);

  describe("whoever asks", () => {
    test.runIf(scope !== "account:read")(
      "without the tick: insufficient_scope, with the scopes to ask for",
      async () => {
        const by = { scopes: [] };
        const answers = [await api.call(operation, input, by), await api.tool(operation, input, by)];
        for (const { status, headers } of answers) {
          expect(status).toBe(403);
          const challenge = headers.get("WWW-Authenticate") ?? "";
          expect(challenge).toContain('error="insufficient_scope"');
          expect(/scope="([^"]*)"/.exec(challenge)?.[1]?.split(" ").sort()).toEqual(["account:read", scope].sort());
        }
        await refused("insufficient_scope", by);
      },
    );

    const isDenied = permissions.some((permission) => !["domains", "tickets"].includes(permission));
    test.runIf(isDenied)("a contact without the permission: permission_denied", async () => {
      const by = { login: "contact" };
      await refused("permission_denied", by);
      const { body } = await api.call(operation, input, by);
      const missing = permissions.find((permission) => !["domains", "tickets"].includes(permission));
      expect(body.detail).toContain(`permission ${missing}, which the login lacks`);
    });

    test.runIf(within !== "whole").each(["service:2102", "domain:ana.dev"])("limited to %s: outside_limit", (limit) =>
      refused("outside_limit", { limit }),
    );
  });
}

/** Each is refused so over HTTP; and the same as a tool, where there is one. */
export function refuses(api: AccountClient, operation: Ruled, refusals: RefusalCase[]): void {
  describe("is refused", () => {
    test.each(refusals)("%s", (...refusal) => expectRefused(api, operation, refusal));
  });
}

async function expectRefused(
  api: AccountClient,
  operation: Ruled,
  [why, input, problem, by]: RefusalCase,
): Promise<void> {
  const { body, status, headers } = await api.call(operation, input, by);
  expect({ ...body, status }, why).toMatchObject(problem);
  expect(headers.get("Content-Type")).toBe("application/problem+json");
  const told = /"(orders|settings)";r=\d+;t=\d+/.exec(headers.get("RateLimit") ?? "")?.[1];
  const hourly = { order: "orders", change: "settings", read: undefined }[operation.effect];
  expect(told, `${why}: says what is left of the hour`).toBe(hourly);
  if (!operation.tool) return;
  const { value } = await api.tool(operation, input, by);
  expect(value, `${why}, as a tool`).toMatchObject({ code: body.code });
}

/** A member that is none of the body's, and a key that is missing, are refused by name. */
export function refusesBadInput(input: Input, { keyed = true } = {}): RefusalCase[] {
  const unknown: RefusalCase = [
    "a member nobody knows",
    { ...input, colour: "red" },
    { status: 400, code: "invalid_body", errors: [{ pointer: "/colour" }] },
  ];
  const keyless: RefusalCase = ["no key", input, { status: 400, code: "idempotency_key_required" }, { key: null }];
  return keyed ? [unknown, keyless] : [unknown];
}

/** A question's answer over HTTP, the same as a tool. @returns the answer */
export async function expectAnswer(
  api: AccountClient,
  operation: Ruled,
  input: Input,
  by: CallOptions = {},
): Promise<Record<string, unknown>> {
  const { status, body } = await api.call(operation, input, by);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(Object.keys(body)).toEqual(Object.keys(operation.output.shape));
  if (operation.tool) expect((await api.tool(operation, input, by)).value).toEqual(body);
  return body;
}

/**
 * Acts once: the answer, the same under the same key over HTTP and as a tool, 422 for another request under it, and the
 * entry of the log, which names what it was about.
 * @param other the same with one value changed
 * @returns the answer
 */
export async function expectDoneOnce(
  api: AccountClient,
  operation: Ruled,
  { input, other, target, by = {} }: { input: Input; other: Input; target: string; by?: CallOptions },
): Promise<Record<string, unknown>> {
  const key = crypto.randomUUID();
  const first = await api.call(operation, input, { ...by, key });
  expect(first.status, JSON.stringify(first.body)).toBe(201);
  expect(first.headers.get("Idempotent-Replayed")).toBeNull();
  expect(Object.keys(first.body)).toEqual(Object.keys(operation.output.shape));

  const again = await api.call(operation, input, { ...by, key });
  expect(again.status).toBe(201);
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  expect(again.body).toEqual(first.body);
  const asTool = await api.tool(operation, input, { ...by, key });
  expect(asTool.value).toEqual(first.body);
  expect(asTool.isReplayed).toBe(true);

  const another = await api.call(operation, other, { ...by, key });
  expect({ ...another.body, status: another.status }).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  await expectLogged(api, first.headers, { operation: operation.id, target, status: 201, outcome: "succeeded" }, by);
  return first.body;
}

/** What a call is in the log as, once it is there: it is taken down just after it was answered. */
export async function expectLogged(
  api: AccountClient,
  headers: Headers,
  entry: object,
  by: CallOptions = {},
): Promise<void> {
  const id = headers.get("X-Request-Id");
  await expect.poll(async () => entryOf(api, id, by)).toMatchObject({ ...entry, via: "http", code: null });
}

async function entryOf(api: AccountClient, requestId: string | null, { key: _, ...by }: CallOptions): Promise<unknown> {
  const { entries } = await api.read<{ entries: { request_id: string }[] }>("/account/audit?limit=100", by);
  return entries.find(({ request_id }) => request_id === requestId) ?? null;
}
