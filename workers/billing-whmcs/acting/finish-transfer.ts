import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { AccountReference, CustomerDomain, MailRecipient } from "../../../shared/billing-contract/customer.ts";
import type { TransferPrepared } from "../../../shared/billing-contract/domain-settings.ts";
import type { BillingUnavailable, NotFound, WriteRefused } from "../../../shared/billing-contract/result.ts";
import { refusal } from "../../../shared/ordering/refusals.ts";
import { NOT_HERE } from "../../../shared/ordering/registrar-settings.ts";
import { GIVEN_UP, maskedAddress, NO_OWNER, transferObstacles } from "../../../shared/ordering/transfers-out.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import { log } from "../../../shared/platform/log.ts";
import { isClosed, referenceOf } from "../access/gate.ts";
import { type Client, readClient } from "../access/read-client.ts";
import { ownerRecipient } from "../accounts/owner-recipient.ts";
import { domainGetWhoisInfo, NO_RECIPIENT, NOT_MAILED, sentTo } from "../api/actions/registrar.ts";
import { lockCall, notAtRegistrar, readAtRegistrar } from "../domains/domain-at-registrar.ts";
import type { DomainRecord } from "../domains/list-domains.ts";
import { ownDomainRecord } from "../domains/own-domain.ts";
import { REGISTRAR_READ_MS, REGISTRAR_WRITE_MS, registrarWrite } from "../domains/registrar-answers.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { StoredTransfer } from "./order-request.ts";
import { instantNow, type StoredWrite } from "./stored-write.ts";

/** One run works on a transfer for less than that. */
const CLAIM_MS = 60_000;
const GIVEN_UP_AFTER_MS = 86_400_000;

/** A transfer away that nothing hinders. */
export interface ReadyTransfer {
  account: AccountReference;
  domain: CustomerDomain;
  /** The registrar's module knows a lock, and the name is not known to be without. */
  isToBeUnlocked: boolean;
  to: MailRecipient;
}

type Judged<Value, Problem> = { ok: true; value: Value } | { ok: false; problem: Problem };
type Query = Pick<WriteCall, "accountId" | "requestId">;

/** Whether a domain can be prepared for its transfer, and who gets its code. Has no effects. */
export async function judgeTransfer(
  context: WhmcsContext,
  query: Query,
  client: Client,
  row: DomainRecord | null,
): Promise<Judged<ReadyTransfer, WriteRefused | NotFound | BillingUnavailable>> {
  const { settings, now } = context;
  const problem = notAtRegistrar(row);
  if (problem || !row) return { ok: false, problem: problem ?? NOT_HERE };
  const read = await readAtRegistrar(context, query, row);
  if (!read.ok) return read;
  const { domain, facts } = read.value;
  const [obstacle] = transferObstacles(facts, domain.status, dayIn(settings.timeZone, now()));
  if (obstacle) return { ok: false, problem: { code: "not_allowed", reason: obstacle } };
  const to = await ownerRecipient(context, client, query.requestId);
  if (!to) return { ok: false, problem: NO_OWNER };
  // The addon mails to the account's address, and to no other than its owner's.
  if (to.email.toLowerCase() !== client.email.toLowerCase()) return { ok: false, problem: OTHER_ADDRESS };
  const isToBeUnlocked = facts.lockSupported && facts.locked !== false;
  return { ok: true, value: { account: referenceOf(client), domain, isToBeUnlocked, to } };
}

/**
 * Brings a transfer away that was begun to its end: the name is unlocked and its code mailed, by the addon.
 * @param ready what was judged a moment ago; otherwise it is judged again, by what is there now
 * @returns the row once it is done or refused; null where another run works on it, or it stays under way
 */
export async function finishTransfer(
  context: WhmcsContext,
  row: StoredWrite,
  request: StoredTransfer,
  ready?: ReadyTransfer,
): Promise<StoredWrite | null> {
  const { actions, now, requestId } = context;
  const until = new Date(now() + CLAIM_MS).toISOString();
  if (!(await actions.claim(row, instantNow(context), until))) return endedRow(context, row);
  const query = { accountId: row.accountId, requestId };
  const judged = ready ? ({ ok: true, value: ready } as const) : await judgeAgain(context, query, request);
  const outcome = judged.ok ? await prepare(context, query, judged.value) : judged;
  if (outcome.ok) await actions.settle(row, "done", outcome.value);
  else if (!isPassing(outcome.problem)) await actions.settle(row, "refused", outcome.problem);
  else if (now() > Date.parse(row.begunAt) + GIVEN_UP_AFTER_MS) await actions.settle(row, "refused", GIVEN_UP);
  return endedRow(context, row);
}

