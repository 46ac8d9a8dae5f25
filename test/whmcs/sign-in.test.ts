import { afterAll, describe, expect, test } from "vitest";
import { PROFILES } from "../../dev/whmcs/spelling.ts";
import type { WhmcsSimulatorOptions } from "../../dev/whmcs/whmcs-simulator.ts";
import { Customer, end } from "./support/sign-in.ts";
import { RETURN_TO, startWhmcs } from "./support/whmcs-system.ts";

const OWNER = { outcome: "signed_in", login: { id: 11, email: "owner@maple.example", language: "en" } };
const TOTP = { outcome: "signed_in", login: { id: 13, email: "totp@maple.example", language: "en" } };

describe.each([
  { way: "OpenID Connect", subject: "user" },
  { way: "the addon's page", subject: "" },
])("by $way", async ({ subject }) => {
  const whmcs = await startWhmcs({}, { WHMCS_OIDC_SUBJECT: subject });
  afterAll(() => whmcs.stop());

  test("a customer signs in at WHMCS and is sent back", async () => {
    expect(await new Customer(whmcs, "owner").signIn()).toMatchObject(OWNER);
  });

  test("the second factor is asked for there", async () => {
    expect(await new Customer(whmcs, "totp").signIn()).toMatchObject(TOTP);
  });

  test("a wrong code of the second factor gives nothing", async () => {
    const customer = new Customer(whmcs, "totp");
    Object.defineProperty(customer, "code", { value: "000000" });
    await expect(customer.comeBack()).rejects.toThrow("nobody is sent back");
  });

  test("a browser that is signed in there is not asked again", async () => {
    const customer = new Customer(whmcs, "owner");
    await customer.signIn();
    customer.email = "nobody@maple.example";
    expect(await customer.signIn()).toMatchObject(OWNER);
  });

  test("what is sent along is of this sign-in, and short", async () => {
    const begin = () => whmcs.billing.beginSignIn({ returnTo: RETURN_TO, language: "en" });
    const [one, other] = [await begin(), await begin()];
    if (!one.ok || !other.ok) throw new Error("the sign-in does not begin");
    const { state, address } = one.value;
    expect(state.length).toBeLessThan(1_024);
    const kept = [...state.matchAll(/[\w-]{43}/g)].map(([secret]) => secret);
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.filter((secret) => other.value.state.includes(secret))).toEqual([]);
    // The verifier stays here.
    expect(address).not.toContain(JSON.parse(state).by.verifier);
  });

  test("what comes back belongs to the sign-in that it was begun by, and to no other", async () => {
    const [one, other] = [await new Customer(whmcs, "owner").comeBack(), await new Customer(whmcs, "big").comeBack()];
    const { state = "" } = one.returned;
    const foreignCode = { ...one.returned, code: other.returned.code ?? "" };
    const expired = { outcome: "expired" };
    expect(await end(whmcs.billing, { ...one, returned: other.returned })).toEqual(expired);
    expect(await end(whmcs.billing, { ...one, returned: { ...other.returned, error: "access_denied" } })).toEqual(
      expired,
    );
    expect(await end(whmcs.billing, { ...one, returned: { code: one.returned.code ?? "" } })).toEqual(expired);
    expect(await end(whmcs.billing, { ...one, returned: foreignCode })).toEqual(expired);
    expect(await end(whmcs.billing, { ...one, returned: { state } })).toEqual(expired);
    const declined = { outcome: "refused", reason: "declined" };
    expect(await end(whmcs.billing, { ...one, returned: { state, error: "access_denied" } })).toEqual(declined);
    expect(await end(whmcs.billing, one)).toMatchObject(OWNER);
    expect(await end(whmcs.billing, one)).toEqual(expired);
  });

  test("who signed in manages accounts, and nobody else does", async () => {
    await new Customer(whmcs, "totp").signIn();
    expect(await whmcs.billing.listManagedAccounts(13)).toMatchObject({ ok: true, value: [{ id: 1003, owner: true }] });
    expect(await whmcs.billing.listManagedAccounts(14)).toEqual({ ok: true, value: [] });
  });
});

