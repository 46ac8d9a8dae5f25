import { createHash } from "node:crypto";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { AccountClient, toolCall } from "../../support/account-client.ts";
import { actOn, signIn } from "../../support/assistants-page.ts";
import {
  CALLBACK,
  ConnectingApplication,
  connectionOf,
  returnedTo,
  type TokenPair,
} from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";

const api = new AccountClient();

const origin = inject("origin");
let application: ConnectingApplication;
beforeEach(async () => {
  application = await ConnectingApplication.register(origin);
});

const errorOf = async (response: Response) => [response.status, ((await response.json()) as { error: string }).error];
const statusOf = async (token: string) => (await api.request("/account", token)).status;
const refreshWith = (token: string) => application.token({ grant_type: "refresh_token", refresh_token: token });

describe("an authorization code", () => {
  const verifier = "v".repeat(64);
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const CODE = { grant_type: "authorization_code", redirect_uri: CALLBACK };

  async function newCode(): Promise<string> {
    const visitor = new PageVisitor(origin);
    const consent = await application.toConsent(visitor, { login: "nocard" }, { code_challenge });
    const left = await returnedTo(visitor.submit(consent, "decision", { limit: "all", decision: "allow" }));
    return left.searchParams.get("code") ?? "";
  }

  test("without its verifier, with another, or with another address is worth nothing; the right one still works", async () => {
    const code = await newCode();
    for (const fields of [
      {},
      { code_verifier: "" },
      { code_verifier: "w".repeat(64) },
      { code_verifier: code_challenge },
      { code_verifier: verifier, redirect_uri: "http://127.0.0.1:49152/other" },
    ]) {
      const response = await application.token({ ...CODE, code, ...fields });
      expect(response.status, JSON.stringify(fields)).toBe(400);
    }
    expect((await application.token({ ...CODE, code, code_verifier: verifier })).status).toBe(200);
  });

  test("is no other application's", async () => {
    const code = await newCode();
    const other = await ConnectingApplication.register(origin);
    expect(await errorOf(await other.token({ ...CODE, code, code_verifier: verifier }))).toEqual([
      400,
      "invalid_grant",
    ]);
    expect((await application.token({ ...CODE, code, code_verifier: verifier })).status).toBe(200);
  });

  test("used twice ends the connection that it made", async () => {
    const code = await newCode();
    const first = await application.token({ ...CODE, code, code_verifier: verifier });
    const { access_token, refresh_token } = (await first.json()) as { access_token: string; refresh_token: string };
    expect(await statusOf(access_token)).toBe(200);
    const again = await application.token({ ...CODE, code, code_verifier: verifier });
    expect(await errorOf(again)).toEqual([400, "invalid_grant"]);
    expect(await statusOf(access_token)).toBe(401);
    expect(await errorOf(await refreshWith(refresh_token))).toEqual([400, "invalid_grant"]);
  });
});

