import type { BillingDescription } from "../../../shared/billing-contract/description.ts";
import { type BillingResult, ok } from "../../../shared/billing-contract/result.ts";
import type { ScheduledRuns } from "../../../shared/platform/scheduled-runs.ts";
import { CLIENT_AREA_LINKS } from "./client-area-links.ts";
import type { MailContext } from "./mails/notices.ts";
import type { AuthCodeSeal } from "./registrar/auth-code-seal.ts";
import type { Registrar } from "./registrar/registrar.ts";
import type { SignInContext } from "./sign-in/sign-in-context.ts";
import type { StripeApi } from "./stripe/stripe-api.ts";

/** What the engine's functions work with during one call or one scheduled run: its store, ports and settings. */
export interface EngineContext extends MailContext, SignInContext {
  runs: ScheduledRuns<"jobs">;
  /** Null: a paid registration stays pending. */
  registrar: Registrar | null;
  authCodes: AuthCodeSeal;
  /** Of domains that are registered. */
  nameservers: string[];
  /** Names that no site may have, nor one under them. */
  blockedSites: ReadonlySet<string>;
  /** A paid plan waits until an operator says that it is set up. */
  setsUp: boolean;
  /** All data is made up. */
  isDemonstration: boolean;
  /** Customers use the engine's client area. */
  hasOwnArea: boolean;
  /** Invoices are paid by one button, which moves no money. */
  hasSandboxPayment: boolean;
  /** Null where invoices are not paid through Stripe. */
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
