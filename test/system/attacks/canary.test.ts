import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StripeSimulator } from "../../../dev/stripe/stripe-simulator.ts";
import { API_PATH } from "../../../shared/platform/addresses.ts";
import { toolCall } from "../../support/account-client.ts";
import { ConnectingApplication, type TokenPair } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import type { PlacedOrder } from "../journeys/acting/act.ts";
import { plantCredentials } from "./support/plant-credentials.ts";
import { type Control, expectControlsFound, expectFoundOnlyIn } from "./support/search.ts";
import { SearchedWorld } from "./support/searched-world.ts";
import {
  canary,
  nameElsewhere,
  newKey,
  type Ordering,
  randomName,
  refusedTransfers,
  transferOf,
  waysToOrder,
} from "./support/transfer-codes.ts";

const TERMS = "2026-09-01";
const OWNER = "owner@maple.example";
const NAME = "ana.dev";

const stripe: StripeSimulator = await StripeSimulator.start({ deliver: (body, signature) => tell(body, signature) });
const world = new SearchedWorld({ isWatched: true, vars: { billing: stripe.settings } });
let application: ConnectingApplication;
let tokens: TokenPair;
beforeAll(async () => {
  await world.start();
  // Without account credit, the customer pays with Stripe.
  await world.billing.prepare("UPDATE accounts SET credit = 0").run();
  await world.kept(await fetch(`${world.origin}${API_PATH}/plans`));
  application = await ConnectingApplication.register(world.origin);
  tokens = await application.directTokens({ scopes: ["billing:write", "domains:write"] });
});
afterAll(() => Promise.all([world.close(), stripe.stop()]));

/** Delivers an event to the webhook, as Stripe does. */
async function tell(body: string, signature: string): Promise<void> {
  const url = `${world.origin}/client-area/payment-events/stripe`;
  await world.kept(await fetch(url, { method: "POST", body, headers: { "Stripe-Signature": signature } }));
}

/** Pays an invoice. @param url the URL of the invoice page */
async function pay(url: string): Promise<void> {
  world.keep((await world.pay(url)).html);
}

/** The planted secrets, by description. */
const planted = new Map<string, string>();

const ordering: Ordering = {
  ...{ world, planted },
  get application() {
    return application;
  },
  get token() {
    return tokens.access_token;
  },
};
const WAYS = waysToOrder(ordering);

/**
 * The locations where the auth code of a transfer away is stored. They all belong to the outbox, which stores an e-mail
 * as HTML and as text.
 */