describe("a refresh token", () => {
  test("three processes of one installation that refresh at once all go on", async () => {
    const { refresh_token } = await application.directTokens({ login: "nocard" });
    const pairs = await Promise.all([1, 2, 3].map(() => application.refresh(refresh_token)));
    expect(new Set(pairs.map((pair) => pair.refresh_token)).size).toBe(1);
    for (const pair of pairs) {
      expect(await statusOf(pair.access_token)).toBe(200);
      expect((await refreshWith(pair.refresh_token)).status).toBe(200);
    }
  });

  test("used thirty times a minute is told to wait, and is as good as before", async () => {
    let pair = await application.directTokens({ login: "nocard" });
    for (let refresh = 0; refresh < 30; refresh++) pair = await application.refresh(pair.refresh_token);
    const response = await refreshWith(pair.refresh_token);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await errorOf(response)).toEqual([429, "temporarily_unavailable"]);
    expect(await statusOf(pair.access_token)).toBe(200);
  });

  test("is no other application's, and is none the worse for the attempt", async () => {
    const { refresh_token } = await application.directTokens({ login: "nocard" });
    const other = await ConnectingApplication.register(origin);
    const stolen = await other.token({ grant_type: "refresh_token", refresh_token });
    expect(await errorOf(stolen)).toEqual([400, "invalid_grant"]);
    expect((await refreshWith(refresh_token)).status).toBe(200);
  });

  test("gives no scope that was not agreed to, and is none the worse for the attempt", async () => {
    const { refresh_token } = await application.directTokens({ login: "nocard" });
    const fields = { grant_type: "refresh_token", refresh_token, scope: "account:read billing:write domains:write" };
    expect(await errorOf(await application.token(fields))).toEqual([400, "invalid_scope"]);
    expect((await application.refresh(refresh_token)).scope).toBe("account:read");
  });

  test("copied, and used from two countries and networks: marked, mailed once, shown; when both go on, it is over", async () => {
    const from = (country: string, asn: number) => async (refresh_token: string) => {
      const response = await fetch(`${origin}/oauth/token`, {
        method: "POST",
        // As the edge says from where a request comes; the runtime takes it from here.
        headers: { "MF-CF-Blob": JSON.stringify({ country, asn }) },
        body: new URLSearchParams({ grant_type: "refresh_token", refresh_token, client_id: application.clientId }),
      });
      return { status: response.status, ...((await response.json()) as TokenPair) };
    };
    const [customer, phone, thief] = [from("CA", 577), from("CA", 812), from("RO", 9009)];
    const visitor = new PageVisitor(origin, "203.0.113.76");
    const stolen = await application.directTokens({ login: "nocard" });
    await signIn(visitor, "nocard");
    const shown = async () =>
      (await visitor.open("/connected-assistants?lang=en")).html.includes("Used from two places");

    let own = await customer(stolen.refresh_token);
    expect((await phone(stolen.refresh_token)).status).toBe(200);
    expect(await shown(), "another network of the same country").toBe(false);
    expect((await thief(stolen.refresh_token)).status, "within the hour it still works").toBe(200);
    await expect.poll(shown).toBe(true);

    const statuses: number[] = [];
    for (let round = 0; round < 2; round++) {
      const used = own.refresh_token;
      own = await customer(used);
      statuses.push(own.status, (await thief(used)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 400]);
    expect(await statusOf(own.access_token)).toBe(401);
    expect((await customer(own.refresh_token)).status).toBe(400);
    expect((await visitor.open("/connected-assistants?lang=en")).html).not.toContain(connectionOf(stolen));
  });

  test("loses to a disconnection that comes at the same moment", async () => {
    const visitor = new PageVisitor(origin, "203.0.113.74");
    const tokens = await application.directTokens({ login: "nocard" });
    await signIn(visitor, "nocard");
    const refreshes = Array.from({ length: 5 }, () => refreshWith(tokens.refresh_token));
    const [, ...answers] = await Promise.all([actOn(visitor, connectionOf(tokens), "disconnect"), ...refreshes]);
    for (const answer of answers) {
      const { access_token } = (await answer.json()) as { access_token?: string };
      if (access_token) expect(await statusOf(access_token)).toBe(401);
    }
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect((await refreshWith(tokens.refresh_token)).status).toBe(400);
  });
});

describe("an access token that was narrowed", () => {
  const WHOLE = ["billing:write", "domains:write"];
  const ORDER = { plan: "web-start", billing_cycle: "annually", domain: "narrowed.example", accept_terms: "x" };
  const challenge = (scope: string) => new RegExp(`scope="account:read ${scope}", error="insufficient_scope"`);

  async function expectToReadOnly(token: string): Promise<void> {
    expect(await statusOf(token)).toBe(200);
    const body = JSON.stringify(ORDER);
    const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
    const order = await api.request("/account/orders/plan", token, { method: "POST", headers, body });
    expect(order.headers.get("WWW-Authenticate")).toMatch(challenge("billing:write"));
    expect(await codeOf(order)).toEqual([403, "insufficient_scope"]);
    const lock = await api.request("/account/domains/ana.dev/lock", token, {
      method: "PUT",
      headers,
      body: JSON.stringify({ locked: true }),
    });
    expect(lock.headers.get("WWW-Authenticate")).toMatch(challenge("domains:write"));
    expect(await codeOf(lock)).toEqual([403, "insufficient_scope"]);

    const nameservers = { domain: "ana.dev", nameservers: ["ns1.evil.example", "ns2.evil.example"] };
    const calls: [string, Record<string, unknown>, string][] = [
      ["order_plan", { ...ORDER, idempotency_key: crypto.randomUUID() }, "billing:write"],
      ["cancel_service", { id: 2101, when: "immediately" }, "billing:write"],
      ["set_domain_nameservers", nameservers, "domains:write"],
    ];
    for (const [tool, input, scope] of calls) {
      const response = await api.post(toolCall(tool, input), token);
      expect(response.status, tool).toBe(403);
      expect(response.headers.get("WWW-Authenticate"), tool).toMatch(challenge(scope));
      const batch = [toolCall("get_my_account", {}, 1), toolCall(tool, input, 2)];
      const headers = { "MCP-Protocol-Version": "2025-03-26" };
      expect((await api.post(batch, token, headers)).status, `${tool} in a batch`).toBe(403);
    }
  }
  const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

  test("at a refresh reads and nothing else; refreshed without scope it is whole again", async () => {
    const { refresh_token } = await application.directTokens({ account: 1002, scopes: WHOLE });
    const fields = { grant_type: "refresh_token", refresh_token, scope: "account:read" };
    const narrow = (await (await application.token(fields)).json()) as TokenPair;
    expect(narrow.scope).toBe("account:read");
    await expectToReadOnly(narrow.access_token);
    // The connection has the scopes: over MCP it is asked for them again and again, never told to reconnect.
    const again = (await (
      await application.token({ ...fields, refresh_token: narrow.refresh_token })
    ).json()) as TokenPair;
    await expectToReadOnly(again.access_token);
    const whole = await application.refresh(again.refresh_token);
    expect(whole.scope).toBe("account:read billing:write domains:write");
    const quote = await api.post(toolCall("cancel_service", { id: 2101 }), whole.access_token);
    expect(quote.status).toBe(200);
  });

  test("at the code exchange reads and nothing else", async () => {
    const form = application.exchangeForm(await application.connect({ account: 1002, scopes: WHOLE }));
    const response = await application.token({ ...Object.fromEntries(form), scope: "account:read offline_access" });
    const tokens = (await response.json()) as TokenPair;
    expect(tokens.scope).toBe("account:read");
    await expectToReadOnly(tokens.access_token);
  });
});

