import { expect, inject, test } from "vitest";
import type { AnyOperation } from "../../../../shared/api/definition/operation.ts";
import { API_PATH } from "../../../../shared/platform/addresses.ts";
import { accountOperations } from "../../../../workers/account/operations/index.ts";

interface Described {
  operationId: string;
  security?: Record<string, string[]>[];
}
/** What the description says of what acts. */
interface Acting {
  "x-service-action": string;
  parameters: unknown[];
  responses: Record<string, { headers: object }>;
  requestBody: { content: { "application/json": { schema: { properties: object; required?: string[] } } } };
}
interface Document {
  openapi: string;
  servers: { url: string }[];
  security: unknown[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, unknown> };
}

const address = () => `${inject("origin")}${API_PATH}`;
const request = (query = "", headers: Record<string, string> = {}) =>
  fetch(`${address()}/account/openapi.json${query}`, { headers });
const read = async () => (await (await request()).json()) as Document;

test("needs no credential, and says the same to whoever has one", async () => {
  const response = await request();
  expect(response.status).toBe(200);
  expect(response.headers.get("WWW-Authenticate")).toBeNull();
  const document = await response.json();
  const wrong = await request("", { Authorization: "Bearer nothing" });
  expect(wrong.status).toBe(200);
  expect(await wrong.json()).toEqual(document);
});

test("describes every operation of the account, under the address it was asked at", async () => {
  const { openapi, servers, paths } = await read();
  expect(openapi).toBe("3.1.0");
  expect(servers).toEqual([{ url: address() }]);
  for (const { id, http } of accountOperations) {
    expect(paths[http.path]?.[http.method.toLowerCase()]?.operationId).toBe(id);
  }
});

test("every operation but this one says which credentials it takes", async () => {
  const { paths, security, components } = await read();
  expect(security).toEqual([]);
  expect(Object.keys(components.securitySchemes)).toEqual(["oauth2", "apiToken"]);
  for (const { id, http, access } of accountOperations as AnyOperation<never>[]) {
    const oauth2 = access && [...new Set(["account:read", access.scope])];
    const expected = oauth2 && [{ oauth2 }, { apiToken: [] }];
    expect(paths[http.path]?.[http.method.toLowerCase()]?.security, id).toEqual(expected);
  }
});

test("names the shapes once and refers to them", async () => {
  const document = await read();
  const names = ["AccountRef", "Account", "Service", "Domain", "Invoice", "Ticket", "AuditEntry", "Problem"];
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(names));
  for (const [, name] of JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    expect(document.components.schemas, name).toHaveProperty(name as string);
  }
});

test("says of what acts which key and body it takes, and what it answers", async () => {
  const { paths } = await read();
  const order = paths["/account/orders/domain"]?.post as unknown as Acting;
  expect(order["x-service-action"]).toBe("order_domain");
  expect(order.parameters).toMatchObject([{ name: "Idempotency-Key", in: "header", required: true }]);
  expect(Object.keys(order.responses)).toEqual(
    expect.arrayContaining(["201", "400", "401", "403", "409", "413", "415", "422", "429", "503"]),
  );
  expect(order.responses["201"]?.headers).toHaveProperty("Idempotent-Replayed");
  const { schema } = order.requestBody.content["application/json"];
  expect(Object.keys(schema.properties)).toEqual([
    ...["domain", "type", "years", "auth_code", "accept_terms", "fields", "expected_price"],
  ]);
  expect(schema.required).toEqual(["domain"]);
  const renew = paths["/account/domains/{domain}/renew"]?.post as unknown as Acting;
  expect(renew.requestBody.content["application/json"].schema.properties).not.toHaveProperty("domain");
});

test("takes no parameter", async () => {
  const response = await request("?lang=fr");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: "lang" }] });
});
