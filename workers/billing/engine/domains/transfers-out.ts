import type { WriteCall } from "../../../../shared/billing-contract/call.ts";
import { type AccountReference, isRegistered } from "../../../../shared/billing-contract/customer.ts";
import type { TransferPrepared } from "../../../../shared/billing-contract/domain-settings.ts";
import { failure, ok, unavailable } from "../../../../shared/billing-contract/result.ts";
import type { WritePreview } from "../../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import type { WriteRefusal } from "../../../../shared/ordering/refusals.ts";
import { NOT_HERE } from "../../../../shared/ordering/registrar-settings.ts";
import {
  GIVEN_UP,
  maskedAddress,
  NO_OWNER,
  NO_SENDER,
  transferObstacles,
  UNDER_WAY,
} from "../../../../shared/ordering/transfers-out.ts";
import { instantOf } from "../../../../shared/platform/calendar.ts";
import { log, logFailure } from "../../../../shared/platform/log.ts";
import { answerOf, findActionRow, runWrite, type WriteRow } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import { type DomainRow, domainRead, toDomain } from "../records/domains.ts";
import { withdrawDomainOrders } from "../records/orders.ts";
import type { Registrar } from "../registrar/registrar.ts";
import { readOwner } from "../store/account-store.ts";
import { sql } from "../store/sql.ts";
import { readAtRegistrar, registrarRefusal } from "./registrar-settings.ts";

export const transferWrites = { transferDomainOut };

const OPERATION = "transferDomainOut";
const CLAIM_MS = 60_000;
const GIVEN_UP_AFTER_MS = 86_400_000;
const DETECTION_WINDOW_MS = 90 * 86_400_000;
/**
 * How long the registrar must report a domain as missing before the domain is marked as transferred away. A single
 * wrong reply must not be enough.
 */
const MISSING_FOR_MS = 86_400_000;

/** A transfer in progress, as stored in `actions.answer`. It does not contain the auth code. */
interface PreparedTransfer {
  account: AccountReference;
  domain: string;
}

type TransferOutcome = { ok: true; value: TransferPrepared } | { ok: false; problem: WriteRefusal };

/**
 * Starts a transfer to another registrar. It stores the start before it changes anything at the registrar, so a
 * scheduled run can complete the transfer after a failure. The auth code is never stored: it goes directly from the
 * registrar into the e-mail.
 */
async function transferDomainOut(
  engine: EngineContext,
  call: WriteCall,
  { domain: name }: { domain: string },
): Promise<QuoteResult<TransferPrepared | WritePreview>> {
  const { db, accounts, mails } = engine;
  const earlier = findActionRow(db, call, call.reference);
  const underWay = sql(db)`SELECT 1 FROM actions
    WHERE account_id = ${call.accountId} AND state = 'under_way' AND json_extract(answer, '$.domain') = ${name}`;
  const reads = { domain: domainRead(db, call.accountId, name), underWay };
  const read = call.commit ? await accounts.read(call, { earlier }) : null;
  if (read && !read.ok) return read;
  let begun = read?.value.rows.earlier[0] ?? null;
  if (!begun) {
    const stored = await runWrite<typeof reads, PreparedTransfer | TransferPrepared>(engine, call, {
      operation: OPERATION,
      state: "under_way",
      reads,
      async decide(snapshot) {
        const { account, facts, moment, rows } = snapshot;
        const [row] = rows.domain;
        const held = await readAtRegistrar(engine, { state: snapshot, row: row ?? null });
        if (!held.ok) return { refused: held.problem };
        const { domain, registered, transferredOn } = held.value;
        const [obstacle] = transferObstacles({ ...registered, transferredOn }, domain.status, moment.today);
        if (obstacle) return { refused: { code: "not_allowed", reason: obstacle } };
        if (!facts.owner) return { refused: NO_OWNER };
        if (!mails.isOn) return { refused: NO_SENDER };
        if (rows.underWay.length > 0) return { refused: UNDER_WAY };
        return { statements: [], value: { account, domain: name } };
      },
    });
    // The result is a preview, or comes from a concurrent call with the same reference.
    if (stored.ok && ("changes" in stored.value || "codeSentTo" in stored.value)) return ok(stored.value);
    // A concurrent call with the same reference may have started the transfer. Continue that transfer instead of
    // refusing.
    if (!stored.ok) begun = await earlier.first<WriteRow>();
    if (!stored.ok && !begun) return stored;
  }
  if (begun && (begun.operation !== OPERATION || begun.state !== "under_way")) return answerOf(begun, OPERATION);
  return (await complete(engine, call.accountId, call.reference)) ?? unavailable();
}

interface UnderWay {
  account: number;
  reference: string;
}

export async function completeTransfersOut(engine: EngineContext, limit: number): Promise<void> {
  const { db, clock, requestId: request_id } = engine;
  const { at } = await clock.read(db);
  const { results } = await sql(db)`
    SELECT account_id AS account, reference FROM actions
    WHERE state = 'under_way' AND claimed_until <= ${at} ORDER BY begun_at LIMIT ${limit}`.all<UnderWay>();
  for (const { account, reference } of results) {
    await logFailure("transfer_not_ended", complete(engine, account, reference), { request_id, account });
  }
}

/**
 * Marks domains as transferred away if the registrar has reported them as missing for a day. Checks only domains that
 * were already missing, and domains whose auth code was recently mailed.
 */