const ITS_MAIL = [
  expect.stringMatching(/^file email-store\//),
  expect.stringMatching(/^file email\/email-html\//),
  expect.stringMatching(/^file email\/email-text\//),
  `mail ${OWNER} Transfer code of ${NAME}`,
];

/** The allowed locations, by secret. Only the auth code may occur, and only in its e-mail. */
const ALLOWED = { "transfer away": ITS_MAIL };

describe.each(WAYS)("the auth code of a transfer in, sent over $way", ({ way, order }) => {
  refusedTransfers(ordering, way, order, NAME);

  test("places an order that fails after the payment if the code is wrong", async () => {
    const input = transferOf(randomName(), canary(planted, `${way} wrong`));
    const placed = (await order(input)) as unknown as PlacedOrder;
    expect(await order(input)).toMatchObject({ order_id: placed.order_id });
    const reused = await order({ ...input, auth_code: canary(planted, `${way} reused`) });
    expect(reused.code).toBe("idempotency_key_reused");
    await pay(placed.action_required.url);
    await expect.poll(() => rowOf(input.domain)).toEqual({ status: "failed", auth_code: null });
  });

  test("is stored encrypted until the payment, and not afterwards", async () => {
    const { domain, auth_code } = nameElsewhere(planted, `${way} right`);
    const placed = (await order(transferOf(domain, auth_code))) as unknown as PlacedOrder;
    expect(await rowOf(domain)).toEqual({ status: "open", auth_code: expect.stringMatching(/^[\w-]{40,}$/) });
    await pay(placed.action_required.url);
    await expect.poll(() => rowOf(domain)).toMatchObject({ auth_code: null });
    await world.tick();
    expect(await rowOf(domain)).toEqual({ status: "done", auth_code: null });
  });

  test.each([
    // The account object never resends an order that it may have sent. The key stays in progress until it is certain
    // that the order does not exist.
    ["throws", { code: "idempotency_in_progress" }],
    ["acts-and-throws", { order_id: expect.any(Number) }],
  ] as const)("gets the order or idempotency_in_progress after a failure (%s)", async (mood, afterwards) => {
    const input = transferOf(randomName(), canary(planted, `${way} ${mood}`));
    await world.setMood(mood);
    expect(await order(input)).toMatchObject({ code: "billing_unavailable" });
    await world.setMood("well");
    await expect.poll(() => order(input), { interval: 500 }).toMatchObject(afterwards);
  });
});

const rowOf = (domain: string) =>
  world.billing
    .prepare("SELECT o.status, o.auth_code FROM orders o JOIN domains d ON d.id = o.domain_id WHERE d.name = ?")
    .bind(domain)
    .first();

test("an order with an auth code beyond the hourly limit is refused", async () => {
  const big = (await application.directTokens({ login: "big", account: 1005, scopes: ["billing:write"] })).access_token;
  const ask = (tool: string, input: Record<string, unknown>) => world.api.callTool(tool, input, big);
  const listed = await ask("list_my_domains", { limit: 100, status: "active" });
  const { domains } = (await listed.json()) as { domains: { domain: string }[] };
  for (const { domain } of domains.slice(0, 20)) {
    expect((await ask("renew_domain", { domain, idempotency_key: newKey() })).status).toBe(201);
  }
  for (const { way, order } of WAYS) {
    const { domain, auth_code } = nameElsewhere(planted, `${way} beyond the hour`);
    expect(await order(transferOf(domain, auth_code), big)).toMatchObject({ code: "rate_limited" });
  }
});

test("a cart with an auth code is refused without the terms and is ordered with them", async () => {
  const { domain, auth_code } = nameElsewhere(planted, "client area");
  const visitor = new PageVisitor(world.origin);
  const cart = `/client-area/cart?domain=${domain}&type=transfer&lang=en`;
  const shown = await visitor.open(cart);
  const [, door = ""] = /href="(\/sign-in\?to=[^"]*)"/.exec(shown.html) ?? [];
  const signInPage = await visitor.open(door.replaceAll("&amp;", "&"));
  const asked = await visitor.submit(signInPage, "password", { email: OWNER, password: "maple-owner" });
  expect(asked.url.pathname + asked.url.search).toBe(cart);
  const refused = await visitor.submit(asked, "auth_code", { auth_code });
  expect(refused.status).toBe(422);
  const invoice = await visitor.submit(refused, "auth_code", { auth_code, terms: TERMS });
  for (const page of [shown, signInPage, asked, refused, invoice]) world.keep(page.html);
  expect(await rowOf(domain)).toMatchObject({ status: "open" });
});

test("an unpaid order loses its auth code when it lapses", async () => {
  const open = "SELECT count(*) AS n FROM orders WHERE auth_code IS NOT NULL";
  expect(await world.billing.prepare(open).first("n")).toBeGreaterThan(0);
  expectFoundOnlyIn(ALLOWED, planted, await world.everything());
  const moved = "INSERT INTO demonstration_clock VALUES (1, ?)";
  await world.billing
    .prepare(moved)
    .bind(15 * 86_400_000)
    .run();
  await world.tick();
  await world.billing.prepare("DELETE FROM demonstration_clock").run();
  expect(await world.billing.prepare(open).first("n")).toBe(0);
});

describe("the auth code of a transfer away", () => {
  test("is sent to the owner in one e-mail", async () => {
    const input = { domain: NAME, confirm_domain: NAME, idempotency_key: newKey() };
    const ask = (tool: string, input: Record<string, unknown>) => world.api.callTool(tool, input, tokens.access_token);
    expect((await world.kept(await ask("transfer_domain_out", { ...input, confirm_domain: "ana.com" }))).status).toBe(
      400,
    );
    expect((await world.kept(await ask("transfer_domain_out", input))).status).toBe(201);
    const again = await world.api.post(toolCall("transfer_domain_out", input), tokens.access_token);
    expect((await world.kept(again)).status).toBe(200);
    await expect.poll(async () => (await codeMails()).length).toBe(1);
    const [mail] = await codeMails();
    expect(mail?.to).toEqual([OWNER]);
    const code = /Transfer code:\s+(\S{8,})/.exec(mail?.text ?? "")?.[1];
    planted.set("transfer away", code ?? "");
    expect(code).toBeDefined();
  });

  const codeMails = async () =>
    (await world.mailsTo(OWNER)).filter(({ subject }) => subject === `Transfer code of ${NAME}`);
});

test("credentials can be planted and used", async () => {
  await plantCredentials(world, application, planted);
  for (const [what, secret] of planted) expect(secret.length, what).toBeGreaterThan(10);
});

/**
 * A known string in each kind of store. If the search does not find all of these strings, its result about secrets
 * proves nothing.
 */
const CONTROLS: Control[] = [
  ["the engine's database", /^file d1\//, NAME],
  ["the account's database", /^file d1\//, "Atlas Assistant"],
  ["rows of the engine", /^rows billing/, NAME],
  ["rows of the account", /^rows accounts/, "Atlas Assistant"],
  ["journal and actions", /^file do\/frontdesk-account-Account\//, NAME],
  ["connections and their logs", /^file do\/frontdesk-account-Connection\//, "invalid_body"],
  ["sessions", /^file do\/frontdesk-account-Session\//, OWNER],
  ["checks that the catalogue keeps", /^file kv\//, NAME],
  ["catalogues that it keeps", /^file kv\/PRICES\/blobs/, "web-start"],
  ["traces of the local runtime", /^file observability\//, NAME],
  ["the outbox's store", /^file email-store\//, NAME],
  ["the outbox's files", /^file email\//, NAME],
  ["mails", /^mail /, NAME],
  ["logs", /^log/, "acts-and-throws"],
  ["answers", /^answer /, NAME],
  ["the sandbox registry's file", /^file registry.json/, "taken-"],
];

test("the keys for Stripe and the registrar can be planted and used", async () => {
  planted.set("Stripe's key", stripe.secretKey);
  planted.set("the webhook's secret", stripe.webhookSecret);
  planted.set("the registrar's token", world.registry.registrarToken);
  const atStripe = "SELECT count(*) AS n FROM payments WHERE reference LIKE 'pi_%'";
  expect(await world.billing.prepare(atStripe).first("n")).toBeGreaterThan(0);
  expect(world.registry.changes()).not.toEqual([]);
});

test("the search finds a known string in each kind of store, and no secret except the auth code in its e-mail", async () => {
  expect(planted.size).toBeGreaterThan(45);
  const everything = await world.everything();
  expectControlsFound(CONTROLS, everything);
  expectFoundOnlyIn(ALLOWED, planted, everything);
});
