import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import { type CustomerDomain, isEnded } from "../../../shared/billing-contract/customer.ts";
import type { OwnDomain, RenewalInvoice, Setting } from "../../../shared/billing-contract/domain-settings.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { NO_LONGER_HELD } from "../../../shared/ordering/registrar-settings.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { log } from "../../../shared/platform/log.ts";
import { inOrder, knownWords, NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import { findDomain } from "../domains/domains.ts";
import { openRenewalInvoice } from "../invoices/invoices.ts";
import { type Decided, NO_ANSWER } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { admitActing } from "./acting.ts";
import { preEffectError } from "./pre-effect-errors.ts";
import { type ChangeFailure, makeTold } from "./told-changes.ts";

const ACTION = "UpdateClientDomain";
/** Its caller waits eight seconds for the whole. */
const WRITE_MS = 4_000;

/** An invoice for a renewal that was issued already stays, and is named: a change by an administrator cancels none. */
export async function setDomainAutoRenew(
  context: WhmcsContext,
  call: WriteCall,
  { domain: name, autoRenew }: Setting<"autoRenew", boolean>,
): Promise<Decided<OwnDomain | WritePreview>> {
  const { accountId } = call;
  const [admitted, own] = await inOrder(admitActing(context, call), findDomain(context, accountId, name));
  if ("refused" in admitted) return admitted;
  if (!own) return { refused: NOT_FOUND };
  const { domain } = own;
  if (isEnded(domain)) return { refused: NO_LONGER_HELD };
  const { account, client } = admitted;
  const changes = domain.autoRenew !== autoRenew;
  if (!call.commit) return previewOf(account, { changes });

  const set = () => setAutoRenew(context, accountId, domain, autoRenew);
  const notice = { kind: "autoRenewOff", domain: name, expiresOn: domain.expiresOn } as const;
  const making = !changes ? null : autoRenew ? set() : makeTold(context, { client, domain }, notice, set);
  // The owner is told even where the caller has left.
  if (making) context.waitUntil(making);
  const [made, renewalInvoice] = await Promise.all([
    making,
    autoRenew ? null : renewalInvoiceOf(context, accountId, domain),
  ]);
  if (made && "refused" in made) return { refused: made.refused };
  const value: OwnDomain = { account, domain: { ...domain, autoRenew } };
  return renewalInvoice ? { ...value, renewalInvoice } : value;
}

async function renewalInvoiceOf(
  context: WhmcsContext,
  accountId: number,
  domain: CustomerDomain,
): Promise<RenewalInvoice | null> {
  const open = await orNoAnswer(openRenewalInvoice(context, accountId, domain.id));
  if (open instanceof NoAnswer) return { kind: "unknown" };
  return open && { kind: "open", number: open.number };
}

/** Sets it, and reads it back whatever the answer was. @returns null once it is set */
async function setAutoRenew(
  context: WhmcsContext,
  accountId: number,
  { id, name }: CustomerDomain,
  autoRenew: boolean,
): Promise<ChangeFailure | null> {
  const fields = { request_id: context.requestId, account: accountId, action: ACTION };
  // PHP takes the text `false` for yes.
  const parameters = { domainid: id, donotrenew: autoRenew ? 0 : 1 };
  const outcome = await context.api.write(ACTION, parameters, { accountId, deadlineMs: WRITE_MS });
  if (outcome.kind === "not_done") {
    return { refused: { code: "billing_unavailable", retryAfter: outcome.retryAfter }, isUnknown: false };
  }
  if (outcome.kind === "said_no") {
    log("billing_host_failed", { ...fields, reason: "refused", said: knownWords(outcome.text) });
    const error = preEffectError(ACTION, outcome.text);
    if (error?.kind === "refused") return { refused: error.problem, isUnknown: false };
  }
  const now = await orNoAnswer(findDomain(context, accountId, name));
  if (now instanceof NoAnswer) return outcome.kind === "ok" ? null : { refused: now.problem, isUnknown: true };
  if (now?.domain.id === id && now.domain.autoRenew === autoRenew) return null;
  log("billing_outcome_unknown", fields);
  return { ...NO_ANSWER, isUnknown: true };
}
