import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type AnyOperation, isKeyed, pathParameters, takesBody } from "../../shared/api/definition/operation.ts";
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

/** A connection has 120 requests a minute: these tests have three. */
const [api, strangers, careless] = [0, 1, 2].map(() => new AccountClient({ scopes: EVERY_SCOPE })) as [
  AccountClient,
  AccountClient,
  AccountClient,
];
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
const named = guarded.filter(({ http }) => pathParameters(http.path).length > 0);
const bodied = guarded.filter(takesBody);
/** Each with a permission that the contact lacks. */
const denied = guarded.flatMap((operation) => {
  const lacked = operation.access.permissions.find((permission) => !["domains", "tickets"].includes(permission));
  return lacked ? { operation, lacked } : [];
});
/** Each with a limit that its example is not within. */
const outside = guarded
  .filter(({ access }) => access.limit === "item" || access.limit === "outside")
  .flatMap((operation) => ["service:2102", "domain:ana.dev"].map((limit) => ({ operation, limit })));
/** Each with a member that it cannot be called without, besides those in the path. */
const required = guarded.flatMap((operation) => {
  const inPath = pathParameters(operation.http.path);
  return Object.entries(operation.input.shape as z.ZodRawShape)
    .filter(([name, schema]) => !inPath.includes(name) && !z.safeParse(schema, undefined).success)
    .map(([name]) => ({ operation, name }));
});

describe("over HTTP and as a tool", () => {
  test.each(guarded.filter(({ access }) => access.scope !== "account:read"))(
    "$id without its scope: insufficient_scope, with those to ask for",
    async (operation) => {
      const { access, example } = operation;
      const by = { scopes: [] };
      await expectRefused(strangers, operation, example, { status: 403, code: "insufficient_scope" }, by);
      for (const ask of operation.tool ? (["call", "tool"] as const) : (["call"] as const)) {
        const challenge = (await strangers[ask](operation, example, by)).headers.get("WWW-Authenticate") ?? "";
        expect(challenge).toContain('error="insufficient_scope"');
        const asked = /scope="([^"]*)"/.exec(challenge)?.[1]?.split(" ");
        expect(asked?.toSorted()).toEqual(["account:read", access.scope].toSorted());
      }
    },
  );

  test.each(denied)("$operation.id without the permission $lacked: permission_denied", ({ operation, lacked }) => {
    const detail = expect.stringContaining(`permission ${lacked}, which the login lacks`);
    const problem = { status: 403, code: "permission_denied", detail };
    return expectRefused(strangers, operation, operation.example, problem, { login: "contact" });
  });

  test.each(outside)("$operation.id limited to $limit: outside_limit", ({ operation, limit }) =>
    expectRefused(strangers, operation, operation.example, { status: 403, code: "outside_limit" }, { limit }),
  );

  test.each(named)("$id of another account's domain, service or order: not_found", (operation) => {
    const others = { domain: "ana-europe.fr", confirm_domain: "ana-europe.fr", id: 2201, order_id: 6202 };
    const theirs = Object.entries(others).filter(([name]) => name in operation.example);
    const input = { ...operation.example, ...Object.fromEntries(theirs) };
    return expectRefused(careless, operation, input, { status: 404, code: "not_found" });
  });

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

  test.each(bodied.filter(isKeyed))("$id without a key: idempotency_key_required", (operation) => {
    const problem = { status: 400, code: "idempotency_key_required" };
    return expectRefused(careless, operation, operation.example, problem, { key: null });
  });
});
