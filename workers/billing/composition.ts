import { httpsOnly } from "../../shared/api/http/before-worker.ts";
import { Holds, storeHolds } from "../../shared/holds/holds.ts";
import { Mailer } from "../../shared/mail/mailer.ts";
import { AREA_PATH } from "../../shared/pages/sign-in/sign-in-address.ts";
import { themeFrom } from "../../shared/pages/theme.ts";
import { AddressLimit } from "../../shared/platform/address-limit.ts";
import { addressBook } from "../../shared/platform/addresses.ts";
import { timeZoneOf } from "../../shared/platform/calendar.ts";
import { addressOf } from "../../shared/platform/caller-address.ts";
import { within } from "../../shared/platform/jurisdiction.ts";
import { Metrics } from "../../shared/platform/metrics.ts";
import type { RatePolicy } from "../../shared/platform/rate-limit.ts";
import { type ServiceKeyPort, Signer } from "../../shared/platform/service-key.ts";
import { clientArea } from "./client-area/client-area.ts";
import { billingEngine, type EngineDependencies } from "./engine/billing-engine.ts";
import { CLIENT_AREA_LINKS } from "./engine/client-area-links.ts";
import { BillingClock } from "./engine/clock/billing-clock.ts";
import { sentMails } from "./engine/mails/sent-mails.ts";
import { checkPaymentSettings, paymentWayOf } from "./engine/payments/payment-settings.ts";
import { registrarOf } from "./engine/registrar/registrar-connection.ts";
import { browserMarks } from "./engine/sign-in/browser-marks.ts";
import { askPwnedPasswords } from "./engine/sign-in/leaked-passwords.ts";
import { codeLimit } from "./engine/sign-in/mailed-code-limit.ts";
import { deriveByScrypt } from "./engine/sign-in/password.ts";
import { signInAttempts } from "./engine/sign-in/sign-in-attempts.ts";
import type { BillingWorkerEnv } from "./environment.ts";

export function workerDependencies(
  env: BillingWorkerEnv,
  waitUntil: EngineDependencies["waitUntil"],
): EngineDependencies {
  const origin = env.ORIGIN || (env.DEMONSTRATION === "true" && env.LOCAL_ORIGIN);
  const clientAreaAddress = env.CLIENT_AREA_URL || (origin ? origin + AREA_PATH : null);
  const newPassword = env.CLIENT_AREA_URL ? null : CLIENT_AREA_LINKS.password;
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  return {
    now: Date.now,
    randomBytes,
    deriveKey: deriveByScrypt,
    isLeaked: env.PWNED_PASSWORDS === "true" ? askPwnedPasswords : async () => false,
    waitUntil,
    signInLimit: signInAttempts(AddressLimit.on(env, Date.now)),
    codeLimit: codeLimit(AddressLimit.on(env, Date.now)),
    browserMarks: browserMarks(new Signer(() => markKeyOf(env).keys()), randomBytes),
    authCodeKey: () => within(env.SERVICE_KEY, env).getByName("auth-codes").read(),
    onRunEnded: (run) => Metrics.on(env, "billing")?.ran(run),
    registrar: registrarOf(env),
    mails: sentMails(
      new Mailer(env.EMAIL, env, Metrics.on(env, "billing")),
      clientAreaAddress,
      newPassword,
      env.OPERATOR_MAIL,
    ),
    holds: holdsIn(env),
  };
}

let holds: Holds | undefined;

/** Returns the isolate's {@link Holds}, which check whether the engine's database is on hold. */
export function holdsIn(env: BillingWorkerEnv): Holds {
  holds ??= new Holds(storeHolds(env.STORE_HOLDS, env), Date.now);
  return holds;
}

/** Returns the Durable Object with the keys that sign browser marks. */
export function markKeyOf(env: BillingWorkerEnv): ServiceKeyPort {
  return within(env.SERVICE_KEY, env).getByName("browser-marks");
}

/**
 * The limit for cart views, by network for visitors and by login for signed-in customers. A view may query a registry.
 */
const CART_VIEWS: RatePolicy = { id: "cart-views", name: "cart-views", quota: 60, windowSeconds: 600 };

/**
 * The limit for registrar requests on behalf of all visitors together. It reserves the rest of the registrar's capacity
 * for customers.
 */
const VISITORS_QUESTIONS: RatePolicy = {
  id: "visitors-questions",
  name: "visitors-questions",
  quota: 20,
  windowSeconds: 60,
};

export function openClientArea(env: BillingWorkerEnv, dependencies: EngineDependencies): ReturnType<typeof clientArea> {
  checkPaymentSettings(env);
  const addressesOf = addressBook(env);
  const { now, randomBytes, registrar } = dependencies;
  const clock = new BillingClock(now, timeZoneOf(env));
  const limit = AddressLimit.on(env, now);
  const areaDependencies = {
    theme: themeFrom(env),
    metrics: Metrics.on(env, "billing"),
    now,
    engine: billingEngine(env, dependencies),
    registrar,
    mailsCodes: dependencies.mails.isOn,
    changesEmails: dependencies.mails.isOn && dependencies.mails.canUndo,
    countVisitorQuestion: () => limit.countKey("all", VISITORS_QUESTIONS),
    payment: paymentWayOf(env),
    randomBytes,
    countCartView: (request: Request, loginId: number | null) =>
      loginId === null ? limit.count(addressOf(request), CART_VIEWS) : limit.countKey(`login:${loginId}`, CART_VIEWS),
    today: () => clock.moment(0).today,
  };
  return httpsOnly(addressesOf, clientArea(areaDependencies, addressesOf));
}
