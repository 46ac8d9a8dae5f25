import type { Login } from "../../../shared/billing-contract/sign-in.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { log } from "../../../shared/platform/log.ts";
import { getClientsDetails } from "../api/actions/get-clients-details.ts";
import type { UserRow } from "../api/actions/get-users.ts";
import type { Unavailable } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { keepLogin, loginOfSubject, usersWithAddress } from "./logins.ts";
import type { Identity } from "./open-id.ts";

/** A login that is known for certain; or why nobody is signed in. */
export type Resolved = { kind: "login"; login: Login } | { kind: "refused" } | Unavailable | { kind: "unanswered" };

/** First sign-ins look at no more accounts than this; a login with more of them is told by the addon. */
const MAX_ACCOUNTS = 20;

/**
 * The user that an identity is, where the provider has found by a probe that `sub` stands for the user. The e-mail address names
 * the user at every sign-in, and the pair of subject and user is pinned at the first one: whoever can change only one of the two
 * is refused.
 */
export async function resolveUser(
  context: WhmcsContext,
  { subject, email, emailVerified }: Identity,
  language: Language,
  requestId: string | undefined,
): Promise<Resolved> {
  const fields = { request_id: requestId };
  const found = await usersWithAddress(context, email, requestId);
  if (found.kind !== "ok") return found.kind === "unavailable" ? found : { kind: "unanswered" };
  const [user, ...others] = found.body;
  if (!user || others.length > 0) {
    log("sign_in_user_unknown", { ...fields, users: found.body.length });
    return { kind: "refused" };
  }
  const pinned = await loginOfSubject(context.db, subject);
  if (pinned && pinned.userId !== user.id) {
    log("sign_in_subject_moved", fields);
    return { kind: "refused" };
  }
  if (!pinned) {
    if (!(emailVerified ?? context.settings.emailsAreVerified)) {
      log("sign_in_email_unverified", fields);
      return { kind: "refused" };
    }
    const isAccount = await isAccountSubject(context, subject, user, requestId);
    if (isAccount === null) return { kind: "unanswered" };
    if (isAccount) {
      log("sign_in_subject_is_account", fields);
      return { kind: "refused" };
    }
  }
  const login: Login = { id: user.id, email: user.email, language };
  if (await keepLogin(context.db, login, subject, user)) return { kind: "login", login };
  log("sign_in_subject_moved", fields);
  return { kind: "refused" };
}

/** Whether the subject is in truth one of the user's accounts, contrary to the setting; null where it cannot be told. */
async function isAccountSubject(
  { api }: WhmcsContext,
  subject: string,
  { clients }: UserRow,
  requestId: string | undefined,
): Promise<boolean | null> {
  if (clients.length > MAX_ACCOUNTS) return null;
  const read = await Promise.all(
    clients.map(({ id }) => api.read(getClientsDetails, { clientid: id }, { accountId: id, requestId })),
  );
  if (read.some(({ kind }) => kind === "unavailable")) return null;
  return read.some((details) => details.kind === "ok" && details.body.uuid === subject);
}
