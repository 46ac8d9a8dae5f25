import type { SentRecord } from "../../../shared/generations/generation-register.ts";
import { log } from "../../../shared/platform/log.ts";
import { type AccountCommandName, makesOrder } from "../account-command.ts";
import type { AccountDependencies, ApprovalTerms } from "../account-dependencies.ts";
import type { ApprovalOutcome, CommandRefusal } from "../account-port.ts";
import type { JournalRow } from "../journal/journal-rows.ts";
import { ApprovalMailQueue } from "./approval-mail-queue.ts";
import { ApprovalMailer } from "./approval-mailer.ts";
import type { ApprovalDecision, ApprovalState, ApprovalView } from "./approval-port.ts";
import { ApprovalRequests, type ApprovalRow, type AskedContent, MAX_OPEN, viewOf } from "./approval-requests.ts";
import { isOpen, judge } from "./approval-state.ts";
import { OrderSums } from "./order-sums.ts";

/** How soon an assistant may ask again whether somebody has decided, in seconds. */
const RETRY_AFTER_S = 30;

/** Whose command it is, and its content as a digest. */
export interface CommandContent extends AskedContent {
  operation: AccountCommandName;
  target: string | null;
}

export interface ApprovalsDependencies {
  sql: SqlStorage;
  account: Pick<AccountDependencies, "now" | "monthOf" | "standingOf" | "tellApproval" | "tellWaiting">;
  inBackground(work: Promise<unknown>): void;
  /** Called after a mail failed: the alarm depends on it. */
  onChange(): void;
}

/** Asks the customer before a command is sent, where its connection says so. */
export class Approvals {
  readonly #dependencies: ApprovalsDependencies;
  readonly #requests: ApprovalRequests;
  readonly #mails: ApprovalMailQueue;
  readonly #mailer: ApprovalMailer;
  readonly #sums: OrderSums;

  constructor(dependencies: ApprovalsDependencies) {
    const { sql, account } = dependencies;
    this.#dependencies = dependencies;
    const requests = new ApprovalRequests(sql);
    const queue = new ApprovalMailQueue(sql);
    this.#requests = requests;
    this.#mails = queue;
    this.#mailer = new ApprovalMailer({ ...dependencies, requests, queue });
    this.#sums = new OrderSums(sql, (instant) => account.monthOf(instant));
    for (const table of [ApprovalRequests, ApprovalMailQueue, OrderSums]) table.createTable(sql);
  }

  /**
   * Claims a command for sending: uses the customer's approval where one is needed, and counts an order. In one transaction or tick
   * with what sends it.
   * @param reference of what is sent, unique
   * @returns the refusal where it may not be sent, whose request is made here
   */
  claim(
    command: CommandContent,
    terms: ApprovalTerms | undefined,
    { entryId, reference }: { entryId: string; reference: string },
  ): CommandRefusal | null {
    const now = this.#now();
    const last = this.#requests.last(command, now);
    const refusal = terms ? this.#refusalOf(command, terms, last, entryId) : null;
    if (refusal) return refusal;
    if (last) this.#requests.apply(last, { type: "sent", at: now });
    if (makesOrder(command.operation)) {
      this.#sums.sent(reference, command.connectionId, terms?.shown.preview.price?.amount ?? null, now);
    }
    return null;
  }

