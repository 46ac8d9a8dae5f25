import type { BillingDescription } from "../../../shared/billing-contract/description.ts";
import { type BillingResult, ok } from "../../../shared/billing-contract/result.ts";
import type { ScheduledRuns } from "../../../shared/platform/scheduled-runs.ts";
import { CLIENT_AREA_LINKS } from "./client-area-links.ts";
import type { MailContext } from "./mails/notices.ts";
import type { AuthCodeSeal } from "./registrar/auth-code-seal.ts";
import type { Registrar } from "./registrar/registrar.ts";
import type { SignInContext } from "./sign-in/sign-in-context.ts";
import type { StripeApi } from "./stripe/stripe-api.ts";

/**
 * The context of the engine's functions during one call or scheduled run: the store, the connected services and the
 * settings.
 */
export interface EngineContext extends MailContext, SignInContext {
  runs: ScheduledRuns<"jobs">;
  /** The registrar; `null` if there is none. Without a registrar, a paid registration stays pending. */
  registrar: Registrar | null;
  authCodes: AuthCodeSeal;
  /** The nameservers of newly registered domains. */
  nameservers: string[];
  /** Domain names that no site may use. All names under them are blocked too. */
  blockedSites: ReadonlySet<string>;
  /** Whether a paid plan waits for an operator to confirm that it is set up. */
  setsUp: boolean;
  /** Whether all data is made up. */
  isDemonstration: boolean;
  /** Whether the engine's client area is in use. */
  hasOwnArea: boolean;
  /** Whether customers pay with a button that moves no money. */
  hasSandboxPayment: boolean;
  /** Stripe's API; `null` if customers do not pay through Stripe. */
  stripe: StripeApi | null;
}

export async function describe({
  isDemonstration,
  hasOwnArea,
  mails,
}: Pick<EngineContext, "isDemonstration" | "hasOwnArea" | "mails">): Promise<BillingResult<BillingDescription>> {
  return ok({
    demonstration: isDemonstration,
    signIn: {
      ...{ kind: "form" },
      ...(mails.isOn && hasOwnArea && { signUp: "/sign-up", newPassword: CLIENT_AREA_LINKS.password }),
    },
    acts: true,
    eventsMissing: [],
    links: hasOwnArea ? CLIENT_AREA_LINKS : { ...CLIENT_AREA_LINKS, password: CLIENT_AREA_LINKS.home },
  });
}
