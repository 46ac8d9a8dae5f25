import type { ManagedAccount } from "../../../../shared/billing-customer.ts";
import { type AccountChoices, managedAccounts } from "./account-choices.ts";
import type { AssistantsScene } from "./assistants-scene.ts";

/** How long ago the password may have been given when a token is created. */
export const RECENT_MS = 15 * 60_000;
/** Time for filling in the form: it is shown while so much of the fifteen minutes is left. */
const FILLING_IN_MS = 5 * 60_000;

/** The account of a form; known by its id alone while the billing system does not answer. */
export type FormAccount = Pick<ManagedAccount, "id" | "name" | "owner" | "permissions">;

/** What was typed into the form, as it was typed. */
export interface TokenEntry {
  name: string;
  scopes: string[];
  operations: string[];
  limit: string;
  days: string;
}

export type TokenField = "name" | "changes" | "limit" | "days";
/** A sentence beside each field that was not accepted. */
export type TokenErrors = Partial<Record<TokenField, string>>;

/** What stands under "Create an API token". */
export type TokenPanel =
  | { kind: "unavailable" | "no_account" | "sign_in_again" }
  | { kind: "account"; accounts: ManagedAccount[]; error: boolean }
  | {
      kind: "form";
      account: FormAccount;
      several: boolean;
      /** The id that the token's connection will have: what is sent twice makes one token. */
      once: string;
      entry: TokenEntry;
      errors: TokenErrors;
    };

/** Services and domains by account; null where the billing system does not answer. */
export type ChoicesByAccount = Map<number, AccountChoices | null>;

const NOTHING_TYPED: TokenEntry = { name: "", scopes: [], operations: [], limit: "all", days: "" };

/** Whether the password was given a short while ago. */
export function isRecent({ signedIn, now }: Pick<AssistantsScene, "signedIn" | "now">, within = RECENT_MS): boolean {
  return now() - signedIn.at <= within;
}

/** The panel of a page that is only looked at. */
export async function freshPanel(scene: AssistantsScene): Promise<TokenPanel> {
  if (!isRecent(scene, RECENT_MS - FILLING_IN_MS)) return { kind: "sign_in_again" };
  const accounts = await managedAccounts(scene);
  if (accounts === null) return { kind: "unavailable" };
  const [first, ...others] = accounts;
  if (!first) return { kind: "no_account" };
  const asked = scene.visit.url.searchParams.get("account");
  const account = others.length === 0 ? first : accounts.find(({ id }) => String(id) === asked);
  if (!account) return { kind: "account", accounts, error: false };
  return {
    kind: "form",
    account,
    several: others.length > 0,
    once: await scene.ids.mint(),
    entry: NOTHING_TYPED,
    errors: {},
  };
}
