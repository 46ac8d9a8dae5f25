import type { Actor, ActorQuery, LoginCall } from "../../../shared/billing-contract/call.ts";
import { consentFacts } from "../../../shared/billing-contract/consent-facts.ts";
import type {
  AccountReference,
  AccountResult,
  ConsentFacts,
  ConsentQuery,
  CustomerAccount,
  DomainList,
  Holding,
  MailRecipient,
  MailRecipients,
  ManagedAccount,
  ServiceList,
} from "../../../shared/billing-contract/customer.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import { admit, holdingOf, referenceOf } from "../access/gate.ts";
import { getClientsDetails } from "../api/actions/get-clients-details.ts";
import { listDomains } from "../domains/list-domains.ts";
import { unavailable } from "../results.ts";
import { listServices } from "../services/list-services.ts";
import { languagesOf, userOf } from "../sign-in/logins.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { languageOf } from "./owner-recipient.ts";
import { readLabels } from "./read-labels.ts";

/** For the accounts of a login; callers wait eight seconds. */
const LIST_MS = 6_500;

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

/**
 * The accounts of a login that are not closed, by id. Which ones it manages is read with each question; how they are called may be ten
 * minutes old, and is left out of those that could not be read in time.
 */
export async function listManagedAccounts(
  context: WhmcsContext,
  { loginId, requestId }: LoginCall,
): Promise<BillingResult<ManagedAccount[]>> {
  const until = Date.now() + LIST_MS;
  const user = await userOf(context, loginId, requestId);
  if (user.kind !== "ok") return unavailable(user);
  const managed = (user.body?.clients ?? []).toSorted((one, other) => one.id - other.id);
  const ids = managed.map(({ id }) => id);
  const labels = await readLabels(context, ids, until);
  if (labels.kind !== "ok") return unavailable(labels);
  const accounts = managed.flatMap(({ id, isOwner: owner }): ManagedAccount[] => {
    const label = labels.body.get(id);
    return label === null ? [] : [{ id, name: label?.name ?? null, currency: label?.currency ?? null, owner }];
  });
  return { ok: true, value: accounts };
}

/** What a login may do on one account; null where it does not manage it. */
export async function readHolding(
  context: WhmcsContext,
  { loginId, accountId, requestId }: Actor,
): Promise<BillingResult<Holding | null>> {
  const held = await holdingOf(context, { loginId, accountId, requestId });
  if (!held.ok || !held.value) return held.ok ? { ok: true, value: null } : held;
  const { client, isOwner: owner, permissions } = held.value;
  return { ok: true, value: { ...referenceOf(client), owner, permissions } };
}

export function readConsentFacts(
  context: WhmcsContext,
  call: LoginCall,
  query: ConsentQuery,
): Promise<BillingResult<ConsentFacts>> {
  const reads = {
    listManagedAccounts: (own: LoginCall) => listManagedAccounts(context, own),
    readHolding: (actor: Actor) => readHolding(context, actor),
    listDomains: (own: ActorQuery, list: DomainList) => listDomains(context, own, list),
    listServices: (own: ActorQuery, list: ServiceList) => listServices(context, own, list),
  };
  return consentFacts(reads, call, query);
}

/**
 * The owner's sign-in address, not the contact address of the account; the login's own as it is now. Each is written to in the language
 * of the own last sign-in; an owner who never signed in, in the account's.
 */
export async function readRecipients(
  context: WhmcsContext,
  { loginId, accountId, requestId }: Actor,
): Promise<BillingResult<MailRecipients>> {
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
