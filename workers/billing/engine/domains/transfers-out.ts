import type { Action, ActionResult, TransferPrepared } from "../../../../shared/billing-contract/actions.ts";
import type { AccountReference } from "../../../../shared/billing-contract/customer.ts";
import type { ActionRefused } from "../../../../shared/billing-contract/result.ts";
import { log, logFailure } from "../../../../shared/platform/log.ts";
import { answerOf } from "../actions/action-runner.ts";
import { type ActionRow, findActionRow } from "../actions/find-action.ts";
import { because } from "../actions/refusals.ts";
import type { BillingClock } from "../clock/billing-clock.ts";
import { instantOf } from "../clock/days.ts";
import type { BillingMails, NoticeRecipient } from "../mails/billing-mails.ts";
import { maskedAddress } from "../mails/masked-address.ts";
import type { Registrar } from "../registrar/registrar.ts";
import { type AccountGate, RevisionConflict } from "../store/account-gate.ts";
import { found, unavailable } from "../store/results.ts";
import { atRegistrar, ownDomainOf, registrarRefusal } from "./registered-domain.ts";
import { transferObstacles } from "./transfer-rules.ts";
import { withdrawRenewal } from "./withdraw-renewal.ts";

const CLAIM_MS = 60_000;
const MAX_ATTEMPTS = 20;
const GIVEN_UP_AFTER_MS = 86_400_000;

/** What is under way, as `actions.answer` has it; nothing of the code. */
interface Preparing {
  account: AccountReference;
  domain: string;
  to: NoticeRecipient;
}

/**
 * Transfers away. That one is begun is written before the registrar is asked, so that what was half done is brought to its
 * end by the clock. The code goes from the registrar to the mail and nowhere else.
 */
export class TransfersOut {
  readonly #db: D1Database;
  readonly #gate: AccountGate;
  readonly #clock: BillingClock;
  readonly #registrar: Registrar | null;
  readonly #mails: BillingMails;

  constructor(
    db: D1Database,
    gate: AccountGate,
    clock: BillingClock,
    registrar: Registrar | null,
    mails: BillingMails,
  ) {
    this.#db = db;
    this.#gate = gate;
    this.#clock = clock;
    this.#registrar = registrar;
    this.#mails = mails;
  }

  async prepare(action: Action, domain: string): Promise<ActionResult<TransferPrepared>> {
    for (let round = 0; round < MAX_ATTEMPTS; round++) {
      const earlier = await this.#gate.state(action, [findActionRow(this.#db, action, action.reference)]);
      if (!earlier.ok) return earlier;
      const row = earlier.value.results[0]?.results[0] as ActionRow | undefined;
      if (row) return this.#goOn(action, row);

      const begun = await this.#begin(action, domain);
      if (begun !== "begun") return begun;
      // Begun by this call or by another one with the same reference: the row says it.
    }
    return unavailable();
  }

