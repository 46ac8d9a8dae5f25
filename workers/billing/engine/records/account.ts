import type { Actor, ActorQuery, LoginCall } from "../../../../shared/billing-contract/call.ts";
import { consentFacts } from "../../../../shared/billing-contract/consent-facts.ts";
import type {
  ConsentQuery,
  CustomerAccount,
  DomainList,
  MailRecipient,
  ServiceList,
} from "../../../../shared/billing-contract/customer.ts";
import { ok } from "../../../../shared/billing-contract/result.ts";
import type { Store } from "../store/account-store.ts";
import { batchOf, sql } from "../store/sql.ts";
import { listDomains } from "./domains.ts";
import { listServices } from "./services.ts";

export function authorize({ accounts }: Store, query: ActorQuery) {
  return accounts.authorize(query);
}

export async function listManagedAccounts({ accounts }: Store, { loginId }: LoginCall) {
  return ok(await accounts.managedBy(loginId));
}

export async function readHolding({ accounts }: Store, { loginId, accountId }: Actor) {
  return ok((await accounts.managedBy(loginId)).find(({ id }) => id === accountId) ?? null);
}

export function readConsentFacts(store: Store, call: LoginCall, query: ConsentQuery) {
  const reads = {
    listManagedAccounts: (own: LoginCall) => listManagedAccounts(store, own),
    readHolding: (actor: Actor) => readHolding(store, actor),
    listDomains: (own: ActorQuery, list: DomainList) => listDomains(store, own, list),
    listServices: (own: ActorQuery, list: ServiceList) => listServices(store, own, list),
  };
  return consentFacts(reads, call, query);
}

export async function readAccount({ db, accounts }: Store, query: ActorQuery) {
  const account = sql(db)<Pick<CustomerAccount, "company" | "email" | "country" | "creditBalance">>`
    SELECT a.company, a.email, a.country, a.credit AS creditBalance FROM accounts a WHERE a.id = ${query.accountId}`;
  const read = await accounts.read(query, { account });
  if (!read.ok) return read;
  const { rows, account: reference } = read.value;
  const [row] = rows.account;
  if (!row) throw new Error("an account that is managed has no row");
  return ok({ ...reference, ...row });
}

/**
 * Reads the recipients of e-mails without access control. The actor does not see them, and e-mails are also sent after
 * the actor has lost access.
 */
export async function readRecipients({ db }: Store, { loginId, accountId }: Actor) {
  const owner = sql(db)<MailRecipient>`
    SELECT l.email, l.language FROM account_logins m JOIN logins l ON l.id = m.login_id
    WHERE m.account_id = ${accountId} AND m.owner = 1 ORDER BY l.id LIMIT 1`;
  const login = sql(db)<MailRecipient>`SELECT email, language FROM logins WHERE id = ${loginId}`;
  const rows = await batchOf(db, { owner, login });
  return ok({ owner: rows.owner[0] ?? null, login: rows.login[0] ?? null });
}
