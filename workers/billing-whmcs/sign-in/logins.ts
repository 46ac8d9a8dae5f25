import * as z from "zod";
import type { Login } from "../../../shared/billing-contract/sign-in.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { log } from "../../../shared/platform/log.ts";
import { getClientsDetails } from "../api/actions/get-clients-details.ts";
import { getUsers, type UserRow } from "../api/actions/get-users.ts";
import { type ApiOutcome, unavailable } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** What is kept of a login: under which address it was last found. It finds the user again; it never decides what one may do. */
export interface KnownLogin {
  userId: number;
  email: string;
  language: Language;
  /** Of the identity provider; null where the login was told by the addon. */
  subject: string | null;
  /** Accounts that it managed when it was last seen. */
  accountIds: number[];
}

/** One that does not manage any of so many any more is gone. */
const MAX_ACCOUNTS_ASKED = 10;

interface LoginRow {
  user_id: number;
  email: string;
  language: Language;
  subject: string | null;
  account_ids: string;
}

async function knownLogin(db: D1Database, userId: number): Promise<KnownLogin | null> {
  return toKnown(await db.prepare("SELECT * FROM logins WHERE user_id = ?").bind(userId).first<LoginRow>());
}

export async function loginOfSubject(db: D1Database, subject: string): Promise<KnownLogin | null> {
  return toKnown(await db.prepare("SELECT * FROM logins WHERE subject = ?").bind(subject).first<LoginRow>());
}

/**
 * Keeps a login that has just signed in.
 * @param subject pinned to the user at the first sign-in by it; null leaves what is pinned
 * @returns false where the subject or the user is pinned to another one
 */
export async function keepLogin(db: D1Database, login: Login, subject: string | null, user: UserRow): Promise<boolean> {
  const accountIds = JSON.stringify(user.clients.map(({ id }) => id));
  const kept = await db
    .prepare(
      `INSERT INTO logins (user_id, email, language, subject, account_ids) VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (user_id) DO UPDATE
         SET email = ?2, language = ?3, subject = coalesce(subject, ?4), account_ids = ?5
         WHERE ?4 IS NULL OR subject = ?4 OR
           (subject IS NULL AND NOT EXISTS (SELECT 1 FROM logins AS others WHERE others.subject = ?4))
       ON CONFLICT (subject) DO NOTHING`,
    )
    .bind(login.id, login.email, login.language, subject, accountIds)
    .run();
  return kept.meta.changes === 1;
}

/**
 * The user of a login as the billing system has it now; null where it is gone. WHMCS finds users by the beginning of an address
 * only: where nobody has the address of before, the accounts that the login managed tell the present one.
 */
export async function userOf(
  context: WhmcsContext,
  loginId: number,
  requestId: string | undefined,
): Promise<ApiOutcome<UserRow | null>> {
  const known = await knownLogin(context.db, loginId);
  if (!known) return { kind: "ok", body: null };
  const found = await userWith(context, known.email, loginId, requestId);
  if (found.kind !== "ok" || found.body) return kept(context, known, found);
  for (const accountId of known.accountIds.slice(0, MAX_ACCOUNTS_ASKED)) {
    const read = await context.api.read(getClientsDetails, { clientid: accountId }, { accountId, requestId });
    if (read.kind === "unavailable") return read;
    const email = read.kind === "ok" && read.body.users.find(({ id }) => id === loginId)?.email;
    if (!email) continue;
    const present = await userWith(context, email, loginId, requestId);
    if (present.kind !== "ok" || present.body) return kept(context, known, present);
    // The account has the user and the search has not: a user is gone only where both say so.
    log("billing_answer_unread", { request_id: requestId, account: accountId, action: getUsers.name, at: ["users"] });
    return unavailable("unread");
  }
  return found;
}

/** The languages in which logins last signed in, by id; of those that ever did. */
export async function languagesOf(db: D1Database, loginIds: number[]): Promise<ReadonlyMap<number, Language>> {
  const { results } = await db
    .prepare("SELECT user_id, language FROM logins WHERE user_id IN (SELECT value FROM json_each(?))")
    .bind(JSON.stringify(loginIds))
    .all<Pick<LoginRow, "user_id" | "language">>();
  return new Map(results.map(({ user_id, language }) => [user_id, language]));
}

/** Users whose address is this one, whatever its letter case. */
export async function usersWithAddress(
  { api }: WhmcsContext,
  email: string,
  requestId: string | undefined,
): Promise<ApiOutcome<UserRow[]>> {
  const read = await api.list(getUsers, { search: email }, { accountId: null, requestId });
  if (read.kind !== "ok") return read;
  return { kind: "ok", body: read.body.filter((user) => isSameAddress(user.email, email)) };
}

/** Letters beyond ASCII are compared as they stand: some of them fold into ASCII ones, and would be another address. */
export function isSameAddress(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(address: string): string {
  return address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

async function userWith(
  context: WhmcsContext,
  email: string,
  loginId: number,
  requestId: string | undefined,
): Promise<ApiOutcome<UserRow | null>> {
  const read = await usersWithAddress(context, email, requestId);
  return read.kind === "ok" ? { kind: "ok", body: read.body.find(({ id }) => id === loginId) ?? null } : read;
}

/** Keeps the address and the accounts where they have changed. */
async function kept(
  { db }: WhmcsContext,
  known: KnownLogin,
  found: ApiOutcome<UserRow | null>,
): Promise<ApiOutcome<UserRow | null>> {
  if (found.kind !== "ok" || !found.body) return found;
  const accountIds = JSON.stringify(found.body.clients.map(({ id }) => id));
  if (found.body.email !== known.email || accountIds !== JSON.stringify(known.accountIds)) {
    const update = db.prepare("UPDATE logins SET email = ?, account_ids = ? WHERE user_id = ?");
    await update.bind(found.body.email, accountIds, known.userId).run();
  }
  return found;
}

const AccountIds = z.array(z.int());

function toKnown(row: LoginRow | null): KnownLogin | null {
  if (!row) return null;
  const { user_id: userId, email, language, subject, account_ids: accountIds } = row;
  return { userId, email, language, subject, accountIds: AccountIds.parse(JSON.parse(accountIds)) };
}
