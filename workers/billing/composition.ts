import type { AddressWindow } from "../../durable-objects/address-window.ts";
import type { DailyKey } from "../../durable-objects/daily-key.ts";
import type { ServiceKey } from "../../durable-objects/service-key.ts";
import type { Session } from "../../durable-objects/session/session.ts";
import type { SessionPort } from "../../durable-objects/session/session-port.ts";
import { httpsOnly } from "../../shared/api/http/https-only.ts";
import { Mailer } from "../../shared/mail/mailer.ts";
import type { BrandSettings } from "../../shared/pages/brand.ts";
import { Sessions } from "../../shared/pages/sign-in/sessions.ts";
import { themeFrom } from "../../shared/pages/theme.ts";
import { AddressLimit } from "../../shared/platform/address-limit.ts";
import { type AddressSettings, addressBook } from "../../shared/platform/addresses.ts";
import { addressOf } from "../../shared/platform/caller-address.ts";
import type { RatePolicy } from "../../shared/platform/rate-limit.ts";
import { Signer } from "../../shared/platform/service-key.ts";
import { AREA_PATH } from "./client-area/area-paths.ts";
import { AreaReading } from "./client-area/area-reading.ts";
import { availabilityAt, availabilityForVisitor } from "./client-area/cart/availability.ts";
import { type SignUpSettings, signUpAddress } from "./client-area/cart/sign-up.ts";
import { clientArea } from "./client-area/client-area.ts";
import { OrderReading } from "./client-area/order-reading.ts";
import { BillingClock } from "./engine/clock/billing-clock.ts";
import { type BillingEnv, type EngineDependencies, embeddedBilling, runtime } from "./engine/embedded-billing.ts";
import { SentMails } from "./engine/mails/sent-mails.ts";
import { checkPaymentSettings, type PaymentSettings, paymentWayOf } from "./engine/payments/payment-settings.ts";
import { type RegistrarEnv, registrarOf } from "./engine/registrar/registrar-settings.ts";
import { SignInAttempts } from "./engine/sign-in/sign-in-attempts.ts";
import { AccountGate } from "./engine/store/account-gate.ts";

/** What the Worker has besides: mails, the key of auth codes, the limit on sign-ins, and the client area. */
export interface BillingWorkerEnv
  extends BillingEnv,
    RegistrarEnv,
    PaymentSettings,
    AddressSettings,
    BrandSettings,
    SignUpSettings {
  EMAIL: SendEmail;
  /** Sender of the mails; empty: none is sent. */
  MAIL_FROM: string;
  /** Where mails lead to in a demonstration that is addressed in more than one way; empty: nowhere. */
  LOCAL_ORIGIN: string;
  ADDRESS_WINDOW: DurableObjectNamespace<AddressWindow>;
  DAILY_KEY: DurableObjectNamespace<DailyKey>;
  SERVICE_KEY: DurableObjectNamespace<ServiceKey>;
  SESSION: DurableObjectNamespace<Session>;
}

/** Of the Worker that runs: with its own registrar and mails. @param afterwards its `waitUntil` */
export function workerDependencies(
  env: BillingWorkerEnv,
  afterwards: EngineDependencies["afterwards"],
): EngineDependencies {
  const origin = env.ORIGIN || (env.DEMONSTRATION === "true" && env.LOCAL_ORIGIN);
  const clientAreaAddress = env.CLIENT_AREA_URL || (origin ? origin + AREA_PATH : null);
  const base = runtime(afterwards);
  return {
    ...base,
    signInLimit: new SignInAttempts(addressLimitOf(env, base.now)),
    authCodeKey: () => env.SERVICE_KEY.get(env.SERVICE_KEY.idFromName("auth-codes")).read(),
    registrar: registrarOf(env),
    mails: new SentMails(new Mailer(env.EMAIL, env), clientAreaAddress),
  };
}

function addressLimitOf(env: BillingWorkerEnv, now: () => number): AddressLimit {
  return new AddressLimit(
    {
      window: (name) => env.ADDRESS_WINDOW.get(env.ADDRESS_WINDOW.idFromName(name)),
      dailyKey: (day) => env.DAILY_KEY.get(env.DAILY_KEY.idFromName(day)),
    },
    now,
  );
}

/** The sessions of the client area; their ids are signed with a key of their own. */
function areaSessions({ SERVICE_KEY, SESSION }: BillingWorkerEnv): Sessions<SessionPort> {
  const signer = new Signer(() => SERVICE_KEY.get(SERVICE_KEY.idFromName("sessions")).read());
  return new Sessions({ name: "client-area", path: AREA_PATH }, signer, (id) => SESSION.get(SESSION.idFromName(id)));
}

/** Of those who have not signed in, by network: each can cost a look at the registry. */
const CART_VIEWS: RatePolicy = { id: "cart-views", name: "cart-views", quota: 60, windowSeconds: 600 };

/** Of the registrar, by all who have not signed in together: its turns are for customers. */
const VISITORS_QUESTIONS: RatePolicy = {
  id: "visitors-questions",
  name: "visitors-questions",
  quota: 20,
  windowSeconds: 60,
};

/** The engine's own client area. */
export function openClientArea(env: BillingWorkerEnv, dependencies: EngineDependencies): ReturnType<typeof clientArea> {
  checkPaymentSettings(env);
  const addressesOf = addressBook(env);
  const { now, randomBytes, registrar } = dependencies;
  const gate = new AccountGate(env.DB);
  const clock = new BillingClock(now, env.TIME_ZONE || "UTC");
  const limit = addressLimitOf(env, now);
  const collaborators = {
    theme: themeFrom(env),
    sessions: areaSessions(env),
    now,
    engine: embeddedBilling(env, dependencies),
    reading: new AreaReading(env.DB, gate, clock),
    orders: new OrderReading(env.DB, gate, clock),
    availabilityOf: (order: Parameters<typeof availabilityAt>[1], requestId: string) =>
      availabilityAt(registrar, order, requestId),
    visitorAvailabilityOf: (order: Parameters<typeof availabilityAt>[1], requestId: string) =>
      availabilityForVisitor(registrar, order, requestId, () =>
        limit.countKey("all", VISITORS_QUESTIONS, () => undefined),
      ),
    hasRegistrar: registrar !== null,
    payment: paymentWayOf(env),
    randomBytes,
    countCartView: (request: Request) => limit.count(addressOf(request), CART_VIEWS, () => undefined),
    today: () => clock.moment(0).today,
    signUpUrl: signUpAddress(env),
  };
  return httpsOnly(addressesOf, clientArea(collaborators, addressesOf));
}
