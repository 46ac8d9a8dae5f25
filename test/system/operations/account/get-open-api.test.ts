import { expect, inject, test } from "vitest";
import type { AnyOperation } from "../../../../shared/api/definition/operation.ts";
import { API_PATH } from "../../../../shared/platform/addresses.ts";
import { accountOperations } from "../../../../workers/account/operations/index.ts";

interface Described {
  operationId: string;
  security?: Record<string, string[]>[];
  tags: string[];
}
interface Document {
  openapi: string;
  servers: { url: string }[];
  security: unknown[];
  info: { contact: { name: string; url: string } };
  tags: { name: string; description: string }[];
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

// What it says of each operation is in test/surface/openapi.account.json.
test("describes every operation of the account with its credentials, under the address it was asked at", async () => {
  const { openapi, servers, paths, security, components } = await read();
  expect(openapi).toBe("3.1.0");
  expect(servers).toEqual([{ url: address() }]);
  expect(security).toEqual([]);
  expect(Object.keys(components.securitySchemes)).toEqual(["oauth2", "apiToken"]);
  for (const { id, http, access } of accountOperations as AnyOperation<never>[]) {
    const described = paths[http.path]?.[http.method.toLowerCase()];
    expect(described?.operationId).toBe(id);
    const oauth2 = access && [...new Set(["account:read", access.scope])];
    expect(described?.security, id).toEqual(oauth2 && [{ oauth2 }, { apiToken: [] }]);
  }
});

test("puts every operation in one group of the document, and names the provider", async () => {
  const { paths, tags, info } = await read();
  const names = tags.map(({ name }) => name);
  const described = Object.values(paths).flatMap((path) => Object.values(path));
  expect(described.filter(({ tags: own }) => own.length !== 1 || !names.includes(own[0] ?? ""))).toEqual([]);
  expect(paths["/account/services/{id}/dns-zones/{zone}"]?.get?.tags).toEqual(["services"]);
  expect(paths["/account/audit"]?.get?.tags).toEqual(["account"]);
  expect(info.contact.url).toBe(`${inject("origin")}/developers`);
});

test("names the shapes once and refers to them", async () => {
  const document = await read();
  for (const [, name] of JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    expect(document.components.schemas, name).toHaveProperty(name as string);
  }
});
