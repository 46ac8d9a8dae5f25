import type { Agreement } from "../../../../durable-objects/connection/connection-port.ts";
import { CHANGE_SCOPES, type ChangeScope, inOrder } from "../../../../shared/account-access/scopes.ts";
import type { Holding, ManagedAccount } from "../../../../shared/billing-contract/customer.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { ID_LENGTH } from "../../../../shared/platform/ids.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { cleaned } from "../../../../shared/platform/plain-text.ts";
import { sameBytes } from "../../../../shared/platform/service-key.ts";
import { mayCall, operationsUnder } from "../../acting-operations.ts";
import type { ActingOperation } from "../../actions/acting-operation.ts";
import { readConsentFacts } from "../../queries/billing-answers.ts";
import { limitTexts } from "../components/limit-field.tsx";
import { NO_LISTS, readLimit } from "../limits.ts";
import type { AssistantsPageContext } from "../page-request.ts";
import { scopeTexts } from "../scope-texts.ts";
import { isRecent, RECENT_MS } from "../sign-in/recent-sign-in.ts";
import { tokenTexts } from "./token-texts.ts";

/** The maximum number of characters in an API token's name. */
export const NAME_LENGTH = 60;
export const TOKEN_DAYS = [30, 90, 365] as const;
const DAY_MS = 24 * 60 * 60_000;

/** The ids of the form's fields. Errors refer to them. */
export const TOKEN_FIELDS = {
  account: "token-account",
  name: "token-name",
  changes: "token-changes",
  limit: "token-limit",
  days: "token-days",
} as const;

/**
 * Returns the expiry time of a token, in RFC 3339.
 * @param madeAt the time at which the token is created, in epoch milliseconds
 */
export function endAfter(days: number, madeAt: number): string {
  return new Date(madeAt + days * DAY_MS).toISOString();
}

/** The token that a valid form requests. The billing system has not confirmed the limit yet. */
interface TokenDraft extends Pick<Agreement, "name" | "scopes" | "operations" | "limit"> {
  days: number;
}

/** Returns the values of a form, so that the form can be shown again. */
export function entryOf(form: URLSearchParams) {
  return {
    name: form.get("name") ?? "",
    scopes: form.getAll("scope"),
    operations: form.getAll("operation"),
    limit: form.get("limit") ?? "",
    days: form.get("days") ?? "",
  };
}

/** Reads the requested token from a form, or returns the form's errors. */
export function readDraft(
  form: URLSearchParams,
  account: Holding,
  offered: readonly ChangeScope[],
  language: Language,
): TokenDraft | FormError[] {
  const texts = tokenTexts[language].errors;
  const name = cleaned(single(form, "name"), Number.POSITIVE_INFINITY);
  const changes = readChanges(form, account, offered, language);
  const limit = readLimit(single(form, "limit"));
  const days = TOKEN_DAYS.find((offered) => String(offered) === single(form, "days"));
  const nameError = name === "" ? texts.nameMissing : [...name].length > NAME_LENGTH ? texts.nameLong : null;
  if (!nameError && "operations" in changes && limit && days) {
    return { name, ...changes, limit, days };
  }
  return [
    ...(nameError ? [{ field: TOKEN_FIELDS.name, text: nameError }] : []),
    ...("error" in changes ? [{ field: TOKEN_FIELDS.changes, text: changes.error }] : []),
    ...(limit ? [] : [{ field: TOKEN_FIELDS.limit, text: limitTexts[language].missing }]),
    ...(days ? [] : [{ field: TOKEN_FIELDS.days, text: texts.days }]),
  ];
}

/** Returns the only value of a field, or an empty string if the field is absent or repeated. */
function single(form: URLSearchParams, name: string): string {
  const [value, ...others] = form.getAll(name);
  return others.length === 0 ? (value ?? "") : "";
}

