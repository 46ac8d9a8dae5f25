import type { LoginCall, Permission } from "./call.ts";
import type { AccountResult, ConsentFacts, ConsentItems, ConsentQuery, CustomerReads, Page } from "./customer.ts";
import type { BillingResult } from "./result.ts";

type ConsentReads = Pick<CustomerReads, "listManagedAccounts" | "readHolding" | "listDomains" | "listServices">;

/** Reads the facts of a consent with a billing system's own reads, in its own Worker. */
export async function consentFacts(
  reads: ConsentReads,
  call: LoginCall,
  { accountId, status, within, limit }: ConsentQuery,
): Promise<BillingResult<ConsentFacts>> {
  const managed = await reads.listManagedAccounts(call);
  if (!managed.ok) return managed;
  const accounts = managed.value;
  const account = accounts.find(({ id }) => id === accountId) ?? (accounts.length === 1 ? accounts[0] : undefined);
  if (!account) return { ok: true, value: { accounts, chosen: null } };
  const query = (...permissions: Permission[]) => ({ ...call, accountId: account.id, permissions });
  const list = { status, within, limit };
  const [holding, domains, services] = await Promise.all([
    reads.readHolding(query()),
    reads.listDomains(query("domains"), list).then(itemsOf),
    reads.listServices(query("products"), list).then(itemsOf),
  ]);
  if (!holding.ok) return holding;
  if (!domains.ok) return domains;
  if (!services.ok) return services;
  const chosen = holding.value && { holding: holding.value, domains: domains.value, services: services.value };
  return { ok: true, value: { accounts, chosen } };
}

function itemsOf<Item, Key>(page: AccountResult<Page<Item, Key>>): BillingResult<ConsentItems<Item>> {
  if (page.ok) return { ok: true, value: { items: page.value.items, more: page.value.next !== null } };
  const { problem } = page;
  if (problem.code === "billing_unavailable") return { ok: false, problem };
  return { ok: true, value: { items: [], more: false } };
}
