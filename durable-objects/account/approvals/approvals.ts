import { type EventList, type EventPage, eventPage } from "../../../shared/billing-contract/events.ts";
import { log } from "../../../shared/platform/log.ts";
import type { ApprovalTerms } from "../account-dependencies.ts";
import type { AccountParts } from "../account-parts.ts";
import type { ApprovalOutcome, CommandRefusal } from "../account-port.ts";
import type { ApprovalDecided, ApprovalDecision, ApprovalState, ApprovalView } from "./approval-port.ts";
import { ApprovalRequests, type ApprovedContent, type DueMail, MAX_OPEN, viewOf } from "./approval-requests.ts";
import { judge } from "./approval-state.ts";

/** The number of seconds until an application should retry a command that waits for the customer's decision. */
const RETRY_AFTER_S = 30;

/** The part of an account's object that requests the customer's approval before a command is sent. */
export class Approvals {
  readonly #parts: AccountParts;
  readonly #requests: ApprovalRequests;

  readonly #now: () => number;

  constructor(sql: SqlStorage, parts: AccountParts) {
    ApprovalRequests.createTable(sql);
    this.#parts = parts;
    this.#now = parts.account.now;
    this.#requests = new ApprovalRequests(sql);
  }

  /**
   * Claims a command for sending, and uses up the customer's approval if the command needs one. If the command needs an
   * approval and no open or declined request covers it, this method creates a request, unless the connection has too
   * many. Call this method in the transaction or tick that sends the command.
   * @param terms `undefined` if the command needs no approval
   * @returns a refusal if the command must not be sent; `null` if it can be sent
   */
  claim(command: ApprovedContent, terms: ApprovalTerms | undefined, entryId: string): CommandRefusal | null {
    const at = this.#now();
    const last = this.#requests.last(command, at);
    const verdict = terms ? judge(last, terms.digest, at) : "send";
    if (!terms || verdict === "send") {
      if (last) this.#requests.send(last, entryId, at);
      return null;
    }
    if (last && verdict !== "ask") {
      this.#link(entryId, last);
      const approval = viewOf(last, at);
      if (verdict === "declined") return { code: "approval_declined", approval };
      return { code: "approval_needed", approval, retryAfter: RETRY_AFTER_S };
    }
    if (last) this.#requests.apply(last, { type: "compared", digest: terms.digest, at });
    if (this.#requests.open(command.connectionId, at).length >= MAX_OPEN)
      return { code: "too_many_approvals", retryAfter: RETRY_AFTER_S };
    const asked = this.#requests.ask(command, terms, at);
    this.#link(entryId, asked);
    return { code: "approval_needed", approval: viewOf(asked, at), retryAfter: RETRY_AFTER_S };
  }

  /** Refuses a command that the customer declined in their client, and declines the open request for it. */
  decline(command: ApprovedContent, entryId: string): CommandRefusal {
    const at = this.#now();
    const last = this.#requests.last(command, at);
    const declined = last && this.#requests.apply(last, { type: "decided", decision: "decline", at });
    if (declined?.state !== "DECLINED") return { code: "approval_declined", approval: null };
    this.#link(entryId, declined);
    return { code: "approval_declined", approval: viewOf(declined, at) };
  }

  read(id: string, loginId: number): ApprovalView | null {
    const row = this.#requests.get(id);
    return row?.loginId === loginId ? viewOf(row, this.#now()) : null;
  }

  open(connectionId: string): ApprovalView[] {
    const now = this.#now();
    return this.#requests.open(connectionId, now).map((row) => viewOf(row, now));
  }

  undecided(loginId: number): ApprovalView[] {
    const now = this.#now();
    return this.#requests.undecided(loginId, now).map((row) => viewOf(row, now));
  }

  decisions(connectionId: string, list: Pick<EventList, "after" | "limit">): EventPage<ApprovalDecided> {
    const now = this.#now();
    return eventPage(this.#requests.decided(connectionId, list.after, list.limit + 1, now), list, now);
  }

  decide(id: string, loginId: number, decision: ApprovalDecision, requestId: string): ApprovalView | null {
    const asked = this.#requests.get(id);
    if (asked?.loginId !== loginId) return null;
    const at = this.#now();
    const decided = this.#requests.apply(asked, { type: "decided", decision, at });
    const { operation, state } = decided;
    log("approval_decided", { request_id: requestId, login: loginId, operation, decision, state });
    return viewOf(decided, at);
  }

  /** Ends the open requests of a connection that ended or changed. */
  void(connectionId: string): void {
    const at = this.#now();
    for (const row of this.#requests.open(connectionId, at)) this.#requests.apply(row, { type: "voided", at });
  }

  /** Returns, for each log entry id, the outcome of the approval request that caused the refusal. */
  outcomesOf(entryIds: string[]): Map<string, ApprovalOutcome> {
    const states = this.#requests.statesOf(entryIds, this.#now());
    return new Map([...states].map(([entryId, state]) => [entryId, outcomeOf(state)]));
  }

  /**
   * Sends the due e-mails in the background.
   * @param requestId the id of the request or run that caused the e-mails, for log lines
   */
  sendMails(requestId: string): void {
    for (const mail of this.#requests.beginMails(this.#now())) {
      this.#parts.state.waitUntil(this.#sendMail(mail, requestId));
    }
  }

  async #sendMail(mail: DueMail, requestId: string): Promise<void> {
    const { account, storage } = this.#parts;
    const rows = mail.ids.flatMap((id) => this.#requests.get(id) ?? []);
    const views = rows.map((row) => viewOf(row, this.#now()));
    let isClaimed = false;
    const claim = () => {
      isClaimed = this.#requests.claimMail(mail);
      return isClaimed;
    };
    try {
      await account.mailApprovals(views, requestId, claim);
      // No e-mail can be sent, for example because the login has no e-mail address. A retry would not help.
      if (!isClaimed) this.#requests.claimMail(mail);
    } catch (cause) {
      this.#requests.retryMail(mail, isClaimed, this.#now());
      log("approval_not_mailed", { request_id: requestId, operation: views[0]?.operation, cause });
      // The alarm starts the next attempt.
      storage.arm();
    }
  }

  prune(): void {
    this.#requests.prune(this.#now());
  }

  #link(entryId: string, { id }: Pick<ApprovalView, "id">): void {
    this.#parts.auditLog.linkApproval(entryId, id);
  }
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
      return "void";
  }
}
