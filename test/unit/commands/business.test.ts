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
import { casesOf } from "../../support/cases.ts";

const READY = {
  ...settingsOfAll(workersOn("embedded")),
  ...{ BRAND_NAME: "Provider", MAIL_FROM: "no-reply@provider.com", SUPPORT_URL: "mailto:help@provider.com" },
  ...{ OPERATOR_MAIL: "you@provider.com", DOMAIN: "desk.provider.com" },
  ...{ PRIVACY_URL: "https://provider.com/privacy", OPERATOR_ORIGIN: "https://operator.provider.com" },
  ...{ TIME_ZONE: "America/Toronto", BLOCKED_SITE_NAMES: "provider.com", NAMESERVERS: "ns1.provider.com" },
  ...{ SELLER_NAME: "Provider Inc.", SELLER_ADDRESS: "1 Main Street", SELLER_COUNTRY: "CA" },
  ...{ TAX_REGISTRATIONS: "CA:123456789RT0001", PAYMENTS: "stripe", STRIPE_SECRET_KEY: "rk_live_1" },
  ...{ STRIPE_WEBHOOK_SECRET: "whsec_1", REGISTRAR: "namecom", REGISTRAR_USER: "provider", REGISTRAR_TOKEN: "t" },
};
const levels = (findings: Finding[]) =>
  findings.filter(({ level }) => level !== "ok").map(({ level, text }) => `${level} ${text}`);

test("a provider with every setting is ready for real payments", () => {
  expect(levels(checkSettings(READY))).toEqual([]);
});

test.each(casesOf<[what: string, changed: Record<string, string>, said: string][]>(import.meta.url))(
  "%s gives one finding",
  (_, changed, said) => {
    expect(levels(checkSettings({ ...READY, ...changed }))).toEqual([expect.stringContaining(said)]);
  },
);

test("the catalogue needs the provider's own terms, and a registrar if domains are sold", () => {
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

describe("the check of Stripe's webhook", async () => {
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
    ["a correct endpoint", [endpoint], [{}], []],
    ["no endpoint", [{ ...endpoint, url: "https://other.example/" }], [{}], ["stop Stripe has no webhook"]],
    ["a disabled endpoint", [{ ...endpoint, status: "disabled" }], [{}], ["is disabled"]],
    ["too few events", [{ ...endpoint, enabled_events: ["charge.refunded"] }], [{}], ["does not get checkout"]],
    [
      "an endpoint with another version",
      [{ ...endpoint, api_version: null }],
      [{}],
      ["warn Stripe's webhook endpoint has"],
    ],
    ["no payment this week", [endpoint], [], ["warn Stripe has reported no payment"]],
  ])("reports exactly the problems of %s", async (_, endpoints, events, said) => {
    answers["/v1/webhook_endpoints"] = { data: endpoints };
    answers["/v1/events"] = { data: events };
    const findings = levels(await checkStripe(api, "https://desk.provider.com", 1_790_000_000));
    expect(findings).toEqual(said.map((text) => expect.stringContaining(text)));
  });
});

test("the check of the registrar covers its balance, its prices and its requirements", async () => {
  const registry = await SandboxRegistry.start();
  const sold = (tld: string, register: number) => ({
    ...{ tld, featured: false, prices: { USD: { register, transfer: register, renew: register } } },
  });
  const extensions = [sold(".com", 1499), sold(".ca", 999), sold(".se", 2999)];
  expect(levels(await checkRegistrarAccount(registry.registrarAccount, { extensions }))).toEqual([
    "stop .ca is sold below cost: 9.99 USD, and it costs 12.99: raise it in catalogue.yaml.",
    expect.stringContaining("stop .se requires fields that orders do not have"),
  ]);
  registry.registrarBalance = 100;
  expect(levels(await checkRegistrarAccount(registry.registrarAccount, { extensions: [] }))).toEqual([
    expect.stringContaining("warn The registrar has 1.00 USD"),
  ]);
  await registry.stop();
});
