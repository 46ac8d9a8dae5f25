import { beforeEach, describe, expect, test } from "vitest";
import type { Agreement } from "../../../../durable-objects/connection/connection-port.ts";
import { connectionOfApiToken, shownParts } from "../../../../durable-objects/connection/tokens/api-token.ts";
import { CHANGE_SCOPES } from "../../../../shared/account-access/scopes.ts";
import { MAX_ACTIVE_CONNECTIONS } from "../../../../workers/account/pages/connected-assistants/create-token.tsx";
import { newOnce } from "../../../../workers/account/pages/connected-assistants/token-input.ts";
import type { AssistantsPageContext } from "../../../../workers/account/pages/page-request.ts";
import { LOGINS } from "../../../billing-contract/questions.ts";
import { sampleDescription } from "../../../support/sample-description.ts";
import { AssistantsPages, agreement, type Form, ids, MINUTE, NOW, signedInAs } from "./assistants-pages.ts";

const page = await AssistantsPages.start();
const { connections, index } = page;
beforeEach(() => page.clear());

type Fields = Record<string, string | string[]>;

const RIGHT: Fields = { account: "1001", name: "Nightly report", limit: "all", days: "90", action: "create_token" };

function create(fields: Fields = {}, context?: Partial<AssistantsPageContext>): Promise<Response> {
  const form = Object.entries({ ...RIGHT, ...fields }).flatMap(([name, values]) =>
    [values].flat().map((value): Form[number] => [name, value]),
  );
  return page.post(form, context);
}

/** Returns the only token in a response. */
async function shownIn(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  const tokens = (await response.text()).match(/\bfdk_[0-9A-Za-z]{60}\b/g) ?? [];
  expect(tokens).toHaveLength(1);
  return tokens[0] as string;
}

const made = (): Agreement[] => [...connections.held.values()].map(({ agreement }) => agreement);

describe("a new token without a connected zone server", () => {
  const offered = CHANGE_SCOPES.filter((scope) => scope !== "zones:write");

  test.each<Fields>([{ scope: "zones:write" }, { operation: "changeDnsZone" }])(
    "is refused with %j",
    async (ticked) => {
      const refused = await create(ticked, { offered });
      expect([refused.status, (await refused.text()).includes("is not available here now")]).toEqual([400, true]);
      expect(made()).toEqual([]);
    },
  );
});

describe("a new token without a billing system that accepts changes", () => {
  const described = sampleDescription({ acts: false });
  const words = "It can only read: the provider takes no changes here; you make them in the client area.";

  test.each<Fields>([{ scope: "billing:write" }, { operation: "renewDomain" }])(
    "is refused with %j",
    async (ticked) => {
      const refused = await create(ticked, { described });
      const html = await refused.text();
      expect([refused.status, html.includes('href="#token-changes"'), html.includes(words)]).toEqual([400, true, true]);
      expect(made()).toEqual([]);
    },
  );

  test("is not created while the features of the billing system are unknown", async () => {
    expect((await create({}, { described: null })).status).toBe(503);
    expect(await page.text("?new-token&account=1001", { described: null })).toContain(
      "The billing system does not answer",
    );
    expect(made()).toEqual([]);
  });
});

