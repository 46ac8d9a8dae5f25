import { expect, inject, test } from "vitest";
import { API_PATH } from "../../../shared/addresses.ts";
import { accountOperations } from "../../../workers/account/operations/index.ts";

interface Described {
  operationId: string;
  security?: Record<string, string[]>[];
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
  for (const described of Object.values(paths).flatMap((path) => Object.values(path))) {
    expect(described.security, described.operationId).toEqual(
      described.operationId === "getOpenApi" ? undefined : [{ oauth2: ["account:read"] }, { apiToken: [] }],
    );
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

test("takes no parameter", async () => {
  const response = await request("?lang=fr");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: "lang" }] });
});
