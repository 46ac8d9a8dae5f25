import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import { type AccountReference, type CustomerDomain, isEnded } from "../../../shared/billing-contract/customer.ts";
import type { OwnDomain, RenewalInvoice, Setting } from "../../../shared/billing-contract/domain-settings.ts";
import type { BillingUnavailable, NotFound, WriteRefused } from "../../../shared/billing-contract/result.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../shared/billing-contract/writes.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { NO_LONGER_HELD } from "../../../shared/ordering/registrar-settings.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { log } from "../../../shared/platform/log.ts";
import type { Client } from "../access/read-client.ts";
import { admitActing } from "../acting/admit-acting.ts";
import { preEffectError } from "../acting/pre-effect-errors.ts";
import { knownWords } from "../api/outcome.ts";
import { openRenewalInvoice, readUnpaidInvoices } from "../invoices/open-renewal-invoice.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { ownDomain } from "./own-domain.ts";
import { type ChangeFailure, makeTold } from "./told-changes.ts";

const ACTION = "UpdateClientDomain";
/** Its caller waits eight seconds for the whole. */
const WRITE_MS = 4_000;

/** An invoice for a renewal that was issued already stays, and is named: a change by an administrator cancels none. */
export async function setDomainAutoRenew(
  context: WhmcsContext,
  query: ActorQuery,
  { domain: name, autoRenew }: Setting<"autoRenew", boolean>,
): Promise<QuoteResult<OwnDomain>> {
  const held = await heldDomain(context, query, name);
  if (!held.ok) return held;
  const { account, client, domain } = held.value;
  const making = domain.autoRenew === autoRenew ? null : change(context, query, { client, domain }, autoRenew);
  // The owner is told even where the caller has left.
  if (making) context.waitUntil(making);
  const [problem, renewalInvoice] = await Promise.all([
    making,
    autoRenew ? null : renewalInvoiceOf(context, query, domain),
  ]);
  if (problem) return { ok: false, problem };
  const value: OwnDomain = { account, domain: { ...domain, autoRenew } };
  return { ok: true, value: renewalInvoice ? { ...value, renewalInvoice } : value };
}

export async function checkAutoRenewal(
  context: WhmcsContext,
  query: ActorQuery,
  { domain: name, autoRenew }: Setting<"autoRenew", boolean>,
): Promise<QuoteResult<WritePreview>> {
  const held = await heldDomain(context, query, name);
  if (!held.ok) return held;
  const { account, domain } = held.value;
  return { ok: true, value: previewOf(account, { changes: domain.autoRenew !== autoRenew }) };
}

/** The domain, where its automatic renewal can be set. */
async function heldDomain(
  context: WhmcsContext,
  query: ActorQuery,
  name: string,
): Promise<QuoteResult<{ account: AccountReference; client: Client; domain: CustomerDomain }>> {
  const [admitted, own] = await Promise.all([admitActing(context, query), ownDomain(context, query, name)]);
  if (!admitted.ok) return admitted;
  if (own.kind !== "ok") return unavailable(own);
  const domain = own.body;
  if (!domain) return { ok: false, problem: NOT_FOUND };
  if (isEnded(domain)) return { ok: false, problem: NO_LONGER_HELD };
  const { reference: account, client } = admitted.value;
  return { ok: true, value: { account, client, domain } };
}

async function renewalInvoiceOf(
  context: WhmcsContext,
  query: ActorQuery,
  domain: CustomerDomain,
): Promise<RenewalInvoice | null> {
  const open = await openRenewalInvoice(context, query, domain, await readUnpaidInvoices(context, query));
  switch (open.kind) {
    case "open":
      return { kind: "open", number: open.number };
    case "none":
      return null;
    case "unread":
    case "too_many":
      return { kind: "unknown" };
  }
}

/** @returns null once it is set; the owner is told where it was switched off, and the answer does not wait for that */
async function change(
  context: WhmcsContext,
  query: ActorQuery,
  owned: { client: Client; domain: CustomerDomain },
  autoRenew: boolean,
): Promise<Problem | null> {
  const { domain } = owned;
  const setting = () => set(context, query, domain, autoRenew);
  if (autoRenew) return (await setting())?.problem ?? null;
  const notice = { kind: "autoRenewOff", domain: domain.name, expiresOn: domain.expiresOn } as const;
  const made = await makeTold(context, query, owned, notice, setting);
  if ("problem" in made) return made.problem;
  context.waitUntil(made.telling);
  return null;
}

type Problem = WriteRefused | NotFound | BillingUnavailable;

/** Sets it, and reads it back whatever the answer was. @returns null once it is set */
async function set(
  context: WhmcsContext,
  query: ActorQuery,
  { id, name }: CustomerDomain,
  autoRenew: boolean,
): Promise<ChangeFailure<Problem> | null> {
  const { accountId, requestId } = query;
  const fields = { request_id: requestId, account: accountId, action: ACTION };
  // PHP takes the text `false` for yes.
  const parameters = { domainid: id, donotrenew: autoRenew ? 0 : 1 };
  const outcome = await context.api.write(ACTION, parameters, { accountId, requestId, deadlineMs: WRITE_MS });
  if (outcome.kind === "not_done") {
    return { problem: { code: "billing_unavailable", retryAfter: outcome.retryAfter }, isUnknown: false };
  }
  if (outcome.kind === "said_no") {
    log("billing_host_failed", { ...fields, reason: "refused", said: knownWords(outcome.text) });
    const error = preEffectError(ACTION, outcome.text);
    if (error?.kind === "refused") return { problem: error.problem, isUnknown: false };
  }
  const now = await ownDomain(context, query, name);
  if (now.kind !== "ok") return outcome.kind === "ok" ? null : { problem: unavailable(now).problem, isUnknown: true };
  if (now.body?.id === id && now.body.autoRenew === autoRenew) return null;
  log("billing_outcome_unknown", fields);
  return { problem: unavailable().problem, isUnknown: true };
}
