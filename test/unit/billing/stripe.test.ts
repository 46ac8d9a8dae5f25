import Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { checkStripeSecrets } from "../../../workers/billing/engine/payments/payment-settings.ts";
import {
  encodeForm,
  StripeRefusal,
  StripeUnavailable,
  stripeApi,
} from "../../../workers/billing/engine/stripe/stripe-api.ts";
import { isSigned } from "../../../workers/billing/engine/stripe/webhook-signature.ts";

const stripe = new Stripe("sk_test_unused");
const SECRET = "whsec_present";
const FORMER = "whsec_former";
const NOW_S = 1_795_000_000;
const PAYLOAD = JSON.stringify({
  id: "evt_1",
  type: "checkout.session.completed",
  data: { object: { name: "Ana é" } },
});

/** Returns a signature header that Stripe's own package creates. */
const signed = (secret: string, ago = 0, payload = PAYLOAD) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: NOW_S - ago });

test.each<[string, string | null, boolean]>([
  ["valid", signed(SECRET), true],
  ["made with the previous secret during a rotation", signed(FORMER), true],
  ["made with both secrets", `${signed(FORMER)},${signed(SECRET).split(",")[1]}`, true],
  ["300 s old", signed(SECRET, 300), true],
  ["301 s old", signed(SECRET, 301), false],
  ["300 s in the future", signed(SECRET, -300), true],
  ["301 s in the future", signed(SECRET, -301), false],
  ["made with another secret", signed("whsec_other"), false],
  ["for another body", signed(SECRET, 0, `${PAYLOAD} `), false],
  ["in another scheme", signed(SECRET).replace("v1=", "v0="), false],
  ["without a time", signed(SECRET).replace(/^t=\d+,/, ""), false],
  ["truncated", signed(SECRET).slice(0, -1), false],
  ["garbage", "t=now,v1=zz", false],
  ["missing", null, false],
])(
  "a webhook signature that is %s is accepted only if it is recent, complete and made with a current or former secret",
  async (_, header, isRight) => {
    const body = new TextEncoder().encode(PAYLOAD);
    expect(await isSigned(body, header, `${SECRET} ${FORMER}`, NOW_S * 1000)).toBe(isRight);
  },
);

test("an empty secret accepts no signature", async () => {
  const header = signed("x").replace(/v1=.*/, "v1=");
  expect(await isSigned(new TextEncoder().encode(PAYLOAD), header, "", NOW_S * 1000)).toBe(false);
});

test("a checkout is encoded as Stripe's own package encodes it", async () => {
  const body: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    line_items: [
      { quantity: 1, price_data: { currency: "cad", unit_amount: 2068, product_data: { name: "2026-1 & é, 100 %" } } },
    ],
    adaptive_pricing: { enabled: false },
    metadata: { installation: "0a", invoices: "1 2" },
    payment_intent_data: { metadata: { installation: "0a" } },
    success_url: "https://desk.provider.com/client-area/invoices/1?lang=en&checkout=1",
    expires_at: NOW_S,
  };
  let sent = "";
  const httpClient = Stripe.createFetchHttpClient(async (_, init) => {
    sent = String(init?.body);
    return Response.json({ id: "cs_1" });
  });
  await new Stripe("sk_test_unused", { httpClient }).checkout.sessions.create(body);
  const pairs = (form: string) => [...new URLSearchParams(form)].toSorted();
  expect(pairs(encodeForm(body))).toEqual(pairs(sent));
  expect(pairs(sent).length).toBeGreaterThan(10);
});

const LIVE = { STRIPE_SECRET_KEY: "rk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1", DEMONSTRATION: "" };
const TEST = { ...LIVE, STRIPE_SECRET_KEY: "sk_test_1", DEMONSTRATION: "true" };
test.each<[string, object, RegExp | null]>([
  ["a live key with real data", LIVE, null],
  ["a test key in a demonstration", TEST, null],
  ["two webhook secrets", { ...LIVE, STRIPE_WEBHOOK_SECRET: "whsec_1 whsec_2" }, null],
  ["a test key with real data", { ...TEST, DEMONSTRATION: "" }, /is a test key/],
  ["a live key in a demonstration", { ...LIVE, DEMONSTRATION: "true" }, /is a live key/],
  ["no key", { ...LIVE, STRIPE_SECRET_KEY: "" }, /needs STRIPE_SECRET_KEY/],
  ["a publishable key", { ...LIVE, STRIPE_SECRET_KEY: "pk_live_1" }, /needs STRIPE_SECRET_KEY/],
  ["no webhook secret", { ...LIVE, STRIPE_WEBHOOK_SECRET: "" }, /needs STRIPE_WEBHOOK_SECRET/],
])(
  "a deployment with %s is accepted only if it has a webhook secret and the right kind of key",
  (_, settings, refusal) => {
    const check = () => checkStripeSecrets({ PAYMENTS: "stripe", DEMONSTRATION: "", ...settings });
    if (refusal) expect(check).toThrow(refusal);
    else expect(check).not.toThrow();
  },
);

const REFUSED = { error: { type: "invalid_request_error", code: "resource_missing", message: "No such thing" } };
test.each<[string, () => Response | Promise<Response>, unknown]>([
  ["200", () => Response.json({ id: "cs_1" }), { id: "cs_1" }],
  ["404 with Stripe's error", () => Response.json(REFUSED, { status: 404 }), StripeRefusal],
  ["404 without Stripe's error", () => Response.json({ message: "Not Found" }, { status: 404 }), StripeUnavailable],
  ["HTML", () => new Response("<html>", { status: 200 }), StripeUnavailable],
  ["401", () => Response.json(REFUSED, { status: 401 }), StripeUnavailable],
  ["429", () => Response.json(REFUSED, { status: 429 }), StripeUnavailable],
  ["500", () => Response.json(REFUSED, { status: 500 }), StripeUnavailable],
  ["a redirect", () => Response.redirect("https://elsewhere.example/", 302), StripeUnavailable],
  ["a network failure", () => Promise.reject(new Error("cut")), StripeUnavailable],
  ["over 1 MiB", () => new Response("x".repeat(1_048_577)), StripeUnavailable],
])("Stripe's response “%s” is read as a result, a refusal or an outage", async (_, answer, expected) => {
  const lines: string[] = [];
  const quiet = { ...console, error: (line: string) => void lines.push(line) };
  vi.stubGlobal("console", quiet);
  const requests: Request[] = [];
  const api = stripeApi("https://api.stripe.com", "sk_test_canary", async (request) => {
    requests.push(request);
    return answer();
  });
  const sent = api.send("/v1/checkout/sessions/cs_1/expire", { amount: 1 }, "key", "request-1").catch((error) => error);
  if (typeof expected === "function") expect(await sent).toBeInstanceOf(expected);
  else expect(await sent).toEqual(expected);
  vi.unstubAllGlobals();
  const [request] = requests;
  expect(request?.headers.get("Stripe-Version")).toBe(Stripe.API_VERSION);
  expect(request?.headers.get("Idempotency-Key")).toBe("key");
  expect(lines.join()).not.toMatch(/canary|cs_1|No such|Not Found/);
});
