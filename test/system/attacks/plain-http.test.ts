import { describe, expect, test } from "vitest";
import { httpsOnly } from "../../../shared/api/http/before-worker.ts";
import { addressBook } from "../../../shared/platform/addresses.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";
import { useWorld } from "../../support/world.ts";

const HOST = "desk.provider.example";
const ORIGIN = `https://${HOST}`;

const own = { ORIGIN };
const world = useWorld({ isDemonstration: false, vars: { site: own, account: own, catalogue: own, billing: own } });

/** The Workers that customers and applications can reach directly. */
const DOORS = {
  "front door": "frontdesk",
  account: "frontdesk-account",
  catalogue: "frontdesk-catalogue",
} as const;

/** Calls a Worker directly, because the harness listens only on plain HTTP and replaces the host in URLs. */
const ask = (url: string, init: RequestInit = {}, door: keyof typeof DOORS = "front door") =>
  world.system.getWorker(DOORS[door]).fetch(url, { redirect: "manual", ...init } as never);

const CREDENTIALS = new URLSearchParams({ email: "owner@maple.example", password: "maple-owner" });
const FORM = {
  method: "POST",
  body: CREDENTIALS.toString(),
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
};
const BEARER = { headers: { Authorization: `Bearer fdk_${"a".repeat(60)}` } };
const MCP = { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }) };

test.each([
  "/",
  "/sign-in?pending=x",
  "/oauth/authorize?client_id=a&state=b%20c",
  "/client-area/invoices/6401?lang=en",
])("%s over http redirects to the same page over https and sets no cookie", async (path) => {
  for (const method of ["GET", "HEAD"]) {
    const answer = await ask(`http://${HOST}${path}`, { method });
    expect(answer.status, method).toBe(308);
    expect(answer.headers.get("Location")).toBe(ORIGIN + path);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  }
});

const REFUSED: [path: string, init: RequestInit, door?: keyof typeof DOORS][] = [
  ["/api/v1/plans", {}],
  ["/api/v1/mcp", MCP],
  ["/api/v1/account", BEARER],
  ["/api/v1/account", BEARER, "account"],
  ["/api/v1/account", { method: "OPTIONS" }],
  ["/oauth/token", FORM],
  ["/.well-known/oauth-authorization-server", {}],
  ["/sign-in", FORM],
  ["/sign-in", FORM, "account"],
  ["/client-area/account/details", FORM],
];

test.each(REFUSED)("a request to %s over http is refused with https_required", async (path, init, door) => {
  const answer = await ask(`http://${HOST}${path}`, init, door);
  expect(answer.status).toBe(403);
  expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(answer.headers.get("WWW-Authenticate")).toBeNull();
  const problem = (await answer.json()) as Record<string, unknown>;
  expect(problem).toMatchObject({ code: "https_required", status: 403, type: `${ORIGIN}/problems/https_required` });
  expect(problem.request_id).toBe(answer.headers.get("X-Request-Id"));
});

test("requests over https are served, with a Secure cookie", async () => {
  expect((await ask(`${ORIGIN}/api/v1/plans`)).status).toBe(200);
  expect((await ask(`${ORIGIN}/api/v1/account`, BEARER)).status).toBe(401);
  const page = await ask(`${ORIGIN}/sign-in?to=/client-area`);
  expect(page.status).toBe(200);
  expect(page.headers.get("Set-Cookie")).toMatch(/^__Host-session=[^;]+; Path=\/;.*Secure/);
});

describe("a service with its own port", () => {
  const book = addressBook({
    ...UNSET_ADDRESSES,
    ORIGIN: `${ORIGIN}:8443`,
    AUTH_ORIGIN: "https://auth.provider.example",
  });
  const served = httpsOnly(book, { fetch: () => new Response(null, { status: 404 }) });
  const answerTo = (url: string) => served.fetch(new Request(url));

  test.each([
    [`http://${HOST}/sign-in?a=b`, `${ORIGIN}:8443/sign-in?a=b`],
    [`http://${HOST}:8443/sign-in`, `${ORIGIN}:8443/sign-in`],
    ["http://auth.provider.example/sign-in", "https://auth.provider.example/sign-in"],
  ])("%s redirects to %s", async (from, to) => {
    const answer = await answerTo(from);
    expect([answer.status, answer.headers.get("Location")]).toEqual([308, to]);
  });

  test("refuses API calls over http and redirects no foreign host", async () => {
    const answer = await answerTo(`http://${HOST}/api/v1/plans`);
    expect(await answer.json()).toMatchObject({ type: `${ORIGIN}:8443/problems/https_required` });
    expect((await answerTo("http://evil.example:8443/sign-in")).status).toBe(404);
  });
});

test("a foreign host is not redirected, and its problem type is an absolute URL on our origin", async () => {
  for (const scheme of ["http", "https"]) {
    const page = await ask(`${scheme}://evil.example/sign-in`);
    expect([page.status, page.headers.get("Location")]).toEqual([404, null]);
    const answer = await ask(`${scheme}://evil.example/api/v1/plans`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ type: `${ORIGIN}/problems/not_found` });
  }
});
