import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logins } from "../../../dev/seed/customers/logins.ts";
import type { Fault } from "../../../dev/whmcs/faults.ts";
import { SECRETS } from "../../../dev/whmcs/secrets.ts";
import { transferDomainOut } from "../../../workers/account/operations/transfer-domain-out.ts";
import { toolCall } from "../../support/account-client.ts";
import { ConnectingApplication, returnedTo } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { providerAddress, signInAtProvider } from "../../support/sign-in-step.ts";
import { plantCredentials } from "../attacks/support/plant-credentials.ts";
import {
  type Control,
  expectControlsFound,
  expectFoundOnlyIn,
  type Held,
  placesOf,
} from "../attacks/support/search.ts";
import { SearchedWorld } from "../attacks/support/searched-world.ts";
import { actingSecrets } from "./acting-secrets.ts";

/** The setting that makes WHMCS accept orders. */
const ACTING = { WHMCS_ORDER_GATEWAY: "mailin" };
const world = new SearchedWorld({ whmcs: {}, vars: { billing: ACTING } });
const planted = new Map<string, string>(Object.entries(SECRETS));
/** The codes of the second step. */
const codes: string[] = [];

/** Members with secrets that the simulated installation adds to every row and response, documented or not. */
const EXTRA_MEMBERS = {
  password: SECRETS.servicePassword,
  securityqans: SECRETS.securityAnswer,
  remote_token: SECRETS.remoteToken,
  transfersecret: SECRETS.transferSecret,
  eppcode: SECRETS.transferSecret,
  notes: SECRETS.adminNotes,
  c: SECRETS.ticketKey,
  pwhash: SECRETS.passwordHash,
};
const PATHS = ["", "/services?status=all", "/domains?status=all", "/invoices?status=all", "/tickets?status=all"];

beforeAll(async () => {
  await world.start();
  const { addon, installation } = world.whmcs;
  installation.quirks.extraMembers = EXTRA_MEMBERS;
  planted.set("addon's key", addon.options.key);
  for (const { email, password, totpSecret } of logins) {
    planted.set(`password of ${email}`, password);
    if (totpSecret) planted.set(`second factor of ${email}`, totpSecret);
  }
  world.keepAnswers();
});
afterAll(() => world.close());

/** Reads all data of an account over HTTP and MCP. Any result is allowed. Returns the HTTP statuses. */
async function readAll(token: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of PATHS) statuses.push((await world.api.request(`/account${path}`, token)).status);
  for (const tool of ["get_my_account", "list_my_services", "list_my_tickets", "quote_domain_order"]) {
    await world.api.post(toolCall(tool, { domain: "free-canary.com" }), token);
  }
  return statuses;
}

test("a customer can sign in with the second step after a failed return and read the account", async () => {
  const application = await ConnectingApplication.register(world.origin);
  const visitor = new PageVisitor(world.origin);
  const begin = async () => {
    const page = await visitor.open(application.authorizationUrl());
    const { left } = await visitor.open(providerAddress(page) ?? "");
    if (!left) throw new Error("the button leads nowhere else");
    return left;
  };
  const altered = await signInAtProvider(await begin(), "totp");
  altered.searchParams.set("code", `${altered.searchParams.get("code")}x`);
  await visitor.open(altered);
  codes.push(new TOTP({ secret: planted.get("second factor of totp@maple.example") ?? "" }).generate());
  const back = await signInAtProvider(await begin(), "totp");
  planted.set("code of WHMCS", back.searchParams.get("code") ?? "");
  const consent = await visitor.open(back);
  await visitor.open(back);
  await new PageVisitor(world.origin).open(back);
  const decision = { scope: [], limit: "all", decision: "allow" };
  const { access_token } = await application.exchange(await returnedTo(visitor.submit(consent, "decision", decision)));
  expect(await readAll(access_token)).toEqual(PATHS.map(() => 200));
});

test("Frontdesk's own credentials can be planted and used", async () => {
  await plantCredentials(world, await ConnectingApplication.register(world.origin), planted);
  for (const [what, secret] of planted) expect(secret.length, what).toBeGreaterThan(8);
});