describe("a new API token", () => {
  test("is created with its agreement, shown once and listed with its first and last characters", async () => {
    const response = await create({
      name: "  Nightly\u202e \u0007 report ",
      limit: "domain:studio-ana.ca",
      days: "30",
    });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const token = await shownIn(response);
    const [agreed] = made();
    expect(agreed).toEqual({
      id: connectionOfApiToken(token),
      name: "Nightly report",
      application: agreed?.id,
      origin: { kind: "token", ...shownParts(token) },
      pages: "http://localhost:8787",
      returnsTo: null,
      loginId: LOGINS.owner,
      contact: { email: "owner@maple.example", language: "en" },
      accountId: 1001,
      accountName: "Studio Ana Inc.",
      currency: "CAD",
      scopes: ["account:read"],
      operations: null,
      limit: { kind: "domain", name: "studio-ana.ca" },
      limitName: "studio-ana.ca",
      asks: { cancel: false, domains: false, orders: null },
      madeAt: "2026-11-20T14:14:00.000Z",
      endsAt: "2026-12-20T14:14:00.000Z",
    });
    expect(await connections.holds(agreed?.id ?? "", token)).toBe(true);
    const list = await page.html();
    expect(list).toContain(`API token ${token.slice(0, 8)}…${token.slice(-4)}`);
    expect(list).not.toContain(token);
  });

  const BILLING = ["account:read", "billing:write"];
  const MANAGES = ["setDomainNameservers", "setDomainLock", "transferDomainOut"];
  test.each<[string, Fields, string[], string[] | null]>([
    ["a ticked kind allows all of its operations", { scope: "billing:write" }, BILLING, null],
    ["a single operation allows only itself", { operation: "renewDomain" }, BILLING, ["renewDomain"]],
    [
      "a single operation restricts a ticked kind",
      { scope: BILLING, operation: "renewDomain" },
      BILLING,
      ["renewDomain"],
    ],
    [
      "one whole kind and single operations of the other",
      { scope: "domains:write", operation: ["orderPlan"] },
      [...BILLING, "domains:write"],
      ["orderPlan", ...MANAGES],
    ],
  ])("allows the chosen operations: %s", async (_, fields, scopes, operations) => {
    await shownIn(await create(fields));
    expect(made()[0]).toMatchObject({ scopes, operations });
  });

  test("is shown on a page without language links, because another page would lose the token", async () => {
    const html = await (await create()).text();
    expect(html).not.toContain("hreflang");
    expect(html).toContain("owner@maple.example");
    expect(await page.html()).toContain('hreflang="fr"');
  });

  test("needs no account field if the login manages only one account", async () => {
    await shownIn(await create({ account: [] }, { signedIn: signedInAs("totp") }));
    expect(made()[0]).toMatchObject({ accountId: 1003, currency: "USD" });
  });

  test("is created once, even if its form is sent several times", async () => {
    const html = await page.html("?new-token&account=1001");
    const once = /name="once" value="(\w+)"/.exec(html)?.[1] ?? "";
    const token = await shownIn(await create({ once }));
    const id = connectionOfApiToken(token) ?? "";
    expect(once.slice(0, id.length)).toBe(id);
    const again = await create({ once });
    expect(again.status).toBe(303);
    const list = await page.landing(again);
    expect(list).toContain("Nightly report was already created. Its token was shown once");
    expect(made()).toHaveLength(1);
    expect(await connections.holds(id, token)).toBe(true);
  });

  test("does not replace another login's connection, because only an id from the session's own form is accepted", async () => {
    const other = await agreement({ loginId: LOGINS.big });
    await connections.make(other);
    const theirs = await newOnce({ ids, formToken: "another-form-token" });
    const own = await newOnce({ ids, formToken: "the-form-token" });
    const altered = own.field.replace(own.id, other.id);
    connections.touched.length = 0;
    for (const once of [other.id, "1234567890123456789012", theirs.field, altered, own.field.slice(0, -1), ""]) {
      const id = connectionOfApiToken(await shownIn(await create({ once })));
      expect([other.id, "1234567890123456789012", theirs.id, own.id], once).not.toContain(id);
    }
    expect(connections.touched).not.toContain(other.id);
    expect(made()[0]).toEqual(other);
    expect(connectionOfApiToken(await shownIn(await create({ once: own.field })))).toBe(own.id);
  });
});