describe("an access token is refused, over both transports,", () => {
  async function expectRefused(token: string): Promise<void> {
    expect(await statusOf(token)).toBe(401);
    expect((await api.post(toolCall("get_my_account"), token)).status).toBe(401);
  }

  test("once it was given back", async () => {
    const { access_token, refresh_token } = await application.directTokens({ login: "nocard" });
    const revoke = (token: string) =>
      fetch(`${origin}/oauth/revoke`, {
        method: "POST",
        body: new URLSearchParams({ token, client_id: application.clientId }),
      });
    expect((await revoke(access_token)).status).toBe(200);
    await expectRefused(access_token);
    const next = await application.refresh(refresh_token);
    expect(await statusOf(next.access_token)).toBe(200);
    expect((await revoke(next.refresh_token)).status).toBe(200);
    await expectRefused(next.access_token);
  });

  test("truncated, lengthened, altered, or with another connection's id", async () => {
    const [one, other] = await Promise.all([1, 2].map(() => application.directTokens({ login: "nocard" })));
    if (!one || !other) throw new Error("two connections");
    const { access_token: token } = one;
    const [, ...rest] = token.split(":");
    const swapped = [connectionOf(other), ...rest].join(":");
    const altered = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
    for (const bad of [token.slice(0, -1), token.slice(0, 30), `${token}A`, altered, swapped, connectionOf(one)]) {
      await expectRefused(bad);
    }
    expect(await statusOf(token), "nothing came of it").toBe(200);
  });

  test("where it was issued for another resource", async () => {
    const elsewhere = origin.replace("127.0.0.1", "localhost");
    expect(elsewhere).not.toBe(origin);
    const there = await ConnectingApplication.register(elsewhere);
    const { access_token, resource } = await there.directTokens({ login: "nocard" });
    expect(resource).toBe(`${elsewhere}/api/v1`);
    const atHome = { headers: { Authorization: `Bearer ${access_token}` } };
    expect((await fetch(`${elsewhere}/api/v1/account`, atHome)).status).toBe(200);
    await expectRefused(access_token);
  });

  test("in the address, in a form, or as another kind of credential", async () => {
    const { access_token } = await application.directTokens({ login: "nocard" });
    const url = `${origin}/api/v1/account`;
    expect((await fetch(`${url}?access_token=${access_token}`)).status).toBe(401);
    for (const scheme of ["Basic", "DPoP", "Token", ""]) {
      const headers = { Authorization: `${scheme} ${access_token}`.trim() };
      expect((await fetch(url, { headers })).status, scheme).toBe(401);
    }
  });
});

test("made-up secrets of a known connection: thirty in a minute, then 429 at both doors; the owner elsewhere goes on", async () => {
  const [known, other] = [await application.directTokens(), await application.directTokens({ login: "nocard" })];
  const headers = { "CF-Connecting-IP": "203.0.113.190" };
  const use = async (token: string) =>
    (await fetch(`${origin}/api/v1/account`, { headers: { ...headers, Authorization: `Bearer ${token}` } })).status;
  const refresh = async (refresh_token: string) => {
    const fields = { grant_type: "refresh_token", refresh_token, client_id: application.clientId };
    const body = new URLSearchParams(fields);
    return (await fetch(`${origin}/oauth/token`, { method: "POST", headers, body })).status;
  };
  const statuses: number[] = [];
  for (let at = 0; at < 20; at++) {
    const forged = `${connectionOf(known)}:grant:${at}`;
    statuses.push(await use(forged), await refresh(forged));
  }
  expect(statuses.slice(0, 30)).toEqual(Array(15).fill([401, 400]).flat());
  expect(statuses.slice(30)).toEqual(Array(10).fill(429));
  expect(await use(other.access_token), "another connection on the same network").toBe(200);
  expect(await statusOf(known.access_token), "the owner, elsewhere").toBe(200);
  expect((await refreshWith(known.refresh_token)).status).toBe(200);
});