async function endedRow({ actions }: WhmcsContext, row: StoredWrite): Promise<StoredWrite | null> {
  const now = await actions.find(row);
  return now?.state === "done" || now?.state === "refused" ? now : null;
}

type Problem = WriteRefused | BillingUnavailable;

/** It may be gone with the next run. */
function isPassing({ code }: Problem): boolean {
  return code === "billing_unavailable" || code === "server_unavailable";
}

/** The account may have another owner by now, and the domain another account. */
async function judgeAgain(
  context: WhmcsContext,
  query: Query,
  { domain, domainId }: StoredTransfer,
): Promise<Judged<ReadyTransfer, Problem>> {
  const [client, row] = await Promise.all([readClient(context, query), ownDomainRecord(context, query, domain)]);
  if (client.kind === "said_no") return { ok: false, problem: NO_OWNER };
  if (client.kind !== "ok") return unavailable(client);
  if (client.body.id !== query.accountId) return unavailable();
  if (isClosed(client.body)) return { ok: false, problem: NO_OWNER };
  if (row.kind !== "ok") return unavailable(row);
  if (row.body?.domain.id !== domainId) return { ok: false, problem: NOT_HERE };
  const judged = await judgeTransfer(context, query, client.body, row.body);
  if (judged.ok) return judged;
  return { ok: false, problem: judged.problem.code === "not_found" ? NOT_HERE : judged.problem };
}

/** Unlocks the domain, and has its code mailed. */
async function prepare(
  { api }: WhmcsContext,
  query: Query,
  { account, domain, isToBeUnlocked }: ReadyTransfer,
): Promise<Judged<TransferPrepared, Problem>> {
  const { accountId, requestId } = query;
  const call = { accountId, requestId, deadlineMs: REGISTRAR_WRITE_MS };
  if (isToBeUnlocked) {
    const { action, parameters } = lockCall(domain.id, false);
    const unlocked = registrarWrite(query, action, await api.write(action, parameters, call));
    // Where the module knows no lock, nothing keeps the name.
    if ("problem" in unlocked) return { ok: false, problem: unlocked.problem };
  }
  const outcome = await api.write(REQUEST_CODE, { domainid: domain.id }, call);
  if (outcome.kind === "said_no" && outcome.text === NO_RECIPIENT) return { ok: false, problem: OTHER_ADDRESS };
  if (outcome.kind === "said_no" && outcome.text === NOT_MAILED) {
    log("transfer_mail_not_sent", { request_id: requestId, account: accountId });
    return unavailable();
  }
  const asked = registrarWrite(query, REQUEST_CODE, outcome);
  if (asked.kind === "unsupported") return { ok: false, problem: NO_CODES };
  if (asked.kind !== "told") return { ok: false, problem: isPassing(asked.problem) ? asked.problem : CODE_REFUSED };
  const prepared = { account, domain: domain.name, unlocked: true };
  const owner = sentTo(asked.value);
  if (owner !== null) return { ok: true, value: { ...prepared, sentBy: "provider", codeSentTo: maskedAddress(owner) } };
  const read = await api.read(domainGetWhoisInfo, { domainid: domain.id }, { ...call, deadlineMs: REGISTRAR_READ_MS });
  const registrant = read.kind === "ok" ? read.body : null;
  const codeSentTo = registrant === null ? null : maskedAddress(registrant);
  return { ok: true, value: { ...prepared, sentBy: "registrar", codeSentTo } };
}

const REQUEST_CODE = "DomainRequestEPP";

const OTHER_ADDRESS = refusal(
  "not_allowed",
  "The transfer code is mailed to the account's owner only, and the account is written to at another address than its owner signs in with. The provider can change that.",
  "Le code de transfert n’est envoyé qu’au propriétaire du compte, et le compte a une autre adresse de courriel que celle avec laquelle son propriétaire se connecte. Le fournisseur peut changer cela.",
);

const NO_CODES = refusal(
  "not_allowed",
  "The registrar gives no transfer code this way: ask the provider for it. The name may be unlocked by now.",
  "Le bureau d’enregistrement ne donne pas de code de transfert de cette façon : demandez-le au fournisseur. Le nom est peut-être déverrouillé.",
);

const CODE_REFUSED = refusal(
  "refused",
  "The registrar refused to give the transfer code. The name may be unlocked by now. The provider can tell why.",
  "Le bureau d’enregistrement a refusé de donner le code de transfert. Le nom est peut-être déverrouillé. Le fournisseur peut dire pourquoi.",
);
