import { TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { SECRETS } from "../../../dev/whmcs/actions/clients.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { PageVisitor, textOf, type VisitedPage } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";

/** A customer's way from an application to WHMCS's own page and back, and what is read then. */
const world = useWorld({ whmcs: {} });

const SECOND_STEP = "JBSWY3DPEHPK3PXP";
const LISTS = ["services", "domains", "invoices?status=all", "tickets?status=all"];

/** Everything that was answered over the API. */
const answered: string[] = [];

/** The button of the sign-in page; WHMCS's page that it leads to, in the same browser. */
async function toWhmcs(visitor: PageVisitor, page: VisitedPage): Promise<{ browser: PageVisitor; page: VisitedPage }> {
  const [, link = ""] = /href="(\/sign-in\/provider[^"]*)"/.exec(page.html) ?? [];
  const { left } = await visitor.open(link.replaceAll("&amp;", "&"));
  if (left?.origin !== world.whmcs.url) throw new Error(`led to ${left}`);
  const browser = new PageVisitor(world.whmcs.url);
  return { browser, page: await browser.open(left) };
}

/** Signs in at WHMCS and decides there; where it leads back to. */
async function signInThere(
  { browser, page }: Awaited<ReturnType<typeof toWhmcs>>,
  login: string,
  decision = "authorize",
): Promise<URL> {
  const credentials = { username: `${login}@maple.example`, password: `maple-${login}` };
  let next = await browser.submit(page, "username", credentials);
  if (next.html.includes('name="code"')) {
    expect(textOf(next.html)).toContain("Two-Factor");
    next = await browser.submit(next, "code", { code: "000000" });
    expect(textOf(next.html)).toContain("incorrect");
    next = await browser.submit(next, "code", { code: new TOTP({ secret: SECOND_STEP }).generate() });
  }
  const { left } = await browser.submit(next, "decision", { decision });
  if (!left) throw new Error(`stayed at ${next.url}`);
  return left;
}

/** Connects an application; an access token. */
async function connect(login: string, account: number): Promise<string> {
  const application = await ConnectingApplication.register(world.origin);
  const visitor = new PageVisitor(world.origin);
  const asked = await visitor.open(application.authorizationUrl());
  expect(textOf(asked.html)).toContain(`Continue at ${new URL(world.whmcs.url).host}`);
  expect(asked.html).not.toContain('type="password"');
  let page = await visitor.open(await signInThere(await toWhmcs(visitor, asked), login));
  if (page.html.includes('name="account"')) page = await visitor.submit(page, "account", { account: String(account) });
  const { left } = await visitor.submit(page, "decision", { scope: [], limit: "all", decision: "allow" });
  if (!left) throw new Error(`no way back to the application: ${textOf(page.html)}`);
  return (await application.exchange(left)).access_token;
}

async function read(path: string, token: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await world.api.request(`/account${path && `/${path}`}`, token);
  const text = await response.text();
  answered.push(text);
  return { status: response.status, body: JSON.parse(text) as Record<string, unknown> };
}

test.each([
  ["owner", 1001],
  ["totp", 1003],
])("%s signs in at WHMCS, agrees, and reads everything of account %i", async (login, account) => {
  const token = await connect(login, account);
  expect(await read("", token)).toMatchObject({ status: 200, body: { account: { id: account } } });
  for (const list of LISTS) expect(await read(list, token), list).toMatchObject({ status: 200 });
  const { body } = await read("services", token);
  const [service] = body.services as { manage_url: string }[];
  expect(service?.manage_url).toContain(`${world.whmcs.url}/clientarea.php?action=productdetails&id=`);
});

test("a colleague reads what the owner allows, and nothing once the owner takes it away", async () => {
  const token = await connect("contact", 1001);
  expect(await read("domains", token)).toMatchObject({ status: 200 });
  expect(await read("invoices", token)).toMatchObject({ status: 403, body: { code: "permission_denied" } });
  const { memberships, users } = world.whmcs.state;
  const user = users.find(({ email }) => email === "contact@maple.example");
  const at = memberships.findIndex(({ userId, clientId }) => userId === user?.id && clientId === 1001);
  const [membership] = memberships.splice(at, 1);
  expect(membership).toMatchObject({ isOwner: false });
  const after = await read("domains", token);
  if (membership) memberships.push(membership);
  expect(after).toMatchObject({ status: 403, body: { code: "access_lost" } });
  // The connection is over, whatever the owner allows later.
  expect(await read("domains", token)).toMatchObject({ status: 401 });
});

describe("a sign-in that is none", () => {
  test("whoever declines at WHMCS is told so, and can begin again", async () => {
    const visitor = new PageVisitor(world.origin);
    const asked = await visitor.open("/connected-assistants");
    const page = await visitor.open(await signInThere(await toWhmcs(visitor, asked), "nocard", "cancel"));
    expect(page.status).toBeLessThan(500);
    expect(page.html).toContain("/sign-in/provider");
    expect((await visitor.open("/connected-assistants")).url.pathname).toBe("/sign-in");
  });

  test("what comes back into another browser signs nobody in", async () => {
    const visitor = new PageVisitor(world.origin);
    const returned = await signInThere(await toWhmcs(visitor, await visitor.open("/connected-assistants")), "nocard");
    const other = new PageVisitor(world.origin);
    await other.open(returned);
    expect((await other.open("/connected-assistants")).url.pathname).toBe("/sign-in");
    // Where it was begun it counts.
    await visitor.open(returned);
    expect((await visitor.open("/connected-assistants")).url.pathname).toBe("/connected-assistants");
  });
});

test("nothing private of WHMCS, no code and no secret is in an answer or a log line", () => {
  const said = [...answered, ...world.logs()].join("\n");
  expect(answered.length).toBeGreaterThan(10);
  const { identifier, secret } = world.whmcs.admission;
  const { clientSecret } = world.whmcs.openId.options;
  const hidden = [
    ...Object.values(SECRETS),
    identifier,
    secret,
    clientSecret,
    world.whmcs.addon.options.key,
    "maple-owner",
  ];
  expect(hidden.filter((value) => said.includes(value))).toEqual([]);
});