  /** Brings to their end those that were begun and not ended. */
  async endDue(limit: number, requestId: string): Promise<void> {
    const { at } = await this.#clock.read(this.#db);
    const { results } = await this.#db
      .prepare(
        `SELECT account_id, reference FROM actions
         WHERE state = 'under_way' AND claimed_until <= ? ORDER BY begun_at LIMIT ?`,
      )
      .bind(at, limit)
      .all<{ account_id: number; reference: string }>();
    for (const { account_id: account, reference } of results) {
      await logFailure("transfer_not_ended", this.#end(account, reference, requestId), {
        request_id: requestId,
        account,
      });
    }
  }

  /** Names that left: their code was mailed, and the registrar no longer has them. */
  async noticeDepartures(limit: number, requestId: string): Promise<void> {
    if (!this.#registrar) return;
    const { at } = await this.#clock.read(this.#db);
    const { results } = await this.#db
      .prepare(DEPARTING)
      .bind(instantOf(at - DEPARTS_WITHIN_MS), limit)
      .all<DepartingDomain>();
    for (const domain of results) {
      const { id, account_id: account } = domain;
      const noticed = this.#noticeDeparture(this.#registrar, domain, requestId);
      await logFailure("departure_not_noticed", noticed, { request_id: requestId, account, domain: id });
    }
  }

  async #noticeDeparture(
    registrar: Registrar,
    { id, account_id: account, name }: DepartingDomain,
    requestId: string,
  ): Promise<void> {
    const read = await registrar.read(name, requestId);
    if (!read.ok || read.value) return;
    const left = this.#db.prepare("UPDATE domains SET status = 'transferred_away', next_due_on = NULL WHERE id = ?");
    await this.#gate.writeItself(account, null, [left.bind(id), ...withdrawRenewal(this.#db, id)]);
  }

  async #begin(action: Action, name: string): Promise<"begun" | ActionResult<TransferPrepared>> {
    const own = await ownDomainOf(this.#db, this.#gate, action, name);
    if (!own.ok) return own;
    const read = await atRegistrar(this.#registrar, own.value, action.requestId);
    if (!read.ok) return read;
    const { state, domain, registered } = read.value;
    const { at, today } = this.#clock.moment(state.clockOffsetMs);
    const { account, facts, revision } = state;
    const [obstacle] = transferObstacles(registered, domain.status, today);
    if (obstacle) return { ok: false, problem: { code: "not_allowed", reason: obstacle } };
    if (!facts.owner) return { ok: false, problem: NOBODY_TO_WRITE_TO };
    if (!this.#mails.isOn) return { ok: false, problem: NO_SENDER };
    // After the account was read: what another call begins from here on changes the account's revision.
    if (await this.#isUnderWay(action.accountId, name)) return { ok: false, problem: UNDER_WAY };
    const preparing: Preparing = { account, domain: name, to: facts.owner };
    const begin = this.#db
      .prepare(
        `INSERT INTO actions (account_id, reference, operation, login_id, begun_at, state, answer)
         VALUES (?, ?, 'transferDomainOut', ?, ?, 'under_way', ?)`,
      )
      .bind(action.accountId, action.reference, action.loginId, instantOf(at), JSON.stringify(preparing));
    try {
      await this.#gate.write(action, revision, [begin]);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
    return "begun";
  }

  async #isUnderWay(accountId: number, domain: string): Promise<boolean> {
    const row = await this.#db
      .prepare(
        `SELECT 1 FROM actions WHERE account_id = ? AND state = 'under_way' AND json_extract(answer, '$.domain') = ?`,
      )
      .bind(accountId, domain)
      .first();
    return row !== null;
  }

  async #goOn(action: Action, row: ActionRow): Promise<ActionResult<TransferPrepared>> {
    if (row.operation !== "transferDomainOut" || row.state !== "under_way") return answerOf(row, "transferDomainOut");
    return (await this.#end(action.accountId, action.reference, action.requestId)) ?? unavailable();
  }

  /** Null: somebody else is at it, or the registrar or the mail did not answer and it stays under way. */
  async #end(
    accountId: number,
    reference: string,
    requestId: string | undefined,
  ): Promise<ActionResult<TransferPrepared> | null> {
    const { at } = await this.#clock.read(this.#db);
    const claimed = await this.#db
      .prepare(
        `UPDATE actions SET claimed_until = ? WHERE account_id = ? AND reference = ? AND state = 'under_way'
         AND claimed_until <= ? RETURNING answer, begun_at`,
      )
      .bind(at + CLAIM_MS, accountId, reference, at)
      .first<{ answer: string; begun_at: string }>();
    if (!claimed || !this.#registrar) return null;
    const preparing: Preparing = JSON.parse(claimed.answer);
    const ended =
      (await this.#unlockAndMail(this.#registrar, preparing, requestId)) ??
      (at > Date.parse(claimed.begun_at) + GIVEN_UP_AFTER_MS ? { ok: false as const, problem: GIVEN_UP } : null);
    if (ended === null) return null;
    const [state, answer] = ended.ok ? ["done", ended.value] : ["refused", ended.problem];
    await this.#db
      .prepare(
        "UPDATE actions SET state = ?, answer = ? WHERE account_id = ? AND reference = ? AND state = 'under_way'",
      )
      .bind(state, JSON.stringify(answer), accountId, reference)
      .run();
    return ended.ok ? found(ended.value) : ended;
  }

  async #unlockAndMail(
    registrar: Registrar,
    { account, domain, to }: Preparing,
    requestId: string | undefined,
  ): Promise<{ ok: true; value: TransferPrepared } | { ok: false; problem: ActionRefused } | null> {
    const read = await registrar.read(domain, requestId);
    if (!read.ok) return read.problem.kind === "unavailable" ? null : refusedBy(read);
    if (read.value?.locked) {
      const unlocked = await registrar.setLock(domain, false, requestId);
      if (!unlocked.ok) return unlocked.problem.kind === "unavailable" ? null : refusedBy(unlocked);
    }
    try {
      const code = await registrar.readAuthCode(domain, requestId);
      if (!code.ok) return code.problem.kind === "unavailable" ? null : refusedBy(code);
      await this.#mails.transferCode(to, { domain, code: code.value }, requestId);
    } catch (cause) {
      log("transfer_mail_not_sent", { request_id: requestId, account: account.id, cause });
      return null;
    }
    const value = { account, domain, unlocked: true, codeSentTo: maskedAddress(to.email) };
    return { ok: true, value };
  }
}

interface DepartingDomain {
  id: number;
  account_id: number;
  name: string;
}

const DEPARTS_WITHIN_MS = 90 * 86_400_000;

/** In any order: of more than one run looks at, each has its turn. */
const DEPARTING = `
  SELECT DISTINCT d.id, d.account_id, d.name
  FROM actions a JOIN domains d ON d.account_id = a.account_id AND d.name = json_extract(a.answer, '$.domain')
  WHERE a.operation = 'transferDomainOut' AND a.state = 'done' AND a.begun_at > ?
    AND d.status IN ('active', 'grace', 'redemption')
  ORDER BY random() LIMIT ?`;

const UNDER_WAY = because(
  "already_requested",
  "A transfer of this name is being prepared already.",
  "Un transfert de ce nom est déjà en préparation.",
);

const NO_SENDER = because(
  "refused",
  "No e-mail can be sent here, so the transfer code would reach nobody. Nothing was changed.",
  "Aucun courriel ne peut être envoyé ici : le code de transfert ne parviendrait à personne. Rien n’a été modifié.",
);

const GIVEN_UP = because(
  "refused",
  "The transfer code could not be sent within a day. The name may be unlocked by now.",
  "Le code de transfert n’a pas pu être envoyé en un jour. Le nom est peut-être déverrouillé.",
);

const NOBODY_TO_WRITE_TO = because(
  "refused",
  "The account has no owner to send the transfer code to.",
  "Le compte n’a pas de titulaire à qui envoyer le code de transfert.",
);

function refusedBy(result: Parameters<typeof registrarRefusal>[0]): { ok: false; problem: ActionRefused } {
  return { ok: false, problem: registrarRefusal(result) };
}