export async function detectCompletedTransfersOut(engine: EngineContext, limit: number): Promise<void> {
  const { db, clock, registrar, requestId: request_id } = engine;
  if (!registrar) return;
  const { at } = await clock.read(db);
  // With a random order, successive runs eventually check all domains.
  const { results } = await sql(db)`
    SELECT * FROM (SELECT d.id, d.account_id, d.name
      FROM actions a JOIN domains d ON d.account_id = a.account_id AND d.name = json_extract(a.answer, '$.domain')
      WHERE a.operation = ${OPERATION} AND a.state = 'done' AND a.begun_at > ${instantOf(at - DETECTION_WINDOW_MS)}
        AND d.status IN ('active', 'grace', 'redemption')
      UNION SELECT id, account_id, name FROM domains
        WHERE missing_since IS NOT NULL AND status IN ('active', 'grace', 'redemption'))
    ORDER BY random() LIMIT ${limit}`.all<PreparedDomain>();
  for (const domain of results) {
    const fields = { request_id, account: domain.account_id, domain: domain.id };
    const marked = markIfGone(engine, registrar, domain.account_id, domain.name);
    await logFailure("departure_not_noticed", marked, fields);
  }
}

/**
 * Records when the registrar first reported an account's domain as missing, or clears that time if the registrar has
 * the domain. After a day, marks a missing domain as transferred away.
 */
async function markIfGone(
  { db, clock, accounts, requestId }: EngineContext,
  registrar: Registrar,
  account: number,
  name: string,
) {
  const read = await registrar.read(name, requestId);
  if (!read.ok) return;
  const row = await domainRead(db, account, name).first<DomainRow>();
  if (!row || !isRegistered(toDomain(row))) return;
  const { at } = await clock.read(db);
  const since = read.value ? null : (row.missingSince ?? at);
  const isGone = since !== null && since <= at - MISSING_FOR_MS;
  if (!isGone && since === row.missingSince) return;
  const left = sql(db)`UPDATE domains SET status = 'transferred_away', next_due_on = NULL WHERE id = ${row.id}`;
  const noted = sql(db)`UPDATE domains SET missing_since = ${since} WHERE id = ${row.id}`;
  await accounts.writeAsEngine(account, null, isGone ? [left, ...withdrawDomainOrders(db, row.id)] : [noted]);
}

/**
 * Completes a transfer. Returns `null` if another run has claimed or ended the transfer, or if the transfer cannot be
 * completed yet.
 */
async function complete(engine: EngineContext, accountId: number, reference: string): Promise<TransferOutcome | null> {
  const { db, clock, registrar } = engine;
  const { at } = await clock.read(db);
  const claimed = await sql(db)`
    UPDATE actions SET claimed_until = ${at + CLAIM_MS}
    WHERE account_id = ${accountId} AND reference = ${reference} AND state = 'under_way' AND claimed_until <= ${at}
    RETURNING answer, begun_at`.first<{ answer: string; begun_at: string }>();
  if (!claimed || !registrar) return null;
  const isGivenUp = at > Date.parse(claimed.begun_at) + GIVEN_UP_AFTER_MS;
  const preparation: PreparedTransfer = JSON.parse(claimed.answer);
  const outcome = (await unlockAndMail(engine, registrar, preparation)) ?? (isGivenUp ? failure(GIVEN_UP) : null);
  if (outcome === null) return null;
  // An earlier e-mail may have arrived although its delivery was not confirmed. The customer may have used the code to
  // transfer the domain.
  if (!outcome.ok) await markIfGone(engine, registrar, accountId, preparation.domain);
  await sql(db)`
    UPDATE actions SET state = ${outcome.ok ? "done" : "refused"},
      answer = ${JSON.stringify(outcome.ok ? outcome.value : outcome.problem)}
    WHERE account_id = ${accountId} AND reference = ${reference} AND state = 'under_way'`.run();
  return outcome;
}

/**
 * Unlocks the domain and mails the auth code to the owner. Returns `null` if the registrar does not respond, if the
 * provider must fix a problem there, or if the e-mail cannot be sent. A later run then retries.
 */
async function unlockAndMail(
  { db, mails, requestId }: EngineContext,
  registrar: Registrar,
  { account, domain }: PreparedTransfer,
): Promise<TransferOutcome | null> {
  const read = await registrar.read(domain, requestId);
  if (!read.ok) return refusalOf(read);
  if (!read.value) return failure(NOT_HERE);
  if (read.value.locked) {
    const unlocked = await registrar.setLock(domain, false, requestId);
    if (!unlocked.ok) return refusalOf(unlocked);
  }
  const code = await registrar.readAuthCode(domain, requestId);
  if (!code.ok) return refusalOf(code);
  // The account's owner may have changed since the transfer started.
  const to = await readOwner(db, account.id);
  if (!to) return failure(NO_OWNER);
  try {
    await mails.transferCode(to, { domain, code: code.value }, requestId);
  } catch (cause) {
    log("transfer_mail_not_sent", { request_id: requestId, account: account.id, cause });
    return null;
  }
  return ok({ account, domain, unlocked: true, sentBy: "provider", codeSentTo: maskedAddress(to.email) });
}

/**
 * Returns the registrar's refusal. Returns `null` if the registrar did not respond, or if the provider must fix the
 * problem at the registrar.
 */
function refusalOf(result: Parameters<typeof registrarRefusal>[0]): TransferOutcome | null {
  return result.problem.kind === "refused" ? failure(registrarRefusal(result)) : null;
}

interface PreparedDomain {
  id: number;
  account_id: number;
  name: string;
}
