import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { formTokenOf, signIn } from "../../support/assistants-page.ts";
import { ConnectingApplication, returnedTo } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { type DocumentHost, startDocumentHost } from "../oauth/support/document-host.ts";

const origin = inject("origin");
const S256 = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
let application: ConnectingApplication;
let host: DocumentHost;

beforeAll(async () => {
  [application, host] = await Promise.all([ConnectingApplication.register(origin), startDocumentHost()]);
});
afterAll(() => host.close());

/** Returns the URL of an authorization request with some parameters replaced. */
function request(changes: Record<string, string>): URL {
  const url = application.authorizationUrl();
  for (const [name, value] of Object.entries(changes)) {
    url.searchParams.set(name, value);
  }
  return url;
}

test("a request with an unregistered redirect URI gets an error page and no redirect", async () => {
  for (const changes of [{}, { response_type: "token" }]) {
    const page = await new PageVisitor(origin).open(
      request({ redirect_uri: "javascript:alert(1)//callback", ...changes }),
    );
    expect([page.status, page.headers.has("Location")]).toEqual([400, false]);
    expect(page.html).not.toMatch(/href="(?:javascript|data):/);
  }
});

test("the token and revocation endpoints fetch no document for a token of another application", async () => {
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

test("a valid request leads to the sign-in form", async () => {
  const page = await new PageVisitor(origin).open(request({ code_challenge: S256 }));
  expect(page.status).toBe(200);
  expect(page.html).toContain('name="password"');
});

describe("limits on new sessions", () => {
  const asked = () => request({ code_challenge: S256 });
  const visit = (headers: Record<string, string>, method = "GET") =>
    new PageVisitor(origin, "2001:db8:ffff:1::1").request(asked(), { method, headers });
  const statuses = (responses: Response[]) => [...new Set(responses.map(({ status }) => status))];

  test("a HEAD request starts no session", async () => {
    const visitor = new PageVisitor(origin);
    const response = await visitor.request(asked(), { method: "HEAD" });
    expect(response.status).toBe(303);
    expect(visitor.cookies.size).toBe(0);
  });

  test("one network can start at most 120 sessions in an hour, and existing sessions continue", async () => {
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

test("after twenty requests in one session, further requests count against the network's limit", async () => {
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
  // Sends the remaining nineteen requests of the session, then more requests than the network's limit of 120.
  for (let asked = 0; asked < 19; asked++) expect(await ask()).toBe(303);
  const statuses: number[] = [];
  for (let round = 0; round < 18; round++) statuses.push(...(await Promise.all(Array.from({ length: 7 }, ask))));
  expect(statuses.toSorted()).toEqual([...Array(119).fill(303), ...Array(7).fill(429)]);
});

describe("an application that requires a new sign-in", () => {
  const signedIn = async () => {
    const visitor = new PageVisitor(origin);
    await signIn(visitor, "nocard");
    return visitor;
  };

  test.each<Record<string, string>>([{ prompt: "login" }, { max_age: "0" }])(
    "%j requires the password before the customer can consent",
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

  test("a max_age that has not passed requires no new sign-in", async () => {
    const page = await (await signedIn()).open(request({ code_challenge: S256, max_age: "3600" }));
    expect(page.html).toContain('value="allow"');
  });
});