test("a transfer away sends its auth code by e-mail, and another one fails with an error that contains the code", async () => {
  const code = "planted <transfer> & code";
  planted.set("transfer code", code);
  const { installation, faults } = world.whmcs;
  const prepare = async (domain: string) => {
    const dates = { registeredOn: "2024-01-10", expiresOn: "2027-06-20" };
    installation.registrar.hold(domain, { ...dates, authCode: code });
    return (await world.api.call(transferDomainOut, { domain, confirm_domain: domain })).status;
  };
  faults.plan(
    { kind: "error", text: `Registrar Error Message: not with ${code}` },
    { action: "DomainRequestEPP", times: 1 },
  );
  expect([await prepare("ana.dev"), await prepare("studio-ana.ca")]).toEqual([409, 201]);
  expect(world.whmcs.addon.delivered.filter(({ text }) => text.includes(code))).toHaveLength(1);
});

describe("actions with secrets", () => actingSecrets(world, planted));

test("reads continue while errors, pages and invalid rows contain the installation's secrets", async () => {
  const all = [...planted.values()].join(" ");
  const faults: Fault[] = [
    { kind: "error", text: `Failed for ${all}` },
    { kind: "answer", status: 500, body: `<html>${all}</html>` },
    { kind: "answer", status: 200, body: `{"result":"success","message":${JSON.stringify(all)}` },
    { kind: "cut" },
  ];
  const [owner, other] = await Promise.all([world.api.token(), world.api.token({ login: "nocard" })]);
  await fetch(`${world.origin}/api/v1/plans`);
  for (const fault of faults) {
    world.whmcs.faults.plan(fault);
    await readAll(owner);
    await world.tick();
    world.whmcs.faults.clear();
  }
  const { state, installation } = world.whmcs;
  for (const row of state.services) row.status = "Somehow";
  installation.quirks.ignores = (name, action) => action !== "GetClientsDetails" && name.endsWith("id");
  // The circuit breaker stays open for a while, and a connection has a rate limit.
  await expect.poll(async () => (await world.api.request("/account", other)).status, { interval: 500 }).toBe(200);
  await readAll(other);
});

/**
 * The traces of the local runtime. They contain query strings, which deployed Workers leave out
 * (`redact_query_string`).
 */
const TRACES = /^file observability\//;

/** A known string in each kind of store, as in the canary test with the embedded engine. */
const CONTROLS: Control[] = [
  ["the plan map and catalogue", /^file d1\//, "web-start"],
  ["rows of the account", /^rows accounts/, "Atlas Assistant"],
  ["actions of the billing Worker", /^rows billing/, "canary-sings.quebec"],
  ["journal and actions", /^file do\/frontdesk-account-Account\//, "canary-sings.quebec"],
  ["connections and their logs", /^file do\/frontdesk-account-Connection\//, "billing_unavailable"],
  ["sessions", /^file do\/frontdesk-account-Session\//, "totp@maple.example"],
  ["cached catalogues", /^file kv\/PRICES\/blobs/, "web-start"],
  ["traces of the local runtime", TRACES, "frontdesk-billing-whmcs"],
  ["the outbox's files", /^file email\//, "Atlas Assistant"],
  ["mails", /^mail /, "Atlas Assistant"],
  ["logs", /^log/, "billing_row_unread"],
  ["answers", /^answer /, "studio-ana.ca"],
];

test("the search finds a known string in each kind of store, and secrets only where they belong", async () => {
  const everything = await world.everything();
  expectControlsFound(CONTROLS, everything);
  expect(planted.size).toBeGreaterThan(65);
  const handedOut = ["answer POST /oauth/token"];
  const allowed = {
    "authorization code": ["answer POST /oauth/authorize"],
    "access token": handedOut,
    "refresh token": handedOut,
    "next access token": handedOut,
    "next refresh token": handedOut,
    "API token": ["answer POST /connected-assistants"],
    "code of WHMCS": [expect.stringMatching(TRACES)],
  };
  expectFoundOnlyIn(allowed, planted, everything);
  for (const code of codes) expect(placesOfNumber(code, everything), `second step ${code}`).toEqual([]);
});

test("the addon's data about orders contains no secret", async () => {
  const rows = world.whmcs.state.addonActions;
  expect(rows.map(({ memo }) => memo).join()).toContain("canary-sings.quebec");
  for (const [what, secret] of planted) expect(JSON.stringify(rows), what).not.toContain(secret);
});

/** Returns the locations that contain a number on its own, not as a part of a longer word. */
function placesOfNumber(digits: string, everything: Held[]): string[] {
  const alone = new RegExp(`(?<![0-9A-Za-z_.-])${digits}(?![0-9A-Za-z_.-])`);
  return placesOf(digits, everything).filter((place) =>
    everything.some((held) => held.place === place && alone.test(held.bytes.toString("latin1"))),
  );
}
