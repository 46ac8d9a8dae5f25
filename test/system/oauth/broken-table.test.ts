import { afterAll, beforeAll, expect, test } from "vitest";
import { type DocumentHost, documentFor, json, startDocumentHost } from "./support/document-host.ts";
import { type OAuthDoor, openOAuthDoor } from "./support/oauth-door.ts";

const REDIRECT = "https://app.example/cb";

let door: OAuthDoor;
let host: DocumentHost;
let clientId: string;
let refreshing: (client: string) => Promise<Response>;
beforeAll(async () => {
  [door, host] = await Promise.all([openOAuthDoor(), startDocumentHost()]);
  clientId = (await door.register({ redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" })).client_id;
  const token = `${await door.mint()}:grant:secret`;
  refreshing = (client) =>
    door.fetch("/oauth/token", {
      method: "POST",
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: token, client_id: client }),
    });
  expect((await refreshing(clientId)).status).toBe(200);
  await door.db.exec("ALTER TABLE clients RENAME TO gone");
});
afterAll(async () => {
  await door.close();
  await host.close();
});

test("no application is called unknown while the table does not answer", async () => {
  const response = await refreshing(clientId);
  expect([response.status, await response.json()]).toMatchObject([503, { error: "temporarily_unavailable" }]);
  const asked = { response_type: "code", client_id: clientId, redirect_uri: REDIRECT };
  expect(await door.authorize(asked)).toEqual({ kind: "refused", reason: "temporarily_unavailable" });
});

test("nobody can register then, and is told when to come again", async () => {
  const body = JSON.stringify({ redirect_uris: [REDIRECT] });
  const response = await door.fetch("/oauth/register", { method: "POST", body });
  expect([response.status, await response.json()]).toMatchObject([503, { error: "temporarily_unavailable" }]);
  expect(response.headers.get("Retry-After")).toBe("5");
});

test("a document is read from its host all the same", async () => {
  const address = `https://localhost:${host.port}/client.json`;
  host.serve("/client.json", json(documentFor(address)));
  await door.application(address);
  expect((await refreshing(address)).status).toBe(200);
});
