import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { catalogue } from "../../../dev/seed/catalogue.ts";
import { checkCatalogue } from "../../../scripts/business/check-catalogue.ts";
import { checkRegistrarAccount, checkStripe } from "../../../scripts/business/check-live.ts";
import { checkSettings } from "../../../scripts/business/check-settings.ts";
import type { Finding } from "../../../scripts/findings.ts";
import { settingsOfAll, workersOn } from "../../../scripts/workers.ts";
import { PAYMENT_EVENTS } from "../../../workers/billing/engine/payments/payment-events.ts";
import { stripeApi, VERSION } from "../../../workers/billing/engine/stripe/stripe-api.ts";

const READY = {
  ...settingsOfAll(workersOn("embedded")),
  ...{ BRAND_NAME: "Provider", MAIL_FROM: "no-reply@provider.com", SUPPORT_URL: "mailto:help@provider.com" },
  OPERATOR_MAIL: "you@provider.com",
  ...{ PRIVACY_URL: "https://provider.com/privacy", OPERATOR_ORIGIN: "https://operator.provider.com" },
  ...{ TIME_ZONE: "America/Toronto", BLOCKED_SITE_NAMES: "provider.com", NAMESERVERS: "ns1.provider.com" },
  ...{ SELLER_NAME: "Provider Inc.", SELLER_ADDRESS: "1 Main Street", SELLER_COUNTRY: "CA" },
  ...{ TAX_REGISTRATIONS: "CA:123456789RT0001", PAYMENTS: "stripe", STRIPE_SECRET_KEY: "rk_live_1" },
  ...{ STRIPE_WEBHOOK_SECRET: "whsec_1", REGISTRAR: "namecom", REGISTRAR_USER: "provider", REGISTRAR_TOKEN: "t" },
};
const levels = (findings: Finding[]) =>
  findings.filter(({ level }) => level !== "ok").map(({ level, text }) => `${level} ${text}`);

test("a provider who has set everything is ready", () => {
  expect(levels(checkSettings(READY))).toEqual([]);
});

test.each<[string, Record<string, string>, string]>([
  ["another brand's name", { BRAND_NAME: "Maple Hosting" }, "stop BRAND_NAME is not set"],
  ["no mails", { MAIL_FROM: "" }, "stop MAIL_FROM is not set"],
  ["nobody who is mailed of plans to set up", { OPERATOR_MAIL: "" }, "stop OPERATOR_MAIL is not set"],
  ["no help", { SUPPORT_URL: "" }, "stop SUPPORT_URL is not set"],
  ["no console", { OPERATOR_ORIGIN: "" }, "warn OPERATOR_ORIGIN is not set"],
  ["no seller", { SELLER_COUNTRY: "" }, "stop Invoices need a seller"],
  ["no decision on taxes", { TAX_REGISTRATIONS: "" }, "stop Invoices need a seller"],
  ["no taxes", { TAX_REGISTRATIONS: "none" }, "warn Invoices are from Provider Inc. and carry no tax"],
  ["no way to pay", { PAYMENTS: "manual" }, "stop The embedded billing engine takes no payment"],
  [
    "payments by hand",
    { PAYMENTS: "manual", PAYMENT_URL: "https://pay.provider.com" },
    "warn Payments come another way",
  ],
  [
    "orders that need a card where none can be saved",
    { PAYMENTS: "manual", PAYMENT_URL: "https://pay.provider.com", ORDERS_NEED_CARD: "true" },
    "stop ORDERS_NEED_CARD=true needs PAYMENTS=stripe",
  ],
  ["a test key", { STRIPE_SECRET_KEY: "sk_test_1" }, "stop STRIPE_SECRET_KEY is a test key"],
  ["a key that may do everything", { STRIPE_SECRET_KEY: "sk_live_1" }, "warn STRIPE_SECRET_KEY may do everything"],
  ["no webhook's secret", { STRIPE_WEBHOOK_SECRET: "" }, "stop PAYMENTS=stripe needs STRIPE_WEBHOOK_SECRET"],
  ["no registrar", { REGISTRAR: "" }, "warn REGISTRAR is not set"],
  ["no token", { REGISTRAR_TOKEN: "" }, "stop REGISTRAR_TOKEN is missing"],
  ["made-up nameservers", { NAMESERVERS: "ns1.maple.example ns2.maple.example" }, "stop NAMESERVERS is not set"],
])("%s is one finding", (_, changed, said) => {
  expect(levels(checkSettings({ ...READY, ...changed }))).toEqual([expect.stringContaining(said)]);
});

