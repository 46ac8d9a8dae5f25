import {
  type ActorLogin,
  type ActorQuery,
  PERMISSIONS,
  type Permission,
} from "../../../shared/billing-contract/actor.ts";
import type {
  AccountResult,
  AccountService,
  CustomerBilling,
  Holding,
} from "../../../shared/billing-contract/customer.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";

export type HoldingBilling = Pick<CustomerBilling, "readHolding" | "listManagedAccounts">;
export type ServiceBilling = Pick<CustomerBilling, "readService" | "listServices">;

/** What a login may do on one account; null where it does not manage it. */
export function readHolding(
  billing: HoldingBilling,
  { loginId }: ActorLogin,
  accountId: number,
  requestId: string | undefined,
): Promise<BillingResult<Holding | null>> {
  return orBefore(
    () => billing.readHolding(loginId, accountId, requestId),
    async () => {
      const managed = await billing.listManagedAccounts(loginId, requestId);
      if (!managed.ok) return managed;
      return { ok: true, value: holdingBefore(managed.value.find(({ id }) => id === accountId) as HoldingBefore) };
    },
  );
}

/** One service of an account; null where it has none of that id. */
export function readService(
  billing: ServiceBilling,
  query: ActorQuery,
  id: number,
): Promise<AccountResult<AccountService>> {
  return orBefore(
    () => billing.readService(query, id),
    async () => {
      const list = { status: "all", limit: 1, within: { kind: "service", id } } as const;
      const page = await billing.listServices(query, list);
      return page.ok
        ? { ok: true, value: { account: page.value.account, service: page.value.items[0] ?? null } }
        : page;
    },
  );
}

/** The list of the version before has every name, and the permissions. */
type HoldingBefore = (Omit<Holding, "permissions"> & { permissions?: Permission[] }) | undefined;

function holdingBefore(managed: HoldingBefore): Holding | null {
  if (!managed) return null;
  return { ...managed, permissions: managed.permissions ?? (managed.owner ? [...PERMISSIONS] : []) };
}

/** What RPC says of a method that the other side lacks, and JavaScript of one that an object lacks. */
const NO_SUCH_METHOD = /does not implement|is not a function/;

/**
 * Asks a question that a billing Worker of the version before does not know; of such a one, as the version before did. The stand-ins
 * go with the next release.
 */
async function orBefore<Answer>(ask: () => Promise<Answer>, before: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof TypeError && NO_SUCH_METHOD.test(cause.message))) throw cause;
    return before();
  }
}
