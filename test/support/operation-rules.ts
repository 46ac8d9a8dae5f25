import { expect } from "vitest";
import * as z from "zod";
import type { AccountClient, Callable, CallOptions } from "./account-client.ts";

export type Input = Record<string, unknown>;

/** What of an operation its rules follow from. */
export interface Ruled extends Callable {
  id: string;
  output: z.ZodObject;
}

/**
 * It is refused so over HTTP, and the same as a tool where there is one.
 * @param problem members of the problem
 */
export async function expectRefused(
  api: AccountClient,
  operation: Omit<Ruled, "output">,
  input: Input,
  problem: object,
  by?: CallOptions,
): Promise<void> {
  const { body, status, headers } = await api.call(operation, input, by);
  expect({ ...body, status }).toMatchObject(problem);
  expect(headers.get("Content-Type")).toBe("application/problem+json");
  const told = /"(orders|settings)";r=\d+;t=\d+/.exec(headers.get("RateLimit") ?? "")?.[1];
  const hourly = { order: "orders", change: "settings", read: undefined }[operation.effect];
  expect(told, "what is left of the hour").toBe(hourly);
  if (!operation.tool) return;
  const { value } = await api.tool(operation, input, by);
  expect(value, "as a tool").toMatchObject({ code: body.code });
}

/** An answer over HTTP of exactly the published shape, the same as a tool. @returns the answer */
export async function expectAnswer(
  api: AccountClient,
  operation: Ruled,
  input: Input,
  by: CallOptions = {},
): Promise<Record<string, unknown>> {
  const { status, body } = await api.call(operation, input, by);
  expect(status, JSON.stringify(body)).toBe(200);
  expectShape(operation, body);
  if (operation.tool) expect((await api.tool(operation, input, by)).value).toEqual(body);
  return body;
}

/**
 * Acts once: the answer, the same under the same key over HTTP and as a tool, 422 for another request under it, and the
 * entry of the log, which names what it was about.
 * @param other the members that another request has
 * @returns the answer
 */
export async function expectDoneOnce(
  api: AccountClient,
  operation: Ruled,
  { input, other, target }: { input: Input; other: Input; target: string },
): Promise<Record<string, unknown>> {
  const key = crypto.randomUUID();
  const first = await api.call(operation, input, { key });
  expect(first.status, JSON.stringify(first.body)).toBe(201);
  expect(first.headers.get("Idempotent-Replayed")).toBeNull();
  expectShape(operation, first.body);

  const again = await api.call(operation, input, { key });
  expect(again.status).toBe(201);
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  expect(again.body).toEqual(first.body);
  const asTool = await api.tool(operation, input, { key });
  expect(asTool.value).toEqual(first.body);
  expect(asTool.isReplayed).toBe(true);

  const another = await api.call(operation, { ...input, ...other }, { key });
  expect({ ...another.body, status: another.status }).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  await expectLogged(api, first.headers, { operation: operation.id, target, status: 201, outcome: "succeeded" });
  return first.body;
}

/** What a call is in the log as, once it is there: it is taken down just after it was answered. */
export async function expectLogged(api: AccountClient, headers: Headers, entry: object): Promise<void> {
  const id = headers.get("X-Request-Id");
  const logged = async () => {
    const { entries } = await api.read<{ entries: { request_id: string }[] }>("/account/audit?limit=100");
    return entries.find(({ request_id }) => request_id === id) ?? null;
  };
  await expect.poll(logged).toMatchObject({ ...entry, via: "http", code: null });
}

function expectShape({ output }: Ruled, answer: Record<string, unknown>): void {
  expect(Object.keys(answer)).toEqual(Object.keys(output.shape));
  expect(() => closed(output).parse(answer)).not.toThrow();
}

/** The schema with every object in it closed, so that a key nobody published fails. */
export function closed(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    if (schema.def.catchall) return schema;
    const shape = Object.entries(schema.shape).map(([key, member]) => [key, closed(member as z.ZodType)]);
    return z.strictObject(Object.fromEntries(shape));
  }
  if (schema instanceof z.ZodArray) return z.array(closed(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return closed(schema.unwrap() as z.ZodType).nullable();
  return schema;
}
