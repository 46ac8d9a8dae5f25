import type { Actor, ActorQuery, LoginCall } from "../../../shared/billing-contract/call.ts";
import type {
  AccountReference,
  CustomerAccount,
  Holding,
  MailRecipients,
  ManagedAccount,
} from "../../../shared/billing-contract/customer.ts";
import { inOrder, NoAnswer } from "../bridge/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { admit, findClient, holdingOf, isClosed, nameOf, referenceOf } from "./access.ts";
import { findUser, ownerRecipient } from "./users.ts";

/** Returns the account if the actor has the required permissions. @throws {NotAdmitted} */
export async function authorize(context: WhmcsContext, query: ActorQuery): Promise<AccountReference> {
  return (await admit(context, query)).account;
}

export async function readAccount(context: WhmcsContext, query: ActorQuery): Promise<CustomerAccount> {
  const { client, account } = await admit(context, query);
  const { companyname: company, email, country, credit: creditBalance } = client;
  // Do not return an unreadable credit balance as 0.
  if (creditBalance === null) throw new NoAnswer("unread");
  return { ...account, company, email, country, creditBalance };
}

/** Returns the open accounts of a login, sorted by id. */
export async function listManagedAccounts(context: WhmcsContext, { loginId }: LoginCall): Promise<ManagedAccount[]> {
  const user = await findUser(context, { id: loginId });
  const open = (user?.clients ?? []).filter((client) => !isClosed(client));
  return open
    .toSorted((one, other) => one.id - other.id)
    .map((client) => ({
      ...{ id: client.id, name: nameOf(client) },
      ...{ currency: client.currency_code, owner: client.isOwner },
    }));
}

/** Returns a login's permissions on one account; `null` if the login does not manage it. */
export async function readHolding(context: WhmcsContext, actor: Actor): Promise<Holding | null> {
  const held = await holdingOf(context, actor);
  return held && { ...referenceOf(held.client), owner: held.isOwner, permissions: held.permissions };
}

/**
 * Returns the e-mail recipients for an account: the owner and the login. Both have the address that they use to sign
 * in, so the owner's address may differ from the account's contact address.
 */
export async function readRecipients(context: WhmcsContext, { loginId, accountId }: Actor): Promise<MailRecipients> {
  const [client, login] = await inOrder(findClient(context, accountId), findUser(context, { id: loginId }));
  return {
    owner: client && ownerRecipient(context, client),
    login: login && { email: login.email, language: login.language },
  };
}
