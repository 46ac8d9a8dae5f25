import type { Actor, ActorQuery, LoginCall } from "../../../shared/billing-contract/call.ts";
import type {
  AccountReference,
  CustomerAccount,
  Holding,
  MailRecipient,
  MailRecipients,
  ManagedAccount,
} from "../../../shared/billing-contract/customer.ts";
import { getClientsDetails } from "../answers/accounts.ts";
import { inOrder, NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { admit, findClient, holdingOf, isClosed, referenceOf } from "./access.ts";
import { languageOf, languagesOf, userOf } from "./logins.ts";

/** For the accounts of a login; callers wait eight seconds. */
const LIST_MS = 6_500;
/** As many as one account's share of the slots, in which they count. */
const PARALLEL_READS = 4;
/** No read begins with less time. */
const MIN_READ_MS = 500;
/** A login of a hundred accounts would otherwise wait for a hundred calls with each page. */
const LABEL_KEPT_MS = 600_000;

/** How an account is shown in a choice. It decides nothing: who manages which account is read with every question. */
type AccountLabel = Pick<AccountReference, "name" | "currency">;

/** Checks the actor's permissions. */
export async function authorize(context: WhmcsContext, query: ActorQuery): Promise<AccountReference> {
  return (await admit(context, query)).account;
}

export async function readAccount(context: WhmcsContext, query: ActorQuery): Promise<CustomerAccount> {
  const { client, account } = await admit(context, query);
  const { companyname: company, email, country, credit: creditBalance } = client;
  // Nothing stands for a credit that does not read.
  if (creditBalance === null) throw new NoAnswer("unread");
  return { ...account, company, email, country, creditBalance };
}

/**
 * The accounts of a login that are not closed, by id. Which ones it manages is read with each question; how they are called may be ten
 * minutes old, and is left out of those that could not be read in time.
 */
export async function listManagedAccounts(context: WhmcsContext, { loginId }: LoginCall): Promise<ManagedAccount[]> {
  const until = Date.now() + LIST_MS;
  const user = await userOf(context, loginId);
  const managed = (user?.clients ?? []).toSorted((one, other) => one.id - other.id);
  const labels = await readLabels(
    context,
    managed.map(({ id }) => id),
    until,
  );
  return managed.flatMap(({ id, isOwner: owner }) => {
    const label = labels.get(id);
    return label === null ? [] : [{ id, name: label?.name ?? null, currency: label?.currency ?? null, owner }];
  });
}

/**
 * The labels of accounts, kept ones first; null for one that is closed or gone. Those that could not be read in time are missing.
 * @param until epoch milliseconds
 */
async function readLabels(
  context: WhmcsContext,
  accountIds: number[],
  until: number,
): Promise<ReadonlyMap<number, AccountLabel | null>> {
  const { kept } = context;
  const labels = new Map<number, AccountLabel | null>();
  const missing: number[] = [];
  for (const id of accountIds) {
    const label = kept.find<AccountLabel>(`label ${id}`, LABEL_KEPT_MS);
    if (label) labels.set(id, label);
    else missing.push(id);
  }
  const [countedFor] = accountIds;
  const reader = async (): Promise<void> => {
    for (let id = missing.shift(); id !== undefined; id = missing.shift()) {
      const deadlineMs = until - Date.now();
      if (deadlineMs < MIN_READ_MS) return;
      const call = { accountId: id, countedFor, deadlineMs, isOptional: true };
      const client = await orNoAnswer(findClient(context, call));
      if (client instanceof NoAnswer) {
        if (client.reason === "unread") continue;
        if (client.reason === "busy" || client.reason === "timeout") return;
        throw client;
      }
      const label = client && !isClosed(client) ? labelOf(referenceOf(client)) : null;
      labels.set(id, label);
      if (label) kept.keep(`label ${id}`, label);
    }
  };
  await inOrder(...Array.from({ length: PARALLEL_READS }, reader));
  return labels;
}

function labelOf({ name, currency }: AccountReference): AccountLabel {
  return { name, currency };
}

/** What a login may do on one account; null where it does not manage it. */
export async function readHolding(context: WhmcsContext, actor: Actor): Promise<Holding | null> {
  const held = await holdingOf(context, actor);
  return held && { ...referenceOf(held.client), owner: held.isOwner, permissions: held.permissions };
}

/**
 * The owner's sign-in address, not the contact address of the account; the login's own as it is now. Each is written to in the language
 * of the own last sign-in; an owner who never signed in, in the account's.
 */
export async function readRecipients(context: WhmcsContext, { loginId, accountId }: Actor): Promise<MailRecipients> {
  const [client, login] = await inOrder(
    context.api.find(getClientsDetails, { clientid: accountId }, { accountId }),
    userOf(context, loginId),
  );
  const owner = client?.users.find(({ is_owner }) => is_owner);
  const email = login?.email || client?.users.find(({ id }) => id === loginId)?.email;
  const languages = await languagesOf(context.db, [loginId, ...(owner ? [owner.id] : [])]);
  const isKnown = languages.has(loginId) && (!owner || languages.has(owner.id));
  const others = isKnown ? "en" : await languageOf(context, client);
  const to = (id: number, address: string | undefined | null): MailRecipient | null =>
    address ? { email: address, language: languages.get(id) ?? others } : null;
  return { owner: owner ? to(owner.id, owner.email) : null, login: to(loginId, email) };
}
