import type { Actor, LoginCall } from "./call.ts";
import type {
  AccountResult,
  ConsentFacts,
  ConsentItems,
  ConsentQuery,
  CustomerReads,
  LimitLists,
  Page,
  WantedLists,
} from "./customer.ts";
import type { BillingResult } from "./result.ts";

type ListReads = Pick<CustomerReads, "listDomains" | "listServices">;
type ConsentReads = ListReads & Pick<CustomerReads, "listManagedAccounts" | "readHolding">;

/** Reads the facts of a consent page through a billing system's own reads, inside that system's Worker. */
export async function consentFacts(
  reads: ConsentReads,
  call: LoginCall,
  { accountId, ...wanted }: ConsentQuery,
): Promise<BillingResult<ConsentFacts>> {
  const managed = await reads.listManagedAccounts(call);
  if (!managed.ok) return managed;
  const accounts = managed.value;
  const account = accounts.find(({ id }) => id === accountId) ?? (accounts.length === 1 ? accounts[0] : undefined);
  if (!account) return { ok: true, value: { accounts, chosen: null } };
  const actor = { ...call, accountId: account.id };
  const [holding, lists] = await Promise.all([reads.readHolding(actor), limitLists(reads, actor, wanted)]);
  if (!holding.ok) return holding;
  return { ok: true, value: { accounts, chosen: holding.value && { holding: holding.value, ...lists } } };
}

/**
 * Reads the domains and services that a connection can be limited to. If one list fails, the other one is still
 * returned.
 */
export async function limitLists(reads: ListReads, actor: Actor, wanted: WantedLists): Promise<LimitLists> {
  const { listDomains, listServices } = reads;
  const [domains, services] = await Promise.all([
    wanted.domains && listDomains({ ...actor, permissions: ["domains"] }, wanted.domains).then(itemsOf),
    wanted.services && listServices({ ...actor, permissions: ["products"] }, wanted.services).then(itemsOf),
  ]);
  return { domains, services };
}

function itemsOf<Item, Key>(page: AccountResult<Page<Item, Key>>): ConsentItems<Item> | null {
  if (page.ok) return { items: page.value.items, more: page.value.next !== null };
  return page.problem.code === "billing_unavailable" ? null : { items: [], more: false };
}
