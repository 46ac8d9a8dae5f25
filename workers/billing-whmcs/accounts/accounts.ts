import type { Actor, ActorQuery, LoginCall } from "../../../shared/billing-contract/call.ts";
import type {
  AccountReference,
  CustomerAccount,
  Holding,
  MailRecipients,
  ManagedAccount,
} from "../../../shared/billing-contract/customer.ts";
import { getClientsDetails } from "../answers/accounts.ts";
import { inOrder, NoAnswer } from "../bridge/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { admit, holdingOf, isClosed, nameOf, referenceOf } from "./access.ts";
import { languageOf, languageOfLogin, ownerRecipient, userOf } from "./logins.ts";

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

/** The accounts of a login that are not closed, by id. */
export async function listManagedAccounts(context: WhmcsContext, { loginId }: LoginCall): Promise<ManagedAccount[]> {
  const user = await userOf(context, loginId);
  const open = (user?.clients ?? []).filter((client) => !isClosed(client));
  return open
    .toSorted((one, other) => one.id - other.id)
    .map((client) => ({
      ...{ id: client.id, name: nameOf(client) },
      ...{ currency: client.currency_code, owner: client.isOwner },
    }));
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
  const owner = client && (await ownerRecipient(context, client));
  const language = (await languageOfLogin(context.db, loginId)) ?? languageOf(context, client);
  return { owner, login: login && { email: login.email, language } };
}
