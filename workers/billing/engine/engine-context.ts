import type { ScheduledRuns } from "../../../shared/platform/scheduled-runs.ts";
import type { MailContext } from "./mails/notices.ts";
import type { AuthCodeSeal } from "./registrar/auth-code-seal.ts";
import type { Registrar } from "./registrar/registrar.ts";
import type { SignInContext } from "./sign-in/sign-in.ts";

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
  /** All data is made up, and invoices are paid by the sandbox's payment. */
  isDemonstration: boolean;
}
