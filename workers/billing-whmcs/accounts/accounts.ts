import type { Actor, ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type {
  AccountReference,
  AccountResult,
  CustomerAccount,
  Holding,
  MailRecipient,
  MailRecipients,
  ManagedAccount,
} from "../../../shared/billing-contract/customer.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { admit, holdingOf, isClosed, referenceOf } from "../access/gate.ts";
import { readClient } from "../access/read-client.ts";
import { type ClientDetails, getClientsDetails } from "../api/actions/get-clients-details.ts";
import { unavailable } from "../results.ts";
import { languagesOf, userOf } from "../sign-in/logins.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** One login's accounts are not to take every slot, nor to wait longer for one than the host lets them. */
const PARALLEL_READS = 6;

/** Checks the actor's permissions. */
export async function authorize(context: WhmcsContext, query: ActorQuery): Promise<AccountResult<AccountReference>> {
  const admitted = await admit(context, query);
  return admitted.ok ? { ok: true, value: admitted.value.reference } : admitted;
}

export async function readAccount(context: WhmcsContext, query: ActorQuery): Promise<AccountResult<CustomerAccount>> {
  const admitted = await admit(context, query);
  if (!admitted.ok) return admitted;
  const { client, reference } = admitted.value;
  const { companyname: company, email, country, credit: creditBalance } = client;
  // Nothing stands for a credit that does not read.
  if (creditBalance === null) return unavailable();
  return { ok: true, value: { ...reference, company, email, country, creditBalance } };
}

/** The accounts of a login that are not closed, by id. One that does not read is left out, as long as another does. */
export async function listManagedAccounts(
  context: WhmcsContext,
  loginId: number,
  requestId?: string,
  installation?: string,
): Promise<BillingResult<ManagedAccount[]>> {
  if (await context.facts.isOther(installation)) return { ok: true, value: [] };
  const user = await userOf(context, loginId, requestId);
  if (user.kind !== "ok") return unavailable(user);
  const ids = (user.body?.clients ?? []).map(({ id }) => id);
  const accounts: ManagedAccount[] = [];
  let isUnread = false;
  for (let first = 0; first < ids.length; first += PARALLEL_READS) {
    const together = ids.slice(first, first + PARALLEL_READS);
    const read = await Promise.all(together.map((id) => readClient(context, id, requestId)));
    for (const [index, outcome] of read.entries()) {
      if (outcome.kind === "said_no") continue;
      if (outcome.kind === "unavailable" && outcome.reason === "unread") {
        isUnread = true;
        continue;
      }
      if (outcome.kind !== "ok" || outcome.body.id !== together[index]) return unavailable();
      const client = outcome.body;
      const member = client.users.find(({ id }) => id === loginId);
      if (member && !isClosed(client)) accounts.push({ ...referenceOf(client), owner: member.is_owner });
    }
  }
  if (isUnread && accounts.length === 0) return unavailable();
  return { ok: true, value: accounts.toSorted((one, other) => one.id - other.id) };
}

/** What a login may do on one account; null where it does not manage it. */
export async function readHolding(
  context: WhmcsContext,
  loginId: number,
  accountId: number,
  requestId?: string,
  installation?: string,
): Promise<BillingResult<Holding | null>> {
  const actor = { loginId, accountId, requestId, ...(installation !== undefined && { installation }) };
  const held = await holdingOf(context, actor);
  if (!held.ok || !held.value) return held.ok ? { ok: true, value: null } : held;
  const { client, isOwner: owner, permissions } = held.value;
  return { ok: true, value: { ...referenceOf(client), owner, permissions } };
}

/**
 * The owner's sign-in address, not the contact address of the account; the login's own as it is now. Each is written to in the language
 * of the own last sign-in; an owner who never signed in, in the account's.
 */
export async function readRecipients(
  context: WhmcsContext,
  { loginId, accountId, installation, requestId }: Actor,
): Promise<BillingResult<MailRecipients>> {
  if (await context.facts.isOther(installation)) return { ok: true, value: { owner: null, login: null } };
  const [details, login] = await Promise.all([
    context.api.read(getClientsDetails, { clientid: accountId }, { accountId, requestId }),
    userOf(context, loginId, requestId),
  ]);
  if (details.kind === "unavailable") return unavailable(details);
  if (login.kind === "unavailable") return unavailable(login);
  const client = details.kind === "ok" ? details.body : null;
  const owner = client?.users.find(({ is_owner }) => is_owner);
  const email = (login.kind === "ok" && login.body?.email) || client?.users.find(({ id }) => id === loginId)?.email;
  const languages = await languagesOf(context.db, [loginId, ...(owner ? [owner.id] : [])]);
  const isKnown = (id: number) => languages.has(id);
  const others =
    isKnown(loginId) && (!owner || isKnown(owner.id)) ? "en" : await languageOf(context, client, requestId);
  const to = (id: number, address: string | undefined | null): MailRecipient | null =>
    address ? { email: address, language: languages.get(id) ?? others } : null;
  return { ok: true, value: { owner: owner ? to(owner.id, owner.email) : null, login: to(loginId, email || null) } };
}

/** The language of an account, or of the installation where it has chosen none. */
async function languageOf(
  { api, facts }: WhmcsContext,
  client: ClientDetails | null,
  requestId: string | undefined,
): Promise<Language> {
  const own = client?.language ? { kind: "ok" as const, body: client.language } : await facts.language(api, requestId);
  // expected: a mail in English rather than none
  return own.kind === "ok" && /^french/i.test(own.body) ? "fr" : "en";
}