describe("a customer who is to say again who they are", async () => {
  const whmcs = await startWhmcs();
  afterAll(() => whmcs.stop());
  const { options } = whmcs.simulator.openId;

  test.each([
    [true, { prompt: "login", max_age: "0" }],
    [false, { prompt: null, max_age: "86400" }],
  ])("is sent with OpenID Connect's words for it where it is asked for: %s", async (isAgain, expected) => {
    const begun = await whmcs.billing.beginSignIn({ returnTo: RETURN_TO, language: "en", isAgain });
    if (!begun.ok) throw new Error("the sign-in does not begin");
    const query = new URL(begun.value.address).searchParams;
    expect({ prompt: query.get("prompt"), max_age: query.get("max_age") }).toEqual(expected);
  });

  test.each([
    ["a number", 1_790_000_000],
    ["a text", "1790000000"],
  ])("was asked when the token says, as %s", async (_, time) => {
    options.claims = { auth_time: time };
    expect(await new Customer(whmcs, "owner").signIn()).toEqual({
      ...{ ...OWNER, hasAccounts: true, authenticatedAt: 1_790_000_000_000 },
    });
  });

  test.each([{}, { auth_time: null }])("was asked at no time that is known where the token has %o", async (claims) => {
    options.claims = claims;
    const ended = await new Customer(whmcs, "owner").signIn();
    expect(ended).toMatchObject(OWNER);
    expect(ended).not.toHaveProperty("authenticatedAt");
  });
});

test.each(PROFILES)("an installation that spells as %s tells its users and accounts apart", async (profile) => {
  const whmcs = await startWhmcs({ profile });
  for (const [name, id] of [
    ["owner", 11],
    ["contact", 12],
    ["totp", 13],
    ["contact", 12],
  ] as const) {
    expect(await new Customer(whmcs, name).signIn()).toMatchObject({ outcome: "signed_in", login: { id } });
  }
  Object.assign(whmcs.simulator.openId.options, { subject: "client_uuid", givesAccountEmail: true });
  expect(await new Customer(whmcs, "nocard").signIn()).toMatchObject({ outcome: "refused" });
  await whmcs.stop();
});

describe.each<[where: string, options: WhmcsSimulatorOptions, folder: string]>([
  ["on www", { issuer: "https://www.maple.example", openId: { publishedAt: "https://www.maple.example" } }, ""],
  [
    "in a folder that the issuer is called by",
    { issuer: "https://www.maple.example/billing", openId: { publishedAt: "https://www.maple.example/billing" } },
    "/billing",
  ],
  [
    "in a folder that the issuer is not called by",
    { issuer: "https://maple.example", openId: { publishedAt: "https://maple.example/billing" } },
    "/billing",
  ],
])("an installation %s, reached elsewhere", async (_, options, folder) => {
  const whmcs = await startWhmcs({ ...options, folder });
  const settings = { WHMCS_ISSUER: options.issuer ?? "", WHMCS_URL: whmcs.simulator.url + folder };
  const { billing } = whmcs.again(settings);
  afterAll(() => whmcs.stop());

  test("sends the browser to the published address, and code and secret to the configured one", async () => {
    const begun = await billing.beginSignIn({ returnTo: RETURN_TO, language: "fr" });
    expect(begun).toMatchObject({ ok: true });
    const address = new URL(begun.ok ? begun.value.address : "");
    expect(address.href.startsWith(`${options.openId?.publishedAt}/oauth/authorize.php?`)).toBe(true);
    expect(await end(billing, await new Customer(whmcs, "owner").comeBack(billing))).toMatchObject(OWNER);
  });

  test("is not signed in at where the issuer is called otherwise", async () => {
    const other = whmcs.again({ ...settings, WHMCS_ISSUER: "https://other.example" });
    expect(await other.billing.beginSignIn({ returnTo: RETURN_TO, language: "en" })).toMatchObject({ ok: false });
  });
});

test("metadata of a host that is not https leads nobody there", async () => {
  const issuer = "https://www.maple.example";
  const whmcs = await startWhmcs(
    { issuer, openId: { publishedAt: "http://www.maple.example" } },
    { WHMCS_ISSUER: issuer },
  );
  expect(await whmcs.billing.beginSignIn({ returnTo: RETURN_TO, language: "en" })).toMatchObject({ ok: false });
  await whmcs.stop();
});
