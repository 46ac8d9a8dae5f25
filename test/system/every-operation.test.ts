import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type AnyOperation, successStatus } from "../../shared/api/definition/operation.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../workers/catalogue/operations/index.ts";
import { request } from "../support/catalogue-api.ts";
import { exampleRequest, exampleUrl } from "../support/operation-url.ts";
import { useWorld } from "../support/world.ts";

/** Operations are seen as the transports see them, without their own schemas. */
interface Served {
  worker: string;
  operations: AnyOperation<never>[];
  /** A call by whoever may make it. */
  call: (path: string, init?: RequestInit) => Promise<Response>;
}

const catalogue: Served = { worker: "catalogue", operations: catalogueOperations, call: (path) => request(path) };
/** The examples act, so on a system that nobody else looks at. */
const { api } = useWorld();
const account: Served = {
  worker: "account",
  operations: accountOperations,
  call: (path, init) => api.request(path, {}, init),
};
const WORKERS = [catalogue, account];

describe.each(WORKERS)("$worker", ({ operations, call }) => {
  test.each(operations)("$id: its example gives an answer of exactly the published shape", async (operation) => {
    // What it takes from the answer before it is in the operation's own test.
    if (operation.previewOperation) return;
    const { url, init } = exampleRequest(operation);
    const response = await call(url, init);
    const answer = (await response.json()) as Record<string, unknown>;
    expect(response.status, JSON.stringify(answer)).toBe(successStatus(operation));
    if (operation.id !== "getOpenApi") expect(Object.keys(answer)).toEqual(Object.keys(operation.output.shape));
    expect(() => closed(operation.output).parse(answer)).not.toThrow();
  });

  test.each(operations)("$id: an unknown parameter is refused by name", async (operation) => {
    const { url, init } = exampleRequest(operation);
    const response = await call(`${url}${url.includes("?") ? "&" : "?"}colour=red`, init);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: "colour" }] });
  });
});

describe("catalogue", () => {
  test.each(catalogueOperations as AnyOperation<never>[])(
    "$id: takes currency and lang, and no other values of them",
    async (operation) => {
      const url = exampleUrl(operation);
      const join = url.includes("?") ? "&" : "?";
      expect((await request(`${url}${join}currency=EUR&lang=fr`)).status).toBe(200);
      for (const bad of ["currency=XXX", "currency=eur", "currency=", "lang=de", "lang="]) {
        const response = await request(`${url}${join}${bad}`);
        expect(response.status, bad).toBe(400);
        expect(await response.json()).toMatchObject({ errors: [{ parameter: bad.split("=")[0] }] });
      }
    },
  );
});

/** The schema with every object in it closed, so that a key nobody published fails. */
function closed(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    if (schema.def.catchall) return schema;
    const shape = Object.entries(schema.shape).map(([key, member]) => [key, closed(member as z.ZodType)]);
    return z.strictObject(Object.fromEntries(shape));
  }
  if (schema instanceof z.ZodArray) return z.array(closed(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return closed(schema.unwrap() as z.ZodType).nullable();
  return schema;
}