/** Reads the ticked changes. A ticked scope includes all its operations, unless single operations are ticked. */
function readChanges(
  form: URLSearchParams,
  account: Holding,
  offered: readonly ChangeScope[],
  language: Language,
): Pick<TokenDraft, "scopes" | "operations"> | { error: string } {
  const texts = tokenTexts[language].errors;
  const kinds = new Set(form.getAll("scope"));
  kinds.delete("account:read");
  const operations = new Set(form.getAll("operation"));
  const scopes = new Set<ChangeScope>();
  const ticked: ActingOperation[] = [];
  let isWhole = true;
  for (const kind of CHANGE_SCOPES) {
    const wholeKind = kinds.delete(kind);
    const whole = operationsUnder(kind);
    const single = whole.filter(({ id }) => operations.delete(id));
    if (!wholeKind && single.length === 0) continue;
    scopes.add(kind);
    ticked.push(...(single.length > 0 ? single : whole));
    isWhole &&= single.length === 0;
  }
  if (kinds.size > 0 || operations.size > 0) return { error: texts.change };
  if ([...scopes].some((scope) => !offered.includes(scope))) {
    const { notTaken, notOffered } = scopeTexts[language];
    return { error: offered.length === 0 ? notTaken : notOffered };
  }
  const refused = ticked.find((operation) => !mayCall(account, operation));
  if (refused) return { error: texts.notYours(typeset(refused.label, language)) };
  return { scopes: inOrder(["account:read", ...scopes]), operations: isWhole ? null : ticked.map(({ id }) => id) };
}

type TokenInputContext = Pick<AssistantsPageContext, "ids" | "formToken">;

/**
 * The id of a new token's connection, and the signed form field that contains it. A repeated form creates one token.
 */
interface TokenOnce {
  id: string;
  field: string;
}

const encoder = new TextEncoder();

export async function newOnce({ ids, formToken }: TokenInputContext): Promise<TokenOnce> {
  return signed(await ids.mint(), formToken);
}

/** Returns the id from a form of this session, or otherwise a new id, so that no form can name another connection. */
export async function onceIn(form: URLSearchParams, parts: TokenInputContext): Promise<TokenOnce> {
  const sent = form.get("once") ?? "";
  const id = sent.slice(0, ID_LENGTH);
  const own = await signed(id, parts.formToken);
  const isOwn = sameBytes(encoder.encode(own.field), encoder.encode(sent)) && (await parts.ids.isOurs(id));
  return isOwn ? own : newOnce(parts);
}

async function signed(id: string, formToken: string): Promise<TokenOnce> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(formToken), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(`id of a new token ${id}`));
  return { id, field: id + new Uint8Array(signature).slice(0, 16).toHex() };
}

/**
 * The time for filling in the form, in milliseconds. The form is shown only if the sign-in stays recent for that long.
 */
const FILLING_IN_MS = 5 * 60_000;

/** The account that a form is for. While the billing system does not respond, only its id is known. */
export type FormAccount = Pick<Holding, "id" | "name" | "owner" | "permissions">;

export type TokenPanel =
  | { kind: "unavailable" | "no_account" | "sign_in_again" }
  | { kind: "account"; accounts: ManagedAccount[]; errors: FormError[] }
  | {
      kind: "form";
      account: FormAccount;
      several: boolean;
      /** The signed id of the token's connection. A form that is sent twice creates one token. */
      once: string;
      entry: ReturnType<typeof entryOf>;
      errors: FormError[];
    };

/** Returns the panel for a page that shows no refused token form. */
export async function freshPanel(context: AssistantsPageContext): Promise<TokenPanel> {
  if (!isRecent(context, RECENT_MS - FILLING_IN_MS)) return { kind: "sign_in_again" };
  const asked = readAccountId(context.visit.url.searchParams.get("account"));
  const facts = await readConsentFacts(context, context.signedIn, { ...NO_LISTS, accountId: asked });
  if (!facts.ok || !context.described) return { kind: "unavailable" };
  const { accounts, chosen } = facts.value;
  if (!chosen) return accountPanel(accounts);
  return {
    kind: "form",
    account: chosen.holding,
    several: accounts.length > 1,
    once: (await newOnce(context)).field,
    entry: entryOf(new URLSearchParams({ limit: "all" })),
    errors: [],
  };
}

/** Returns the panel for the choice of the account, on which the rest of the form depends. */
export function accountPanel(accounts: ManagedAccount[], errors: FormError[] = []): TokenPanel {
  return accounts.length === 0 ? { kind: "no_account" } : { kind: "account", accounts, errors };
}

/** Reads an account id from a URL or a form. Returns `null` for anything else. */
export function readAccountId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
