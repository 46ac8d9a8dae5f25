import { type Actor, type ActorQuery, PERMISSIONS, type Permission } from "../../../shared/billing-contract/call.ts";
import type { AccountReference } from "../../../shared/billing-contract/customer.ts";
import type { ActorRefused, BillingResult, BillingUnavailable } from "../../../shared/billing-contract/result.ts";
import { log } from "../../../shared/platform/log.ts";
import { getClientsDetails } from "../api/actions/get-clients-details.ts";
import { getUserPermissions } from "../api/actions/get-user-permissions.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { type Client, readClient } from "./read-client.ts";

/** An account that the actor may read as the query asks. */
export interface Admitted {
  client: Client;
  reference: AccountReference;
}

/** What the actor holds on an account; null where the login does not manage it. */
export type HeldClient = { client: Client; isOwner: boolean; permissions: Permission[] } | null;

/**
 * Checks the actor against the billing system as it is now, in parallel with the data: send both, and answer nothing of the data
 * before this has admitted the actor.
 */
export async function admit(
  context: WhmcsContext,
  query: ActorQuery,
): Promise<BillingResult<Admitted, BillingUnavailable | ActorRefused>> {
  const held = await holdingOf(context, query);
  if (!held.ok) return held;
  if (!held.value) return { ok: false, problem: { code: "access_lost" } };
  const { client, permissions } = held.value;
  const missing = query.permissions.find((needed) => !permissions.includes(needed));
  if (missing) return { ok: false, problem: { code: "permission_denied", permission: missing } };
  return { ok: true, value: { client, reference: referenceOf(client) } };
}

/**
 * The login's membership and permissions on an account. To lose an account ends connections for good: a list of users without the login
 * counts where WHMCS says too that the login has no permissions on the account.
 */
export async function holdingOf(context: WhmcsContext, actor: Actor): Promise<BillingResult<HeldClient>> {
  const { api } = context;
  const { loginId, accountId, requestId } = actor;
  const call = { accountId, requestId };
  const [details, listed] = await Promise.all([
    readClient(context, call),
    api.read(getUserPermissions, { user_id: loginId, client_id: accountId }, call),
  ]);
  if (details.kind === "said_no") return { ok: true, value: null };
  if (details.kind !== "ok") return unavailable(details);
  const client = details.body;
  const user = client.users.find(({ id }) => id === loginId);
  if (client.id !== accountId) {
    log("billing_foreign_row", { request_id: requestId, account: accountId, action: getClientsDetails.name });
    return unavailable();
  }
  if (isClosed(client)) return { ok: true, value: null };
  if (user?.is_owner) return { ok: true, value: { client, isOwner: true, permissions: [...PERMISSIONS] } };
  if (listed.kind === "said_no") return { ok: true, value: null };
  if (listed.kind !== "ok") return unavailable(listed);
  if (!user) {
    log("billing_answer_unread", {
      ...{ request_id: requestId, account: accountId },
      ...{ action: getClientsDetails.name, at: ["users"] },
    });
    return unavailable();
  }
  const { permissions } = listed.body;
  // Nothing is permitted by what cannot be read.
  if (!permissions) log("billing_permissions_unread", { request_id: requestId, account: accountId });
  return {
    ok: true,
    value: { client, isOwner: false, permissions: PERMISSIONS.filter((one) => permissions?.includes(one)) },
  };
}

/** An account that has neither company nor person is called by its address, or else by its number. */
export function referenceOf({ id, companyname, fullname, email, currency_code: currency }: Client): AccountReference {
  return { id, name: companyname ?? fullname ?? (email || `#${id}`), currency };
}

export function isClosed({ status }: Client): boolean {
  return status.toLowerCase() === "closed";
}
