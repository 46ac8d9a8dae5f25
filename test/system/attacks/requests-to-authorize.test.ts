import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { formTokenOf, signIn } from "../../support/assistants-page.ts";
import { CALLBACK, ConnectingApplication, returnedTo } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { type DocumentHost, documentFor, json, startDocumentHost } from "../oauth/support/document-host.ts";

const origin = inject("origin");
const S256 = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
let application: ConnectingApplication;
let host: DocumentHost;

beforeAll(async () => {
  [application, host] = await Promise.all([ConnectingApplication.register(origin), startDocumentHost()]);
});
afterAll(() => host.close());

/** A request to authorize with some parameters put in place of the good ones; null leaves one out. */
function request(changes: Record<string, string | null>): URL {
  const url = application.authorizationUrl();
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url;
}

describe("a place that is not the application's is never returned to", () => {
  test.each([
    "https://evil.example/callback",
    "http://127.0.0.1:49152/callback/",
    "http://127.0.0.1:49152/callback?to=evil",
    "http://127.0.0.1:49152/callback/../steal",
    "http://localhost:49152/callback",
    "http://127.0.0.1.evil.example:49152/callback",
    "https://127.0.0.1:49152/callback",
    "http://user@127.0.0.1:49152/callback",
    "javascript:alert(1)//callback",
    "data:text/html,callback",
    "",
  ])("%j", async (redirect) => {
    for (const changes of [{}, { response_type: "token" }, { code_challenge: null }]) {
      const page = await new PageVisitor(origin).open(request({ redirect_uri: redirect, ...changes }));
      expect(page.status).toBe(400);
      expect(page.headers.has("Location")).toBe(false);
      expect(page.html).not.toMatch(/href="(?:javascript|data):/);
    }
  });
});

describe("without PKCE by S256 there is no question for the customer", () => {
  test.each<[string, Record<string, string | null>]>([
    ["no challenge", { code_challenge: null, code_challenge_method: null }],
    ["a method without a challenge", { code_challenge: null }],
    ["an empty challenge", { code_challenge: "" }],
    ["plain", { code_challenge_method: "plain" }],
    ["no method, which means plain", { code_challenge_method: null }],
    ["a challenge that is no digest", { code_challenge: "short" }],
  ])("%s", async (_, changes) => {
    const visitor = new PageVisitor(origin);
    const left = await returnedTo(visitor.open(request(changes)));
    expect(left.searchParams.get("error")).toBe("invalid_request");
    expect(left.searchParams.get("iss")).toBe(origin);
    expect(left.searchParams.has("code")).toBe(false);
  });

  test("an application with a secret is no exception", async () => {
    const response = await fetch(`${origin}/oauth/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": "203.0.113.71" },
      body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "client_secret_basic" }),
    });
    const { client_id } = (await response.json()) as { client_id: string };
    const asked = request({ client_id, code_challenge: null, code_challenge_method: null });
    expect((await returnedTo(new PageVisitor(origin).open(asked))).searchParams.get("error")).toBe("invalid_request");
  });
});

test.each([
  ["another resource", { resource: "https://elsewhere.example/api" }, "invalid_target"],
  ["the token in the address", { response_type: "token" }, "unsupported_response_type"],
  ["an answer without asking", { prompt: "none" }, "login_required"],
])("%s is refused back to the application", async (_, changes, error) => {
  const left = await returnedTo(new PageVisitor(origin).open(request(changes)));
  expect(left.searchParams.get("error")).toBe(error);
  expect(left.searchParams.get("state")).toBeTruthy();
});

describe("a metadata document that is not to be trusted connects nothing", () => {
  const documents: [string, (path: string) => Parameters<DocumentHost["serve"]>[1]][] = [
    ["redirects", (path) => (_, response) => response.writeHead(302, { Location: `${path}-other` }).end()],
    ["is 6 KB", (path) => json(documentFor(address(path), { filler: "x".repeat(6_000) }))],
    ["names another id", () => json(documentFor("https://trusted.example/client.json"))],
    ["brings a secret", (path) => json(documentFor(address(path), { client_secret: "shared" }))],
    ["has no name", (path) => json(documentFor(address(path), { client_name: "" }))],
    ["is a page", () => (_, response) => response.end("<html></html>")],
  ];
  const address = (path: string) => `https://localhost:${host.port}${path}`;

  test.each(documents)("one that %s", async (what, answer) => {
    const path = `/${what.replaceAll(" ", "-")}.json`;
    host.serve(path, answer(path));
    host.serve(`${path}-other`, json(documentFor(address(path))));
    const asked = request({ client_id: address(path), redirect_uri: "https://app.example/callback" });
    const page = await new PageVisitor(origin).open(asked);
    expect(page.status).toBe(400);
    expect(host.asked).toContain(path);
    expect(page.html).not.toContain('name="password"');
  });

  test("one whose id has a query is not even fetched: an open redirect could stand behind it", async () => {
    const before = host.asked.length;
    const asked = request({ client_id: `${address("/go")}?to=https://evil.example/client.json` });
    expect((await new PageVisitor(origin).open(asked)).status).toBe(400);
    expect(host.asked.length).toBe(before);
  });
});

test("60 made-up documents of a host do not keep somebody else from its real one", async () => {
  const crowded = await startDocumentHost();
  const visit = (path: string, from: string) =>
    new PageVisitor(origin, from).request(request({ client_id: crowded.at(path), redirect_uri: CALLBACK }));
  for (let one = 0; one < 60; one++) {
    const status = (await visit(`/made-up-${one}.json`, `2001:db8:60:${one}::1`)).status;
    expect(status, String(one)).toBe(one < 10 ? 400 : 502);
  }
  expect(crowded.asked).toHaveLength(10);
  crowded.serveDocument("/client.json", { redirect_uris: [CALLBACK] });
  expect((await visit("/client.json", "2001:db8:61::1")).status).toBe(303);
  await crowded.close();
});

describe("a name is not lent to whoever publishes it somewhere", () => {
  test("a document that returns elsewhere than to its own host is shown as not verified", async () => {
    const client_id = host.serve("/claude.json", json({}));
    const redirect_uris = ["https://claude.ai.evil.example/callback", CALLBACK];
    host.serve("/claude.json", json(documentFor(client_id, { client_name: "Claude", redirect_uris })));
    const known = ConnectingApplication.known(origin, client_id);
    const consent = (redirect_uri: string, lang: string) =>
      known.toConsent(new PageVisitor(origin), { login: "nocard" }, { redirect_uri, lang });
    const before = await new PageVisitor(origin).open(
      known.authorizationUrl({ redirect_uri: "https://claude.ai.evil.example/callback" }),
    );
    expect(before.html).toContain("Its name is not verified, and it will return you to");
    expect(before.html).not.toContain("Published by");
    const elsewhere = await consent("https://claude.ai.evil.example/callback", "en");
    expect(elsewhere.html).toContain("Its name is not verified: it is described at");
    expect(elsewhere.html).toContain("claude.ai.evil.example");
    expect(elsewhere.html).not.toContain("Published by");
    expect((await consent("https://claude.ai.evil.example/callback", "fr")).html).toContain(
      "Son nom n’est pas vérifié",
    );
    expect((await consent(CALLBACK, "en")).html).toContain("Published by");
  });
});

describe("the token endpoint asks no host for whoever calls it", () => {
  test("a document that is not the connection's own is never fetched, of a living connection or an ended one", async () => {
    const { refresh_token } = await application.tokens({ login: "nocard" });
    const before = host.asked.length;
    const post = (path: string, fields: Record<string, string>) =>
      fetch(origin + path, { method: "POST", body: new URLSearchParams(fields) });
    const attack = async () => {
      const statuses = new Set<number>();
      for (let one = 0; one < 10; one++) {
        const client_id = `https://localhost:${host.port}/made-up-${one}.json`;
        statuses.add((await post("/oauth/token", { grant_type: "refresh_token", refresh_token, client_id })).status);
        statuses.add((await post("/oauth/revoke", { token: refresh_token, client_id })).status);
      }
      return [...statuses].toSorted();
    };
    expect(await attack()).toEqual([401]);
    const own = { token: refresh_token, client_id: application.clientId };
    expect((await post("/oauth/revoke", own)).status, "its own application can end it").toBe(200);
    expect(await attack()).toEqual([200, 400]);
    expect(host.asked.length).toBe(before);
  });
});

test("the good request that these were made from is a question", async () => {
  const page = await new PageVisitor(origin).open(request({ code_challenge: S256 }));
  expect(page.status).toBe(200);
  expect(page.html).toContain('name="password"');
});

describe("sessions are not to be had without limit", () => {
  const asked = () => request({ code_challenge: S256 });
  const visit = (headers: Record<string, string>, method = "GET") =>
    new PageVisitor(origin, "2001:db8:ffff:1::1").request(asked(), { method, headers });
  const statuses = (responses: Response[]) => [...new Set(responses.map(({ status }) => status))];

  test("HEAD starts none", async () => {
    const visitor = new PageVisitor(origin);
    const response = await visitor.request(asked(), { method: "HEAD" });
    expect(response.status).toBe(303);
    expect(visitor.cookies.size).toBe(0);
  });

  test("one network starts 120 in an hour, with a cookie that was never used or without; who has one goes on", async () => {
    const known = new PageVisitor(origin, "2001:db8:ffff:1::2");
    expect((await known.open(asked())).status).toBe(200);
    const unused = new PageVisitor(origin);
    await unused.open("/sign-in");
    const cookie = [...unused.cookies].map((pair) => pair.join("=")).join("; ");
    const started: Response[] = [];
    for (let round = 0; round < 17; round++) {
      started.push(...(await Promise.all(Array.from({ length: 7 }, () => visit({})))));
    }
    expect(statuses(started)).toEqual([303]);
    for (const headers of [{}, { Cookie: cookie }]) {
      const refused = await visit(headers);
      expect([refused.status, refused.headers.has("Set-Cookie")]).toEqual([429, false]);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(await refused.text()).toContain("<main");
    }
    expect((await known.open(asked())).status).toBe(200);
    expect((await new PageVisitor(origin).open(asked())).status).toBe(200);
  });
});

test("one session asks twenty questions; further ones are counted by address, however unsigned its cookie", async () => {
  const headers = { "CF-Connecting-IP": "203.0.113.180" };
  const first = await fetch(application.authorizationUrl(), { redirect: "manual", headers });
  const cookie = first.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const ask = async () => {
    const answer = await fetch(application.authorizationUrl(), {
      redirect: "manual",
      headers: { ...headers, Cookie: cookie },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const statuses: number[] = [];
  for (let asked = 0; asked < 145; asked++) statuses.push(await ask());
  // Nineteen more of its own, then what is left of the address's 120.
  expect(statuses.filter((status) => status === 303)).toHaveLength(19 + 119);
  expect(statuses.slice(19 + 119)).toEqual(Array(145 - 19 - 119).fill(429));
});

describe("a customer who is signed in is asked again who they are, where the application asks for it", () => {
  const signedIn = async () => {
    const visitor = new PageVisitor(origin);
    await signIn(visitor, "nocard");
    return visitor;
  };

  test.each<Record<string, string>>([{ prompt: "login" }, { prompt: "consent login" }, { max_age: "0" }])(
    "%j: by the password, and nothing is allowed before",
    async (changes) => {
      const visitor = await signedIn();
      const page = await visitor.open(request({ code_challenge: S256, ...changes }));
      expect(page.url.pathname).toBe("/sign-in");
      const pending = page.url.searchParams.get("pending") ?? "";
      const consent = `/oauth/authorize?pending=${pending}`;
      expect((await visitor.open(consent)).url.pathname, "the page of the question").toBe("/sign-in");
      const token = formTokenOf(page);
      const decision: [string, string][] = [
        ...Object.entries({ token, pending, shown_account: "1004", limit: "all", decision: "allow" }),
      ];
      expect((await visitor.post(consent, decision)).left, "its form").toBeNull();
      const question = await visitor.signIn(page, "nocard");
      expect(question.html).toContain('value="allow"');
      const left = await returnedTo(visitor.submit(question, "decision", { limit: "all", decision: "allow" }));
      expect(left.searchParams.has("code")).toBe(true);
    },
  );

  test("max_age that has not passed asks for nothing", async () => {
    const page = await (await signedIn()).open(request({ code_challenge: S256, max_age: "3600" }));
    expect(page.html).toContain('value="allow"');
  });
});
