import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mintApiToken } from "../../../durable-objects/connection/tokens/api-token.ts";
import { ID_LENGTH } from "../../../shared/platform/ids.ts";
import { documentFor, json, useDocumentHost } from "./support/document-host.ts";
import type { OAuthDoor } from "./support/oauth-door.ts";

export function tokens(door: OAuthDoor): void {
  const host = useDocumentHost();
  let clientId: string;
  let id: string;
  beforeAll(async () => {
    const redirects = { redirect_uris: ["https://app.example/cb"], token_endpoint_auth_method: "none" };
    clientId = (await door.register(redirects)).client_id;
    id = await door.mint();
  });
  beforeEach(() => door.connections("answers"));
  afterEach(async () => {
    await door.clock(null);
    await door.application(null);
  });

  const FORGED = "0".repeat(ID_LENGTH);
  const post = (path: string, form: Record<string, string> | [string, string][] | string, headers = {}) =>
    door.fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(form).toString(),
    });
  /** Expects a status and fields in the response body. */
  async function expectAnswered(response: Response, status: number, body: object): Promise<void> {
    expect([response.status, await response.json()]).toMatchObject([status, body]);
  }
  const refreshing = (more: Record<string, string> = {}) => ({
    grant_type: "refresh_token",
    refresh_token: `${id}:grant:secret`,
    client_id: clientId,
    ...more,
  });
  const formOf = (body: string | undefined) => new URLSearchParams(body);

  test("a code and a refresh token reach their connection object, with the client record", async () => {
    const code = {
      grant_type: "authorization_code",
      code: `${id}:grant:secret`,
      client_id: clientId,
      code_verifier: "v",
    };
    for (const form of [code, refreshing()]) {
      const response = await post("/oauth/token", form);
      await expectAnswered(response, 200, { access_token: "a" });
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(response.headers.get("X-Inside")).toBeNull();
    }
    const { touched, asked } = await door.asked();
    expect(touched).toEqual([id, id]);
    expect(Object.fromEntries(formOf(asked[0]?.body))).toEqual(code);
    expect(asked[0]).toMatchObject({
      server: { issuer: door.origin, resources: [`${door.origin}/api/v1`, `${door.origin}/api/v1/account/mcp/read`] },
      authorization: null,
      client: await door.find(clientId),
    });
  });

  test("the endpoint maps the MCP resource to the API resource and passes any other resource on", async () => {
    const [base, mcp, other] = [`${door.origin}/api/v1`, `${door.origin}/api/v1/account/mcp`, "https://other.example/"];
    const read = `${mcp}/read`;
    const cases: [sent: string[], passed: string[]][] = [
      [[], []],
      ...[[base], [mcp], [mcp, base], [base, mcp]].map((sent): [string[], string[]] => [sent, [base]]),
      [[other], [other]],
      [
        [mcp, other],
        [base, other],
      ],
      [[`${mcp}/`], [base]],
      [[read, `${read}/`], [read]],
      [
        [mcp, read],
        [base, read],
      ],
    ];
    for (const [sent] of cases) {
      await post("/oauth/token", [
        ...Object.entries(refreshing()),
        ...sent.map((one): [string, string] => ["resource", one]),
      ]);
    }
    const { asked } = await door.asked();
    expect(asked.map(({ body }) => formOf(body).getAll("resource"))).toEqual(cases.map(([, passed]) => passed));
  });

  test.each(["", "x", FORGED, `${FORGED}:grant:secret`, ":grant:secret", "%00:a:b", `${"z".repeat(ID_LENGTH)}:a:b`])(
    "a foreign token %j reaches no connection object",
    async (token) => {
      const refresh = await post("/oauth/token", refreshing({ refresh_token: token }));
      expect(refresh.status).toBe(400);
      expect(await refresh.json()).toMatchObject({ error: token === "" ? "invalid_request" : "invalid_grant" });
      if (token !== "") expect((await post("/oauth/revoke", { token, client_id: clientId })).status).toBe(200);
      expect((await door.asked()).touched).toEqual([]);
    },
  );

  test("the revocation endpoint does not revoke an API token", async () => {
    const response = await post("/oauth/revoke", { token: mintApiToken(id), client_id: clientId });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect((await door.asked()).touched).toEqual([]);
  });

  test("a revocation reaches the connection object without the fields of a token request", async () => {
    const form = { token: `${id}:grant:secret`, token_type_hint: "refresh_token", client_id: clientId };
    const response = await post("/oauth/revoke", { ...form, ...refreshing() });
    expect(response.status).toBe(200);
    const { asked } = await door.asked();
    expect(Object.fromEntries(formOf(asked[0]?.body))).toEqual(form);
  });

  test("a token request never reaches the connection object as a revocation", async () => {
    const token = `${id}:grant:secret`;
    const response = await post("/oauth/token", { token, client_id: clientId });
    await expectAnswered(response, 400, { error: "invalid_request" });
    await post("/oauth/token", refreshing({ token }));
    const { asked } = await door.asked();
    expect(asked).toHaveLength(1);
    expect(formOf(asked[0]?.body).has("token")).toBe(false);
  });

  test("an unknown client gets invalid_client, with a challenge if it used Basic", async () => {
    const unknown = await post("/oauth/token", refreshing({ client_id: "nobody" }));
    await expectAnswered(unknown, 401, { error: "invalid_client" });
    expect(unknown.headers.get("WWW-Authenticate")).toBeNull();

    const { client_id: _, ...unnamed } = refreshing();
    expect((await post("/oauth/token", unnamed)).status).toBe(401);
    for (const authorization of [`Basic ${btoa("nobody:secret")}`, "Basic", "Basic %%%", `Basic ${btoa("nocolon")}`]) {
      const response = await post("/oauth/token", unnamed, { Authorization: authorization });
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toBe('Basic realm="OAuth"');
    }
    expect((await door.asked()).asked).toEqual([]);

    const authorization = `basic ${btoa(`${encodeURIComponent(clientId)}:secret`)}`;
    expect((await post("/oauth/token", unnamed, { Authorization: authorization })).status).toBe(200);
    expect((await door.asked()).asked).toMatchObject([{ authorization }]);
  });

  test("one IP address can cause at most 120 document fetches an hour, without effect on other addresses", async () => {
    const later = Date.now();
    const from = async (client_id: string, address: string) => {
      await door.application(client_id);
      return post("/oauth/token", refreshing({ client_id }), { "CF-Connecting-IP": address });
    };
    const kept = host.at("/kept.json");
    host.serve("/kept.json", json(documentFor(kept), { "Cache-Control": "max-age=3600" }));
    for (let one = 0; one < 3; one++) expect((await from(kept, "198.51.100.40")).status).toBe(200);
    for (let one = 0; one < 119; one++) {
      // One network can cause at most ten requests a minute to a host.
      if (one % 9 === 0) await door.clock(later + one * 7_000);
      expect((await from(host.at(`/gone-${one}.json`), "198.51.100.40")).status, String(one)).toBe(401);
    }
    const asked = host.asked.length;
    const another = host.serveDocument("/another.json");
    await expectAnswered(await from(another, "198.51.100.40"), 429, { error: "temporarily_unavailable" });
    expect(host.asked.length).toBe(asked);
    expect((await from(another, "198.51.100.41")).status).toBe(200);
    expect((await from(kept, "198.51.100.40")).status).toBe(200);
  });

  test("a client with a temporarily unreadable document gets a 502 instead of invalid_client", async () => {
    await door.application("https://localhost:1/client.json");
    const down = await post("/oauth/token", refreshing({ client_id: "https://localhost:1/client.json" }));
    expect(down.headers.get("Retry-After")).toBe("5");
    await expectAnswered(down, 502, { error: "temporarily_unavailable" });
    await door.application("https://10.0.0.1/client.json");
    const never = await post("/oauth/token", refreshing({ client_id: "https://10.0.0.1/client.json" }));
    expect(never.status).toBe(401);
  });

  test("a failing connection object causes a 503, and its refusal reaches the client", async () => {
    await door.connections("throws");
    const gone = await post("/oauth/token", refreshing());
    expect(gone.headers.get("Retry-After")).toBe("5");
    await expectAnswered(gone, 503, { error: "temporarily_unavailable" });
    await door.connections("refuses");
    await expectAnswered(await post("/oauth/token", refreshing()), 400, { error: "invalid_grant" });
  });

  test("a connection object is not called after thirty forged tokens from one network", async () => {
    const [own, other] = [await door.mint(), await door.mint()];
    await door.connections("refuses");
    const from = (address: string, connection: string, at: number) => {
      const token = `${connection}:grant:${at}`;
      return post("/oauth/revoke", { client_id: clientId, token }, { "CF-Connecting-IP": address });
    };
    for (let at = 0; at < 30; at++) expect((await from("198.51.100.60", own, at)).status).toBe(400);
    const refused = await from("198.51.100.60", own, 30);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    await expectAnswered(refused, 429, { error: "temporarily_unavailable" });
    expect((await door.asked()).touched).toHaveLength(30);
    await door.connections("answers");
    expect((await from("198.51.100.61", own, 0)).status, "the owner, elsewhere").toBe(200);
    expect((await from("198.51.100.60", other, 0)).status, "another connection").toBe(200);
  });

  test("only a successful request marks the client as used", async () => {
    const usedAt = () => door.db.prepare("SELECT used_at FROM clients WHERE id = ?").bind(clientId).first("used_at");
    const tomorrow = Date.now() + 2 * 86_400_000;
    await door.clock(tomorrow);
    await door.connections("refuses");
    await post("/oauth/token", refreshing());
    expect(await usedAt()).not.toBe(tomorrow);
    await door.connections("answers");
    await post("/oauth/token", refreshing());
    await expect.poll(usedAt).toBe(tomorrow);
  });

  test.each<[string, Record<string, string>, string]>([
    ["an unsupported grant type", { grant_type: "password" }, "unsupported_grant_type"],
    ["the name of an inherited property as its grant type", { grant_type: "constructor" }, "unsupported_grant_type"],
    ["a refresh without its token", { grant_type: "refresh_token", client_id: "x" }, "invalid_request"],
    ["a code grant without its code", { grant_type: "authorization_code" }, "invalid_request"],
    ["no parameters", {}, "invalid_request"],
  ])("a token request with %s is refused", async (_, form, error) => {
    const response = await post("/oauth/token", form);
    await expectAnswered(response, 400, { error });
  });

  test("the endpoint refuses JSON, a form over 64 KiB and a form with a repeated client_id", async () => {
    const twice = await post("/oauth/token", [...Object.entries(refreshing()), ["client_id", clientId]]);
    await expectAnswered(twice, 400, { error: "invalid_request" });
    const asJson = await post("/oauth/token", refreshing(), { "Content-Type": "application/json" });
    expect(asJson.status).toBe(400);
    expect((await post("/oauth/token", refreshing({ padding: "x".repeat(65 * 1024) }))).status).toBe(413);
    expect((await post("/oauth/revoke", { client_id: clientId })).status).toBe(400);
    expect((await door.asked()).touched).toEqual([]);
  });

  describe("an outage of the applications table", () => {
    beforeAll(async () => void (await door.db.exec("ALTER TABLE clients RENAME TO gone")));
    afterAll(async () => void (await door.db.exec("ALTER TABLE gone RENAME TO clients")));

    test("causes a temporary error instead of invalid_client", async () => {
      const { client_id } = refreshing();
      await expectAnswered(await post("/oauth/token", refreshing()), 503, { error: "temporarily_unavailable" });
      const asked = { response_type: "code", client_id, redirect_uri: "https://app.example/cb" };
      expect(await door.authorize(asked)).toEqual({ kind: "refused", reason: "temporarily_unavailable" });
    });

    test("causes a 503 with a time to retry for a registration", async () => {
      const body = JSON.stringify({ redirect_uris: ["https://app.example/cb"] });
      const response = await door.fetch("/oauth/register", { method: "POST", body });
      expect(response.headers.get("Retry-After")).toBe("5");
      await expectAnswered(response, 503, { error: "temporarily_unavailable" });
    });

    test("does not affect an application with a metadata document", async () => {
      const address = host.serveDocument("/client.json");
      await door.application(address);
      expect((await post("/oauth/token", refreshing({ client_id: address }))).status).toBe(200);
    });
  });
}
