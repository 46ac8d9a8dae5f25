import type { AccountReference, CustomerDomain, MailRecipient } from "../../../shared/billing-contract/customer.ts";
import type { TransferPrepared } from "../../../shared/billing-contract/domain-settings.ts";
import type { FoundWrite } from "../../../shared/billing-contract/writes.ts";
import { refusal } from "../../../shared/ordering/refusals.ts";
import { NOT_HERE } from "../../../shared/ordering/registrar-settings.ts";
import { GIVEN_UP, maskedAddress, NO_OWNER, transferObstacles } from "../../../shared/ordering/transfers-out.ts";
import { log } from "../../../shared/platform/log.ts";
import { findClient, isClosed, referenceOf } from "../accounts/access.ts";
import { ownerRecipient } from "../accounts/users.ts";
import type { Client } from "../answers/accounts.ts";
import { domainGetWhoisInfo, NO_RECIPIENT, NOT_MAILED, sentTo } from "../answers/registrar.ts";
import { inOrder, NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import { type DomainRecord, findDomain } from "../domains/domains.ts";
import {
  atRegistrar,
  changeAtRegistrar,
  lockCall,
  REGISTRAR_READ_MS,
  type RegistrarAnswer,
  readAtRegistrar,
} from "../domains/registrar.ts";
import { orRefused, Refused } from "../results.ts";
import { instantNow, todayOf, type WhmcsContext } from "../whmcs-context.ts";
import { type ActionRow, claimAction, endAction, outcomeNow, type StoredTransfer } from "./action-rows.ts";

/** The maximum time that one run works on a transfer. */
const CLAIM_MS = 60_000;
const GIVEN_UP_AFTER_MS = 86_400_000;

/** A transfer to another registrar that has passed all checks. */
export interface ReadyTransfer {
  account: AccountReference;
  domain: CustomerDomain;
  /**
   * Whether the domain must be unlocked first: locks are supported, and the registrar did not report the domain as
   * unlocked.
   */
  isToBeUnlocked: boolean;
  to: MailRecipient;
}

/**
 * Checks whether a domain can be transferred, and finds the recipient of its code. Changes nothing.
 * @throws {Refused}
 */
export async function judgeTransfer(
  context: WhmcsContext,
  client: Client,
  record: DomainRecord | null,
): Promise<ReadyTransfer> {
  const { domain, facts } = await readAtRegistrar(context, client.id, atRegistrar(record));
  const [obstacle] = transferObstacles(facts, domain.status, todayOf(context));
  if (obstacle) throw new Refused({ code: "not_allowed", reason: obstacle });
  const to = ownerRecipient(context, client);
  if (!to) throw new Refused(NO_OWNER);
  // The addon sends the code only to the account's e-mail address, and only if that is also the owner's.
  if (to.email.toLowerCase() !== client.email.toLowerCase()) throw new Refused(OTHER_ADDRESS);
  const isToBeUnlocked = facts.lockSupported && facts.locked !== false;
  return { account: referenceOf(client), domain, isToBeUnlocked, to };
}

/**
 * Completes a transfer that has begun: unlocks the domain and requests its transfer code, which the addon or the
 * registrar sends by e-mail.
 * @param ready the result of a check that has just run; if absent, the transfer is checked now
 * @returns `under_way` if another run works on the transfer, or if a retry is possible
 */
export async function finishTransfer(
  context: WhmcsContext,
  row: ActionRow,
  ready?: ReadyTransfer,
): Promise<FoundWrite> {
  const { db, now } = context;
  const { request } = row;
  const isClaimed = await claimAction(db, row, instantNow(context), instantNow(context, CLAIM_MS));
  if (request?.kind === "transfer" && isClaimed) {
    const judged = ready ? Promise.resolve(ready) : judgeAgain(context, row.accountId, request);
    const outcome = await orRefused(judged.then((transfer) => prepare(context, transfer)));
    const isLate = now() > Date.parse(row.begunAt) + GIVEN_UP_AFTER_MS;
    if (!(outcome instanceof Refused)) return endAction(db, row, "finish", { answer: outcome });
    if (!isPassing(outcome.problem)) return endAction(db, row, "refuse", { answer: outcome.problem });
    if (isLate) return endAction(db, row, "refuse", { answer: GIVEN_UP });
  }
  return outcomeNow(db, row);
}

/** Returns whether a problem is temporary, so that the next run may succeed. */
function isPassing({ code }: Refused["problem"]): boolean {
  return code === "billing_unavailable" || code === "server_unavailable";
}

/** Checks the transfer again, because the owner or the account may have changed. */
async function judgeAgain(
  context: WhmcsContext,
  accountId: number,
  { domain, domainId }: StoredTransfer,
): Promise<ReadyTransfer> {
  const [client, record] = await inOrder(findClient(context, accountId), findDomain(context, accountId, domain));
  if (!client || isClosed(client)) throw new Refused(NO_OWNER);
  if (record?.domain.id !== domainId) throw new Refused(NOT_HERE);
  return judgeTransfer(context, client, record);
}

/** Unlocks the domain if necessary, then requests the code. */
async function prepare(
  context: WhmcsContext,
  { account, domain, isToBeUnlocked }: ReadyTransfer,
): Promise<TransferPrepared> {
  const { id: accountId } = account;
  if (isToBeUnlocked) {
    const unlocked = await changeAtRegistrar(context, accountId, lockCall(domain.id, false));
    // `unsupported` is fine here: if the module has no lock, the domain is not locked.
    if ("problem" in unlocked) throw new Refused(unlocked.problem);
  }
  const request = { action: "DomainRequestEPP", parameters: { domainid: domain.id } };
  const asked = await changeAtRegistrar(context, accountId, request, (text) => saidByAddon(context, accountId, text));
  if (asked.kind === "unsupported") throw new Refused(NO_CODES);
  if (asked.kind !== "told") {
    const isKept = asked.problem === OTHER_ADDRESS || isPassing(asked.problem);
    throw new Refused(isKept ? asked.problem : CODE_REFUSED);
  }
  const prepared = { account, domain: domain.name, unlocked: true };
  const owner = sentTo(asked.value);
  if (owner !== null) return { ...prepared, sentBy: "provider", codeSentTo: maskedAddress(owner) };
  const call = { accountId, deadlineMs: REGISTRAR_READ_MS };
  const read = await orNoAnswer(context.api.read(domainGetWhoisInfo, { domainid: domain.id }, call));
  const codeSentTo = typeof read === "string" ? maskedAddress(read) : null;
  return { ...prepared, sentBy: "registrar", codeSentTo };
}

/** Converts the addon's own errors about a transfer code to problems. */
function saidByAddon({ requestId }: WhmcsContext, accountId: number, text: string): RegistrarAnswer<never> | null {
  if (text === NO_RECIPIENT) return { kind: "failed", problem: OTHER_ADDRESS };
  if (text !== NOT_MAILED) return null;
  log("transfer_mail_not_sent", { request_id: requestId, account: accountId });
  return { kind: "failed", problem: new NoAnswer("refused").problem };
}

const OTHER_ADDRESS = refusal(
  "not_allowed",
  "The transfer code goes only to the account's owner, but the account's e-mail address differs from the one that its owner signs in with. The provider can change that.",
  "Le code de transfert n’est envoyé qu’au titulaire du compte, et le compte a une autre adresse de courriel que celle avec laquelle son titulaire ouvre une session. Le fournisseur peut changer cela.",
);

const NO_CODES = refusal(
  "not_allowed",
  "The registrar does not provide the transfer code here. Ask the provider for it. The name may already be unlocked.",
  "Le bureau d’enregistrement ne donne pas de code de transfert de cette façon : demandez-le au fournisseur. Le nom est peut-être déverrouillé.",
);

const CODE_REFUSED = refusal(
  "refused",
  "The registrar refused to give the transfer code. The name may already be unlocked. The provider can tell you why.",
  "Le bureau d’enregistrement a refusé de donner le code de transfert. Le nom est peut-être déverrouillé. Le fournisseur peut dire pourquoi.",
);