  #refusalOf(
    command: CommandContent,
    terms: ApprovalTerms,
    last: ApprovalRow | null,
    entryId: string,
  ): CommandRefusal | null {
    const now = this.#now();
    const { connectionId } = command;
    const monthSum = this.#sums.ofMonth(connectionId, now);
    const limit = isAbove(terms, monthSum) ? terms.limit : null;
    if (!terms.isAsked && limit === null) return null;
    const verdict = judge(last, terms, now);
    if (verdict === "send") return null;
    if (last && verdict !== "ask") {
      this.#requests.link(entryId, last);
      const approval = viewOf(last, now);
      if (verdict === "declined") return { code: "approval_declined", approval };
      return { code: "approval_needed", approval, retryAfter: RETRY_AFTER_S };
    }
    if (last) this.#requests.apply(last, { type: "compared", content: terms, at: now });
    if (this.#requests.open(connectionId, now).length >= MAX_OPEN)
      return { code: "too_many_approvals", retryAfter: RETRY_AFTER_S };
    const { statementDigest, standingDigest, shown } = terms;
    const statement = { ...shown, target: command.target, limit, monthSum: limit === null ? null : monthSum };
    const mail = this.#mails.stateOfNew(connectionId, now);
    const asked = this.#requests.ask({ command, statement, mail, statementDigest, standingDigest }, now);
    this.#requests.link(entryId, asked);
    return { code: "approval_needed", approval: viewOf(asked, now), retryAfter: RETRY_AFTER_S };
  }

  /** The refusal of what the customer declined in their client; the open request for it is declined. */
  decline(command: CommandContent, entryId: string): CommandRefusal {
    const at = this.#now();
    const last = this.#requests.last(command, at);
    const declined = last && this.#requests.apply(last, { type: "declined", at });
    if (declined?.state !== "DECLINED") return { code: "approval_declined", approval: null };
    this.#requests.link(entryId, declined);
    return { code: "approval_declined", approval: viewOf(declined, at) };
  }

  /** Follows what became of a command that was sent. @param row null: its key is free again */
  settled(reference: string, row: JournalRow | null): void {
    this.#sums.settled(reference, row);
  }

  read(id: string, loginId: number): ApprovalView | null {
    const row = this.#requests.get(id);
    return row?.loginId === loginId ? viewOf(row, this.#now()) : null;
  }

  open(connectionId: string): ApprovalView[] {
    const now = this.#now();
    return this.#requests.open(connectionId, now).map((row) => viewOf(row, now));
  }

  /** @throws where the connection cannot be read */
  async decide(
    id: string,
    loginId: number,
    decision: ApprovalDecision,
    requestId: string,
  ): Promise<ApprovalView | null> {
    const asked = this.#requests.get(id);
    if (asked?.loginId !== loginId) return null;
    const standingDigest = isOpen(asked) ? await this.#dependencies.account.standingOf(asked.connectionId) : null;
    // Read again: another one may have decided meanwhile.
    const row = this.#requests.get(id);
    if (!row) return null;
    const at = this.#now();
    const decided = this.#requests.apply(row, { type: "decided", decision, standingDigest, at });
    const { operation, state } = decided;
    log("approval_decided", { request_id: requestId, login: loginId, operation, decision, state });
    return viewOf(decided, at);
  }

  /** Ends the open requests of a connection that is no longer as it was when they were asked. */
  async void(connectionId: string): Promise<void> {
    const standingDigest = await this.#dependencies.account.standingOf(connectionId);
    const at = this.#now();
    for (const row of this.#requests.open(connectionId, at)) {
      if (row.standingDigest !== standingDigest) this.#requests.apply(row, { type: "voided", at });
    }
  }

  /** Ends every open request: each may have been used in what the object has lost. */
  voidAll(): void {
    const at = this.#now();
    for (const row of this.#requests.allOpen()) this.#requests.apply(row, { type: "voided", at });
  }

  /** Counts an order that the object has lost; its amount is not known before its outcome. */
  recovered({ reference, connectionId, operation, sentAt }: SentRecord): void {
    if (makesOrder(operation)) this.#sums.recovered(reference, connectionId, sentAt);
  }

  /** What became of the requests that log entries were refused for, by the entry's id. */
  outcomesOf(entryIds: string[]): Map<string, ApprovalOutcome> {
    const states = this.#requests.statesOf(entryIds, this.#now());
    return new Map([...states].map(([entryId, state]) => [entryId, outcomeOf(state)]));
  }

  /** Sends the mails that are due, without a caller waiting for them. @param requestId of what led to it, for log lines */
  sendMails(requestId: string): void {
    this.#mailer.send(requestId);
  }

  prune(): void {
    const now = this.#now();
    this.#requests.prune(now);
    this.#mails.prune(now);
    this.#sums.prune(now);
  }

  nextDue(): number | null {
    const dues = [this.#requests, this.#mails, this.#sums].map((table) => table.nextDue()).filter((at) => at !== null);
    return dues.length > 0 ? Math.min(...dues) : null;
  }

  #now(): number {
    return this.#dependencies.account.now();
  }
}

/** Whether an order brings the month's sum above the limit. What is not known counts as above it, and 0 is every order. */
function isAbove({ limit, shown }: ApprovalTerms, monthSum: number | null): boolean {
  if (limit === null) return false;
  const { price } = shown.preview;
  return limit === 0 || price === null || monthSum === null || monthSum + price.amount > limit;
}

function outcomeOf(state: ApprovalState): ApprovalOutcome {
  switch (state) {
    case "ASKED":
      return "asked";
    case "APPROVED":
    case "CONSUMED":
      return "approved";
    case "DECLINED":
      return "declined";
    case "LAPSED":
      return "lapsed";
    case "VOID":
    case "SUPERSEDED":
    case "UNNEEDED":
      return "void";
  }
}