test("the catalogue needs terms of the provider's own, and a registrar for names", () => {
  const terms = [
    { title: { en: "Terms", fr: "Conditions" }, url: "https://provider.com/terms", inForceOn: "2026-09-01" },
  ];
  expect(levels(checkCatalogue({ ...catalogue, terms }, true, "2026-11-29"))).toEqual([]);
  expect(levels(checkCatalogue({ ...catalogue, terms }, false, "2026-08-31"))).toEqual([
    expect.stringContaining("stop None of your terms is in force"),
    expect.stringContaining("stop 73 extensions have prices, and there is no REGISTRAR"),
  ]);
  expect(levels(checkCatalogue(catalogue, true, "2026-11-29"))).toEqual([expect.stringContaining("stop Terms are at")]);
});

describe("what Stripe says of its webhook", async () => {
  const answers: Record<string, unknown> = {};
  const server = createServer((request, response) => {
    const body = answers[new URL(request.url ?? "/", "http://127.0.0.1").pathname];
    response.writeHead(body ? 200 : 404, { "Content-Type": "application/json" }).end(JSON.stringify(body ?? {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => void server.close());
  const api = stripeApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "rk_live_1");
  const endpoint = {
    ...{ url: "https://desk.provider.com/client-area/payment-events/stripe", status: "enabled", api_version: VERSION },
    enabled_events: PAYMENT_EVENTS,
  };

  test.each<[string, object[], object[], string[]]>([
    ["that all is well", [endpoint], [{}], []],
    ["that there is none", [{ ...endpoint, url: "https://other.example/" }], [{}], ["stop Stripe has no webhook"]],
    ["that it is off", [{ ...endpoint, status: "disabled" }], [{}], ["is disabled"]],
    [
      "that it hears of less",
      [{ ...endpoint, enabled_events: ["charge.refunded"] }],
      [{}],
      ["is not told of checkout"],
    ],
    ["that it has another version", [{ ...endpoint, api_version: null }], [{}], ["warn Stripe's webhook endpoint has"]],
    ["that nobody paid this week", [endpoint], [], ["warn Stripe has told of no payment"]],
  ])("%s", async (_, endpoints, events, said) => {
    answers["/v1/webhook_endpoints"] = { data: endpoints };
    answers["/v1/events"] = { data: events };
    const findings = levels(await checkStripe(api, "https://desk.provider.com", 1_790_000_000));
    expect(findings).toEqual(said.map((text) => expect.stringContaining(text)));
  });
});

test("the registrar's funds, prices and requirements are looked at", async () => {
  const registry = await SandboxRegistry.start();
  const sold = (tld: string, register: number) => ({
    ...{ tld, featured: false, prices: { USD: { register, transfer: register, renew: register } } },
  });
  const extensions = [sold(".com", 1499), sold(".ca", 999), sold(".se", 2999)];
  expect(levels(await checkRegistrarAccount(registry.registrarAccount, { extensions }))).toEqual([
    "stop .ca is sold below cost: 9.99 USD, and it costs 12.99.",
    expect.stringContaining("stop .se requires what no order gives"),
  ]);
  registry.registrarBalance = 100;
  expect(levels(await checkRegistrarAccount(registry.registrarAccount, { extensions: [] }))).toEqual([
    expect.stringContaining("warn The registrar has 1.00 USD"),
  ]);
  await registry.stop();
});
