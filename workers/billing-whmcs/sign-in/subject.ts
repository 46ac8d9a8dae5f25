import type { Login } from "../../../shared/billing-contract/sign-in.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { type LogEvent, log } from "../../../shared/platform/log.ts";
import { keepLabel } from "../accounts/read-labels.ts";
import { getClientsDetails } from "../api/actions/get-clients-details.ts";
import { getClients, type UserRow } from "../api/actions/get-users.ts";
import type { Unavailable } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { isSameAddress, keepLogin, loginOfSubject, usersWithAddress } from "./logins.ts";
import type { Identity } from "./open-id.ts";

/** A login that is known for certain; or why nobody is signed in. */
export type Resolved =
  | { kind: "login"; login: Login; accountIds: number[] }
  | { kind: "refused" }
  | Unavailable
  | { kind: "unanswered" };

/** First sign-ins look at no more accounts than this; a login with more of them is told by the addon. */
const MAX_ACCOUNTS = 20;

/**
 * The user that an identity is, where the provider has found by a probe that `sub` and `email` are the user's own. The e-mail
 * address names the user at every sign-in, and the pair of subject and user is pinned at the first one: whoever can change only one
 * of the two is refused.
 */
export async function resolveUser(
  context: WhmcsContext,
  identity: Identity,
  language: Language,
  requestId: string | undefined,
): Promise<Resolved> {
  const { subject, email } = identity;
  const found = await usersWithAddress(context, email, requestId);
  if (found.kind !== "ok") return found.kind === "unavailable" ? found : { kind: "unanswered" };
  const [user, ...others] = found.body;
  if (!user || others.length > 0) return refused("sign_in_user_unknown", requestId);
  const pinned = await loginOfSubject(context.db, subject);
  if (pinned && pinned.userId !== user.id) return refused("sign_in_subject_moved", requestId);
  if (!pinned) {
    const doubt = await doubtOfFirst(context, identity, user, requestId);
    if (doubt === "unanswered") return { kind: "unanswered" };
    if (doubt) return refused(doubt, requestId);
  }
  const login: Login = { id: user.id, email: user.email, language };
  if (await keepLogin(context.db, login, subject, user))
    return { kind: "login", login, accountIds: user.clients.map(({ id: accountId }) => accountId) };
  return refused("sign_in_subject_moved", requestId);
}

/**
 * Why a subject is not pinned to a user, although the address is the user's: what can be seen of an installation whose tokens are
 * in truth the account's. Nothing here proves that they are the user's; the setting says so.
 */
async function doubtOfFirst(
  context: WhmcsContext,
  { subject, email, emailVerified }: Identity,
  { id: userId, clients }: UserRow,
  requestId: string | undefined,
): Promise<LogEvent | "unanswered" | null> {
  const { api, settings } = context;
  if (!(emailVerified ?? settings.emailsAreVerified)) return "sign_in_email_unverified";
  if (/^\d+$/.test(subject) && Number(subject) !== userId) return "sign_in_subject_is_account";
  if (clients.length > MAX_ACCOUNTS) return "sign_in_too_many_accounts";
  const [contacts, ...details] = await Promise.all([
    api.list(getClients, { search: email }, { accountId: null, requestId }),
    ...clients.map(({ id }) => api.read(getClientsDetails, { clientid: id }, { accountId: id, requestId })),
  ]);
  if (contacts.kind !== "ok" || details.some(({ kind }) => kind === "unavailable")) return "unanswered";
  // Without the accounts' own uuids a uuid may be one of them.
  if (!/^\d+$/.test(subject) && details.some((read) => read.kind === "ok" && read.body.uuid === undefined)) {
    log("billing_answer_unread", { request_id: requestId, action: getClientsDetails.name, at: ["uuid"] });
    return "unanswered";
  }
  for (const [index, read] of details.entries()) {
    if (read.kind === "ok" && read.body.id === clients[index]?.id) keepLabel(context, read.body);
  }
  const isAccount = details.some((read) => read.kind === "ok" && isSameUuid(read.body.uuid, subject));
  if (isAccount) return "sign_in_subject_is_account";
  // Anybody may write any address into the contact field of their own account.
  const isForeign = ({ id }: { id: number }) => !clients.some((client) => client.id === id);
  return contacts.body.some((contact) => isSameAddress(contact.email, email) && isForeign(contact))
    ? "sign_in_address_is_contact"
    : null;
}

/** Whatever the letter case, with or without hyphens. */
export function isSameUuid(uuid: string | undefined, subject: string): boolean {
  const plain = (text: string) => text.replaceAll("-", "").toLowerCase();
  return uuid !== undefined && plain(uuid) === plain(subject);
}

function refused(event: LogEvent, requestId: string | undefined): { kind: "refused" } {
  log(event, { request_id: requestId });
  return { kind: "refused" };
}