describe("the refusal of a new token", () => {
  test.each<[string, Fields, string]>([
    ["without a name", { name: " \u200b " }, "Give it a name"],
    ["with a long name", { name: "x".repeat(61) }, "at most 60 characters"],
    ["without a limit", { limit: [] }, "Choose everything"],
    ["with a service of another account", { limit: "service:999999" }, "no such domain name or service"],
    ["without an expiry", { days: [] }, "Choose when it expires"],
    ["with two expiry dates", { days: ["30", "365"] }, "Choose when it expires"],
    ["with an unknown scope", { scope: "everything" }, "does not offer"],
    ["with an unknown operation", { operation: "deleteEverything" }, "does not offer"],
    ["for an account that the login does not manage", { account: "1005" }, "Choose one of the accounts"],
    ["without an account if there are several", { account: [] }, "Choose one of the accounts"],
  ])("is shown at the top and next to the field for a token %s", async (_, fields, words) => {
    const response = await create({ scope: "billing:write", ...fields });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toMatch(/role="alert" tabindex="-1" autofocus/);
    expect(html.split(words).length - 1, "at the top and next to the field").toBe(2);
    expect(made()).toEqual([]);
    expect(await index.alive({ loginId: LOGINS.owner })).toEqual([]);
  });

  test("keeps the input in the form", async () => {
    const html = await (
      await create({ name: `"><i>Report`, operation: "renewDomain", limit: "domain:ana.dev", days: "7" })
    ).text();
    expect(html).toContain('value="&quot;&gt;&lt;i&gt;Report"');
    expect(html).toMatch(/value="renewDomain" checked/);
    expect(html).toMatch(/value="domain:ana.dev" selected/);
    expect(html).toContain('<details class="new-token" id="new-token" open="">');
  });

  test("redirects to the sign-in if the last one was too long ago", async () => {
    const context = { signedIn: signedInAs("owner", NOW - 16 * MINUTE) };
    const response = await create({}, context);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/sign-in?again=1&to=new-token"]);
    expect(await page.html("", context)).toContain('href="/sign-in?again=1&amp;to=new-token"');
    expect(made()).toEqual([]);
  });

  test("covers permissions that the login does not have", async () => {
    const signedIn = signedInAs("contact");
    for (const fields of [{ scope: "billing:write" }, { operation: "setDomainLock" }] as Fields[]) {
      const response = await create(fields, { signedIn });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("Your login may not do this itself");
    }
    const html = await page.html("?new-token", { signedIn });
    expect(html).toMatch(/value="billing:write" disabled/);
    // The contact sees domains but no services.
    expect(html).toContain('value="domain:studio-ana.ca"');
    expect(html).not.toContain('value="service:');
  });

  test("covers a limit whose list is unreadable, but no other unreadable list", async () => {
    const without = (list: "listDomains" | "listServices") => ({ billing: page.billingWithout(list) });
    const refused = await create({ limit: "domain:studio-ana.ca" }, without("listDomains"));
    expect([refused.status, (await refused.text()).includes("what you typed is still here")]).toEqual([503, true]);
    expect(made()).toEqual([]);
    await shownIn(await create({ limit: "domain:studio-ana.ca" }, without("listServices")));
    for (const list of ["listDomains", "listServices"] as const) await shownIn(await create({}, without(list)));
  });

  test("applies beyond the maximum number of active connections", async () => {
    for (let count = 0; count < MAX_ACTIVE_CONNECTIONS; count++) await index.add(await agreement());
    const response = await create();
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("You have 50 connections and API tokens already");
    expect(made()).toEqual([]);
  });

  test("states the reason while the account database is on hold", async () => {
    const response = await create({}, { index: page.heldIndex() });
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining("checking our records")]);
    expect(await index.alive({ loginId: LOGINS.owner })).toEqual([]);
    expect(made()).toEqual([]);
  });

  test("leaves no row if the object cannot be reached, and the repeated form creates another token", async () => {
    const { id, field } = await newOnce({ ids, formToken: "the-form-token" });
    connections.unreachable.add(id);
    const response = await create({ once: field });
    expect(response.status).toBe(503);
    const html = await response.text();
    expect(html).not.toMatch(/fdk_\w{20}/);
    expect(await index.alive({ loginId: LOGINS.owner })).toEqual([]);
    const next = /name="once" value="(\w+)"/.exec(html)?.[1] ?? "";
    const made = connectionOfApiToken(await shownIn(await create({ once: next }))) ?? "";
    expect(made).not.toBe(id);
    expect(next.startsWith(made)).toBe(true);
  });
});
