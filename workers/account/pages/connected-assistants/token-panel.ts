import type { ResourceLimit } from "../../../../shared/billing-contract/call.ts";
import type { Holding, ManagedAccount } from "../../../../shared/billing-contract/customer.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { holdingOn, managedAccounts } from "../../queries/account-queries.ts";
import { type LimitChoices, writeLimit } from "../limits.ts";
import type { AssistantsPageContext } from "../page-request.ts";
import { isRecent, RECENT_MS } from "../sign-in/recent-sign-in.ts";
import { newOnce, type TokenEntry } from "./token-input.ts";

/** The form is shown only while this much of it is left to fill it in. */
const FILLING_IN_MS = 5 * 60_000;

/** The account of a form; known by its id alone while the billing system does not answer. */
export type FormAccount = Pick<Holding, "id" | "name" | "owner" | "permissions">;

export type TokenPanel =
  | { kind: "unavailable" | "no_account" | "sign_in_again" }
  | { kind: "account"; accounts: ManagedAccount[]; errors: FormError[] }
  | {
      kind: "form";
      account: FormAccount;
      several: boolean;
      /** The signed id of the token's connection: the form sent twice makes one token. */
      once: string;
      entry: TokenEntry;
      errors: FormError[];
    };

/** The limits to choose from, by {@link choicesKey}; null where the billing system does not answer. */
export type OfferedChoices = Map<string, LimitChoices | null>;

/** Shared by the connections of an account with the same limit. */
export function choicesKey(accountId: number, within: ResourceLimit): string {
  return `${accountId} ${writeLimit(within)}`;
}

const NOTHING_TYPED: TokenEntry = { name: "", scopes: [], operations: [], limit: "all", days: "" };

/** The panel of a page that was opened, not posted. */
export async function freshPanel(context: AssistantsPageContext): Promise<TokenPanel> {
  if (!isRecent(context, RECENT_MS - FILLING_IN_MS)) return { kind: "sign_in_again" };
  const managed = await managedAccounts(context, context.signedIn);
  if (!managed.ok || !context.described) return { kind: "unavailable" };
  const accounts = managed.value;
  const [first, ...others] = accounts;
  if (!first) return { kind: "no_account" };
  const asked = context.visit.url.searchParams.get("account");
  const account = others.length === 0 ? first : accounts.find(({ id }) => String(id) === asked);
  if (!account) return { kind: "account", accounts, errors: [] };
  const holding = await holdingOn(context, context.signedIn, account.id);
  if (!holding.ok) return { kind: "unavailable" };
  if (!holding.value) return { kind: "no_account" };
  return {
    kind: "form",
    account: holding.value,
    several: others.length > 0,
    once: (await newOnce(context)).field,
    entry: NOTHING_TYPED,
    errors: [],
  };
}
