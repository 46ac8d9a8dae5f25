import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type AnyOperation, pathParameters, takesBody } from "../../shared/api/definition/operation.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../workers/catalogue/operations/index.ts";
import { AccountClient, EVERY_SCOPE } from "../support/account-client.ts";
import { request } from "../support/catalogue-api.ts";
import { closed, expectRefused, type Input } from "../support/operation-rules.ts";
import { exampleRequest, exampleUrl } from "../support/operation-url.ts";

/** Operations are seen as the transports see them, without their own schemas. */
interface Served {
  worker: string;
  operations: AnyOperation<never>[];
  /** A call by whoever may make it. */
  call: (path: string, init?: RequestInit) => Promise<Response>;
}

/** A connection has 120 requests a minute: these tests have two. */
const [api, careless] = [0, 1].map(() => new AccountClient({ scopes: EVERY_SCOPE })) as [AccountClient, AccountClient];
const catalogue: Served = { worker: "catalogue", operations: catalogueOperations, call: (path) => request(path) };
const account: Served = {
  worker: "account",
  operations: accountOperations,
  call: (path, init) => api.request(path, {}, init),
};

describe.each([catalogue, account])("$worker", ({ operations, call }) => {
  // The examples of what acts are done in operations/account/actions.test.ts.
  test.each(operations.filter(({ effect }) => effect === "read"))(
    "$id: its example gives an answer of exactly the published shape",
    async ({ id, output, ...operation }) => {
      const response = await call(exampleUrl(operation));
      const answer = (await response.json()) as Record<string, unknown>;
      expect(response.status, JSON.stringify(answer)).toBe(200);
      if (id !== "getOpenApi") expect(Object.keys(answer)).toEqual(Object.keys(output.shape));
      expect(() => closed(output).parse(answer)).not.toThrow();
    },
  );

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

const guarded = (accountOperations as AnyOperation<never>[]).flatMap(({ access, ...operation }) =>
  access ? { ...operation, access } : [],
);
const bodied = guarded.filter(takesBody);
/** Each with a member that it cannot be called without, besides those in the path. */
const required = guarded.flatMap((operation) => {
  const inPath = pathParameters(operation.http.path);
  return Object.entries(operation.input.shape as z.ZodRawShape)
    .filter(([name, schema]) => !inPath.includes(name) && !z.safeParse(schema, undefined).success)
    .map(([name]) => ({ operation, name }));
});

/** Who may call it, for which ids and with which keys is in system/matrices. */
describe("over HTTP and as a tool", () => {
  test.each(required)("$operation.id without $name is refused by its name", ({ operation, name }) => {
    const { [name]: _, ...input } = operation.example as Input;
    const problem = takesBody(operation)
      ? { status: 400, code: "invalid_body", errors: [{ pointer: `/${name}` }] }
      : { status: 400, code: "invalid_parameter", errors: [{ parameter: name }] };
    // Without it, the tool may be the preview of the operation.
    const { tool: __, ...overHttp } = operation;
    return expectRefused(careless, operation.previewOperation ? overHttp : operation, input, problem);
  });

  test.each(bodied)("$id with a member nobody knows: invalid_body", (operation) => {
    const problem = { status: 400, code: "invalid_body", errors: [{ pointer: "/colour" }] };
    return expectRefused(careless, operation, { ...operation.example, colour: "red" }, problem);
  });
});
