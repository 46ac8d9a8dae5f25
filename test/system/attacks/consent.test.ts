import { beforeEach, describe, expect, inject, test } from "vitest";
import { actOn, createToken, formTokenOf, signIn } from "../../support/assistants-page.ts";
import { ConnectingApplication, connectionOf } from "../../support/connecting-application.ts";
import { PageVisitor, textOf, type VisitedPage } from "../../support/page-visitor.ts";

const origin = inject("origin");
const URL_OF_CONSENT = new URL("/oauth/authorize", origin);
/** Signed in by the first test. */
const owner = new PageVisitor(origin, "203.0.113.81");
let application: ConnectingApplication;
let visitor: PageVisitor;
let consent: VisitedPage;

beforeEach(async () => {
  application = await ConnectingApplication.register(origin);
  visitor = owner;
  consent = await application.toConsent(visitor, { login: "owner", account: 1001 });
});

/** The form as the page has it, agreed to, with changes. */
function form(changes: Record<string, string | string[]> = {}): [string, string][] {
  const hidden = [...consent.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const last = consent.html.lastIndexOf("<form");
  const own = hidden
    .filter(({ index }) => index > last)
    .map(([, name = "", value = ""]): [string, string] => [name, value]);
  const fields = Object.entries({ limit: "all", decision: "allow", ...changes });
  return [
    ...own.filter(([name]) => !(name in changes)),
    ...fields.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
  ];
}

/** Where a posted form led: a page's status, or away with what. */
async function outcome(sent: Promise<VisitedPage>): Promise<number | "code" | "error"> {
  const { left, status } = await sent;
  if (left === null) return status;
  return left.searchParams.has("code") ? "code" : "error";
}

const post = (who: PageVisitor, fields: [string, string][], headers: Record<string, string> = {}) =>
  outcome(who.post(URL_OF_CONSENT, fields, headers));

test("the form that the attacks are made from gives a code", async () => {
  expect(await post(visitor, form())).toBe("code");
});

describe("the consent is not given", () => {
  test("without a session, or with one of nobody", async () => {
    expect(await post(new PageVisitor(origin), form())).toBe(403);
    const stranger = new PageVisitor(origin);
    await stranger.open("/sign-in");
    expect(await post(stranger, form())).toBe(403);
    expect(await post(visitor, form()), "it was still open").toBe("code");
  });

  test.each([
    ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
    ["a neighbour's site", { "Sec-Fetch-Site": "same-site", Origin: "https://evil.provider.example" }],
    ["a frame without an origin", { "Sec-Fetch-Site": "cross-site", Origin: "null" }],
  ])("from %s", async (_, headers) => {
    expect(await post(visitor, form(), headers)).toBe(403);
    expect(await post(visitor, form())).toBe("code");
  });

  test("by another login, with its own session and this one's form, or its own token", async () => {
    const other = new PageVisitor(origin, "203.0.113.82");
    const page = await signIn(other, "nocard");
    expect(await post(other, form())).toBe(403);
    expect(await post(other, form({ token: formTokenOf(page) }))).toBe(410);
    expect(await post(visitor, form())).toBe("code");
  });

  test.each<[string, Record<string, string | string[]>, number]>([
    ["a scope that there is not", { scope: ["account:admin"] }, 400],
    ["one among good ones", { scope: ["billing:write", "everything"] }, 400],
    ["a service of the other account as the limit", { limit: "service:2201" }, 422],
    ["a service of somebody else as the limit", { limit: "service:2501" }, 422],
    ["a service that there is not", { limit: "service:999999" }, 422],
    ["a domain of another account", { limit: "domain:ana-europe.fr" }, 422],
    ["a limit that is none", { limit: "everything" }, 422],
    ["no limit at all", { limit: [] }, 422],
    ["a question that is not open", { pending: "other" }, 410],
  ])("with %s", async (_, changes, status) => {
    expect(await post(visitor, form(changes))).toBe(status);
    expect(await post(visitor, form())).toBe("code");
  });

  test("for an account that the page did not show", async () => {
    const shown = form().find(([, value]) => value === "1001")?.[0] ?? "";
    expect(shown).not.toBe("");
    expect(await post(visitor, form({ [shown]: "1005" }))).toBe(422);
    expect(await post(visitor, form({ [shown]: "1002" }))).toBe(422);
  });
});

test("a contact cannot tick what its own permissions do not hold", async () => {
  visitor = new PageVisitor(origin, "203.0.113.83");
  consent = await application.toConsent(visitor, { login: "contact" });
  expect(await post(visitor, form({ scope: ["billing:write"] }))).toBe(422);
  expect(await post(visitor, form())).toBe("code");
});

test("a name with markup and bidi controls is text on every page it comes to", async () => {
  const name = 'Atlas\u202e<img src=x onerror=alert(1)>"&lt;b&gt;';
  const hostile = await ConnectingApplication.register(origin, name);
  const page = await hostile.toConsent(visitor, { account: 1001 });
  const tokens = await hostile.tokens({ account: 1001 }, visitor);
  const list = await visitor.open("/connected-assistants");
  for (const { html, status } of [page, list]) {
    expect(status).toBe(200);
    expect(textOf(html)).toContain("Atlas");
    expect(html).not.toContain("<img src=x");
    expect(html).not.toContain("\u202e");
  }
  const after = await actOn(visitor, connectionOf(tokens), "disconnect");
  expect(after.html).not.toContain("<img src=x");
});

test("no token is made for an account that the login does not manage", async () => {
  const nocard = new PageVisitor(origin, "203.0.113.98");
  await signIn(nocard, "nocard");
  const page = await nocard.open("/connected-assistants?lang=en&new-token");
  const answer = await nocard.submit(page, "once", {
    ...{ account: "1001", name: "Stolen", limit: "all", days: "30", action: "create_token" },
  });
  expect(textOf(answer.html)).not.toMatch(/fdk_[0-9A-Za-z]{60}/);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  await expect(createToken(nocard, { account: 1004, limit: "service:2101" })).rejects.toThrow(/no token/);
});
