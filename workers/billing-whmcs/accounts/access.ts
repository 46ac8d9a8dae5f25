import { type Actor, type ActorQuery, PERMISSIONS, type Permission } from "../../../shared/billing-contract/call.ts";
import type { AccountReference } from "../../../shared/billing-contract/customer.ts";
import type { ActorRefused } from "../../../shared/billing-contract/result.ts";
import { type Client, getClientsDetails } from "../answers/accounts.ts";
import { inOrder, NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import type { PlainContext, WhmcsContext } from "../whmcs-context.ts";

/** An account to which the actor of a query has access. */
export interface Admitted {
  client: Client;
  account: AccountReference;
  permissions: Permission[];
}

/** A login's role on an account; `null` if the login does not manage it. */
export type HeldClient = { client: Client; isOwner: boolean; permissions: Permission[] } | null;

/** Thrown by {@link admit} if the actor lacks access for this query. `resultOf` converts the error to its problem. */
export class NotAdmitted extends Error {
  readonly problem: ActorRefused;

  constructor(problem: ActorRefused) {
    super(problem.code);
    this.problem = problem;
  }
}

/**
 * Checks the actor's current access in WHMCS. Callers may run this check in parallel with reads, but must not return
 * data until the check has succeeded.
 * @throws {NotAdmitted}
 */
export async function admit(context: WhmcsContext, query: ActorQuery): Promise<Admitted> {
  const held = await holdingOf(context, query);
  if (!held) throw new NotAdmitted({ code: "access_lost" });
  const { client, permissions } = held;
  const missing = query.permissions.find((needed) => !permissions.includes(needed));
  if (missing) throw new NotAdmitted({ code: "permission_denied", permission: missing });
  return { client, account: referenceOf(client), permissions };
}

/**
 * Returns the login's role and permissions on an account, from WHMCS's own table. Returns `null` if the account is
 * closed or the login does not manage it.
 */
export async function holdingOf(context: WhmcsContext, { loginId, accountId }: Actor): Promise<HeldClient> {
  const [access, client] = await inOrder(
    context.api.access(accountId, loginId),
    orNoAnswer(findClient(context, accountId)),
  );
  if (access && client instanceof NoAnswer) throw client;
  if (!access || !client || client instanceof NoAnswer || isClosed(client)) return null;
  const { owner: isOwner, permissions } = access;
  return { client, isOwner, permissions: PERMISSIONS.filter((one) => isOwner || permissions.includes(one)) };
}

/** Returns an account; `null` if it does not exist. */
export function findClient({ api }: PlainContext, accountId: number): Promise<Client | null> {
  return api.read(getClientsDetails, {}, { accountId });
}

/** Returns the name of an account: the company, or else the person's name, the e-mail address or the id. */
export function nameOf({ id, companyname, fullname, email }: NamedClient): string {
  return companyname ?? fullname ?? (email || `#${id}`);
}

type NamedClient = { email: string | null } & Pick<Client, "id" | "companyname" | "fullname">;

export function referenceOf(client: Client): AccountReference {
  return { id: client.id, name: nameOf(client), currency: client.currency_code };
}

export function isClosed({ status }: Pick<Client, "status">): boolean {
  return status.toLowerCase() === "closed";
}
