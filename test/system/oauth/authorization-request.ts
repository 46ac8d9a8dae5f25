import { beforeAll, expect, test } from "vitest";
import { useDocumentHost } from "./support/document-host.ts";
import type { OAuthDoor } from "./support/oauth-door.ts";

export function authorizationRequests(door: OAuthDoor): void {
  const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const REDIRECT = "https://app.example/cb";
  const READING = "/api/v1/account/mcp/read";

  const host = useDocumentHost();
  let publicClient: string;
  let secretClient: string;
  beforeAll(async () => {
    const redirects = [REDIRECT, "http://127.0.0.1/cb?a=1", "cursor://app/cb", "https://app.example:8443/cb"];
    const metadata = { client_name: "Atelier", redirect_uris: redirects, token_endpoint_auth_method: "none" };
    publicClient = (await door.register(metadata)).client_id;
    secretClient = (await door.register({ redirect_uris: [REDIRECT] })).client_id;
  });

  const asking = (more: Record<string, string> = {}) => ({
    response_type: "code",
    client_id: publicClient,
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    state: "s t&a=t/é",
    ...more,
  });
  const without = (name: string) => Object.fromEntries(Object.entries(asking()).filter(([key]) => key !== name));
  const twice = (name: string, value: string) =>
    `${new URLSearchParams(asking())}&${name}=${encodeURIComponent(value)}`;

  /** Sends a request to authorize that must fail. Returns the error parameters in the link to the application. */
  async function errorOf(parameters: Record<string, string> | string): Promise<Record<string, string>> {
    const read = await door.authorize(parameters);
    // The application is unverified, so a page shows the error to the customer first.
    if (read.kind !== "stopped") throw new Error(JSON.stringify(read));
    const location = new URL(read.location);
    expect(location.origin + location.pathname).toBe(REDIRECT);
    expect(read.returnsTo).toBe("app.example");
    expect(read.error).toBe(location.searchParams.get("error"));
    return Object.fromEntries(location.searchParams);
  }

  test("a valid request waits for the customer's decision and has the details for the page", async () => {
    const read = await door.authorize(asking({ scope: "billing:write openid offline_access account:read" }));
    expect(read).toEqual({
      kind: "ask",
      pending: {
        request: {
          responseType: "code",
          clientId: publicClient,
          redirectUri: REDIRECT,
          scope: ["account:read", "billing:write"],
          state: "s t&a=t/é",
          codeChallenge: CHALLENGE,
          codeChallengeMethod: "S256",
          resource: `${door.origin}/api/v1`,
          issuer: door.origin,
        },
        client: await door.find(publicClient),
        name: "Atelier",
        origin: { kind: "unverified" },
        returnsTo: "app.example",
        loginHint: "",
        signedInSince: null,
        mayMeanCatalogue: false,
        asked: ["billing:write"],
        accountId: null,
      },
    });
  });

  const LOOPBACK = "http://127.0.0.1:33418/cb";
  const SCHEME = "cursor://app/cb";

  test("a metadata document verifies only redirects to its own host or to the customer's device", async () => {
    const own = "https://app.localhost/cb";
    const redirect_uris = [REDIRECT, own, "https://localhost/cb", LOOPBACK, SCHEME];
    const address = host.serveDocument("/client.json", { redirect_uris });
    const domain = `localhost:${host.port}`;
    const originOf = async (redirect_uri: string) => {
      const read = await door.authorize(asking({ client_id: address, redirect_uri }));
      return read.kind === "ask" ? read.pending.origin : read;
    };
    for (const redirect of [own, "https://localhost/cb", LOOPBACK, SCHEME]) {
      expect(await originOf(redirect), redirect).toEqual({ kind: "verified", domain });
    }
    expect(await originOf(REDIRECT)).toEqual({ kind: "unverified", domain });
    const erring = async (redirect_uri: string) =>
      (await door.authorize(asking({ client_id: address, redirect_uri, prompt: "none" }))).kind;
    expect(await Promise.all([own, "https://localhost/cb", LOOPBACK].map(erring))).toEqual(Array(3).fill("redirect"));
    expect(await Promise.all([REDIRECT, SCHEME].map(erring))).toEqual(["stopped", "stopped"]);
  });

  test("an error for a registered application redirects without a page to a loopback URI, but not to a private-use scheme", async () => {
    const erring = (redirect_uri: string) => door.authorize(asking({ redirect_uri, prompt: "none" }));
    expect(await erring("http://127.0.0.1:33418/cb?a=1")).toMatchObject({ kind: "redirect" });
    expect(await erring(SCHEME)).toMatchObject({ kind: "stopped", error: "login_required", returnsTo: "cursor:" });
  });

  test("a request from a program on the customer's device may mean the catalogue unless it names the account's MCP server", async () => {
    const guessed = async (redirect_uri: string, resource: string) => {
      const read = await door.authorize(asking({ redirect_uri, resource: `${door.origin}/api/v1${resource}` }));
      return read.kind === "ask" ? read.pending.mayMeanCatalogue : read;
    };
    const here = "http://127.0.0.1:33418/cb?a=1";
    expect(await guessed(here, "")).toBe(true);
    expect([await guessed(here, "/account/mcp"), await guessed(here, "/account/mcp/")]).toEqual([false, false]);
    expect(await guessed(REDIRECT, "")).toBe(false);
  });

  test("the server cleans and shortens the login hint", async () => {
    const hintOf = async (login_hint: string) => {
      const read = await door.authorize(asking({ login_hint }));
      return read.kind === "ask" ? read.pending.loginHint : read;
    };
    expect(await hintOf("owner@maple.example")).toBe("owner@maple.example");
    expect(await hintOf("owner\u202e@maple.example\n")).toBe("owner@maple.example");
    expect(((await hintOf("a".repeat(4_000))) as string).length).toBeLessThanOrEqual(254);
  });

  const NOT_REGISTERED: Record<string, string[]> = {
    "another path, query or fragment": [`${REDIRECT}/`, `${REDIRECT}?x=1`, `${REDIRECT}#x`, "https://app.example/CB"],
    "another spelling": [
      ...["https://app.example/./cb", "https://app.example/%63b", "https://APP.example/cb", "CURSOR://app/cb"],
    ],
    "another port": ["https://app.example:443/cb", "https://app.example:8444/cb"],
    "another host": [
      ...["https://app.example.evil.example/cb", "https://app.example@evil.example/cb", "https://evil.example/cb"],
      ...["https://evil.example\\@app.example/cb", "cursor://app/cb/", "cursor://other/cb"],
    ],
    "another scheme": ["http://app.example/cb", "https://127.0.0.1/cb?a=1", "javascript:alert(1)", "data:text/html,x"],
    "another loopback URI": [
      ...["http://localhost/cb?a=1", "http://127.0.0.2/cb?a=1", "http://127.0.0.1/cb", "http://127.0.0.1/other?a=1"],
      "http://user@127.0.0.1/cb?a=1",
    ],
    "a relative URI": ["//app.example/cb", "/cb"],
  };

  test.each(Object.entries(NOT_REGISTERED))(
    "the server sends neither a code nor an error to %s",
    async (_, redirects) => {
      const expected = { kind: "refused", reason: "redirect_uri_not_registered" };
      for (const redirect_uri of redirects) {
        expect(await door.authorize(asking({ redirect_uri })), redirect_uri).toEqual(expected);
        expect(await door.authorize(asking({ redirect_uri, response_type: "token" })), redirect_uri).toEqual(expected);
      }
    },
  );

  test.each([
    ["client_id_missing", () => without("client_id")],
    ["redirect_uri_missing", () => without("redirect_uri")],
    ["unknown", () => asking({ client_id: "nobody" })],
    ["unknown", () => asking({ client_id: "x".repeat(3_000) })],
    ["address_refused", () => asking({ client_id: "https://10.0.0.1/client.json" })],
    ["host_unreachable", () => asking({ client_id: "https://localhost:1/client.json" })],
    ["repeated_parameter", () => twice("redirect_uri", REDIRECT)],
    ["repeated_parameter", () => twice("client_id", "nobody")],
    ["repeated_parameter", () => twice("state", "other")],
  ])("the server refuses a request with its own page: %s", async (reason, parameters) => {
    expect(await door.authorize(parameters())).toEqual({ kind: "refused", reason });
  });

  test.each([
    ["a parameter is repeated", () => twice("code_challenge", "other")],
    ["response_mode is fragment", () => asking({ response_mode: "fragment" })],
    ["response_mode is form_post", () => asking({ response_mode: "form_post" })],
    ["prompt has another value besides none", () => asking({ prompt: "none login" })],
    ["max_age is negative", () => asking({ max_age: "-1" })],
    ["there is no challenge", () => without("code_challenge")],
    ["the challenge is empty", () => asking({ code_challenge: "" })],
    ["the challenge is not a SHA-256 digest", () => asking({ code_challenge: "short" })],
    ["the challenge is plain", () => asking({ code_challenge_method: "plain" })],
    ["the challenge's method is missing, which means plain", () => without("code_challenge_method")],
    [
      "an application with a secret sends no challenge",
      () => ({ ...without("code_challenge"), client_id: secretClient }),
    ],
  ])("the application gets invalid_request if %s", async (_, parameters) => {
    const told = { error: "invalid_request", state: "s t&a=t/é", iss: door.origin };
    expect(await errorOf(parameters())).toMatchObject(told);
  });

  test.each([
    ["unsupported_response_type", () => asking({ response_type: "token" })],
    ["login_required", () => asking({ prompt: "none" })],
    ["invalid_target", () => asking({ resource: `${door.origin}/api/v1//` })],
    ["invalid_target", () => `${twice("resource", `${door.origin}/api/v1`)}&resource=https://other.example/`],
    ["invalid_target", () => `${twice("resource", `${door.origin}/api/v1`)}&resource=${door.origin}${READING}`],
  ])("the application gets %s", async (error, parameters) => {
    expect(await errorOf(parameters())).toMatchObject({ error, state: "s t&a=t/é", iss: door.origin });
  });

  test.each(["query", ""])("response_mode=%s is accepted", async (response_mode) => {
    expect(await door.authorize(asking({ response_mode }))).toMatchObject({ kind: "ask" });
  });

  test("every spelling of the account resource means the same resource", async () => {
    const mcp = `${door.origin}/api/v1/account/mcp`;
    for (const parameters of [
      asking({ resource: mcp }),
      asking({ resource: `${door.origin}/api/v1` }),
      asking({ resource: `${door.origin}/api/v1/` }),
      asking({ resource: `${mcp}/` }),
      `${twice("resource", mcp)}&resource=${encodeURIComponent(`${door.origin}/api/v1`)}`,
    ]) {
      const expected = { pending: { request: { resource: `${door.origin}/api/v1` } } };
      expect(await door.authorize(parameters)).toMatchObject(expected);
    }
  });

  test.each([
    ["used dynamic registration", () => publicClient],
    ["has a metadata document", () => host.serveDocument("/reading.json", { redirect_uris: [REDIRECT] })],
  ])("an application that %s gets only the scope to read at the read-only server", async (_, client) => {
    for (const resource of [door.origin + READING, `${door.origin}${READING}/`]) {
      const asked = asking({ client_id: client(), resource, scope: "account:read billing:write zones:write" });
      const request = { resource: door.origin + READING, scope: ["account:read"] };
      expect(await door.authorize(asked)).toMatchObject({ pending: { request, asked: [] } });
    }
  });

  test("one IP address can cause at most 120 document reads an hour, without effect on other requests", async () => {
    const address = "198.51.100.7";
    const document = asking({ client_id: "https://10.0.0.1/client.json" });
    const read = { kind: "refused", reason: "address_refused" };
    const first = await Promise.all(Array.from({ length: 120 }, () => door.authorize(document, address)));
    expect(first).toEqual(Array(120).fill(read));
    const tooMany = await door.authorize(document, address);
    if (tooMany.kind !== "too_many") throw new Error(JSON.stringify(tooMany));
    expect(tooMany.retryAfter).toBeGreaterThan(3_000);
    expect(tooMany.retryAfter).toBeLessThanOrEqual(3_600);
    expect(await door.authorize(asking(), address)).toMatchObject({ kind: "ask" });
    expect(await door.authorize(document, "198.51.100.8")).toEqual(read);
  });
}
