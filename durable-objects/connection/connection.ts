import { DurableObject } from "cloudflare:workers";
import type { Asks } from "../../shared/account-access/asks.ts";
import type { CodeRequest } from "../../shared/account-access/authorization-request.ts";
import type { LogEntry, LogKey } from "../../shared/account-access/call-log.ts";
import type { Scope } from "../../shared/account-access/scopes.ts";
import type { CallRecord } from "../../shared/api/pipeline/gate.ts";
import { PointInTime, type RecoveryResult, restartSoon } from "../../shared/generations/point-in-time.ts";
import { log, logFailure } from "../../shared/platform/log.ts";
import { CallRecorder, Usage } from "./calls/usage.ts";
import type { ConnectionDependencies } from "./connection-dependencies.ts";
import { type ComparedConnection, ConnectionGeneration, NOT_ISSUED } from "./connection-generation.ts";
import type {
  AdmissionResult,
  Agreement,
  ConnectionMail,
  ConnectionPort,
  ConnectionSummary,
  Credential,
  EndReason,
  Narrowing,
  ServerAddresses,
  Standing,
  TokenAnswer,
  TokenRequest,
} from "./connection-port.ts";
import { ConnectionRecord } from "./connection-record.ts";
import { answerTokenRequest, issueCode, RefreshLimit, type TokenOutcome } from "./oauth/answer-token-request.ts";
import { narrowed } from "./oauth/narrowing.ts";
import { OAuthRows } from "./oauth/oauth-rows.ts";
import { PendingNotices } from "./pending-notices.ts";
import { type DueEvent, expiresAt, nextDue } from "./schedule.ts";
import { Credentials, grantOf } from "./tokens/credentials.ts";
import { RefreshHistory } from "./tokens/refresh-history.ts";
import { assessRefresh } from "./tokens/token-reuse.ts";

/** Delay before failed work is retried. */
const RETRY_MS = 60_000;

/** The object of one connection: its agreement, tokens, request window and log of reads. */
export class ConnectionObject<Bindings = unknown> extends DurableObject<Bindings> implements ConnectionPort {
  readonly #now: () => number;
  readonly #scopeOf: ConnectionDependencies["scopeOf"];
  readonly #voidApprovals: ConnectionDependencies["voidApprovals"];
  readonly #notices: PendingNotices;
  readonly #generation: ConnectionGeneration;
  readonly #rows: OAuthRows;
  readonly #history: RefreshHistory;
  readonly #credentials: Credentials;
  readonly #refreshes = new RefreshLimit();
  #record: ConnectionRecord | null;
  #usage: Usage;
  #lastWork: Promise<unknown> = Promise.resolve();

  readonly #pointInTime: PointInTime;

  constructor(state: DurableObjectState, bindings: Bindings, dependencies: ConnectionDependencies) {
    super(state, bindings);
    this.#pointInTime = new PointInTime(state.storage, restartSoon(state));
    const { kv, sql } = state.storage;
    this.#now = dependencies.now;
    this.#scopeOf = dependencies.scopeOf;
    this.#voidApprovals = dependencies.voidApprovals;
    this.#notices = new PendingNotices(kv, dependencies);
    const record = () => this.#record;
    this.#generation = new ConnectionGeneration({ ...dependencies, kv, record });
    this.#rows = new OAuthRows(sql, this.#now);
    this.#credentials = new Credentials(this.#rows, this.#now);
    this.#history = new RefreshHistory(sql);
    this.#record = ConnectionRecord.read(kv);
    this.#usage = this.#usageOf(this.#record);
  }

  open(
    agreement: Agreement,
    server: ServerAddresses,
    request: CodeRequest,
    client: string,
    requestId?: string,
  ): Promise<string> {
    return this.#exclusively(async () => {
      if (this.#record) throw new Error("the connection was made before");
      const { redirectTo, changes } = await issueCode(server, agreement, request, client, this.#now);
      await this.#make(agreement, null, requestId, () => this.#rows.apply(changes));
      return redirectTo;
    });
  }

  openToken(agreement: Agreement, tokenHash: string, requestId?: string): Promise<void> {
    return this.#exclusively(async () => {
      // A call may be delivered twice.
      if (this.#record?.tokenHash === tokenHash) return;
      if (this.#record) throw new Error("the connection was made before");
      await this.#make(agreement, tokenHash, requestId);
    });
  }

  async admit(credential: Credential, requests: number): Promise<AdmissionResult> {
    const record = this.#active();
    const good = record && (await this.#credentials.check(credential, record));
    if (!record || !good || !this.#active()) return { outcome: "refused" };
    if (this.#generation.isDue) this.#compareSoon(record);
    const notification = requests === 0 ? this.#usage.takeNotification(this.#now()) : null;
    if (notification?.allowed === false) return { outcome: "too_many_notifications", moreAt: notification.moreAt };
    const rateResults = this.#usage.take(requests, this.#now());
    const log = new CallRecorder((call, needed) => this.#recordCall(record, call, needed));
    return {
      outcome: "admitted",
      grant: { ...grantOf(record, good), isCompared: this.#generation.isCompared },
      rateResults,
      log,
    };
  }

  async application(): Promise<string | null> {
    return this.#active()?.agreement.application ?? null;
  }

  async standing(): Promise<Standing | null> {
    const record = this.#active();
    if (!record) return null;
    const compared = await this.#generation.latest(record, undefined);
    if (compared === "held") throw new Error("the connection is held");
    if (compared === "ended") await this.end("disconnected");
    const { agreement } = this.#active() ?? {};
    if (!agreement) return null;
    const { scopes, operations, limit, asks } = agreement;
    return { scopes, operations, limit, asks };
  }

  tokenEndpoint(request: TokenRequest): Promise<TokenAnswer> {
    return this.#exclusively(async () => {
      const record = this.#active();
      const stored = record && { record, rows: this.#rows, history: this.#history };
      const outcome = await answerTokenRequest(request, stored, this.#now);
      if (!record) return outcome.answer;
      const compared = outcome.issued && (await this.#compareToIssue(record, request.requestId));
      if (compared === "held") return NOT_ISSUED;
      // Ended meanwhile: answer as an ended connection does.
      if (!this.#active()) return (await answerTokenRequest(request, null, this.#now)).answer;
      const tooMany = outcome.issued === "refresh" ? this.#refreshes.count(this.#now()) : null;
      if (tooMany) return tooMany;
      if (this.#isOfTwoParties(record, request, outcome)) {
        await this.end("used_in_two_places", request.requestId);
        return (await answerTokenRequest(request, null, this.#now)).answer;
      }
      outcome.write?.();
      if (outcome.write) this.#credentials.invalidate();
      if (outcome.issued) record.updateLife({ refreshedAt: this.#now() });
      if (outcome.ends) await this.end(outcome.ends, request.requestId);
      return outcome.answer;
    });
  }

  async summary(entries: number): Promise<ConnectionSummary | null> {
    const record = this.#record;
    if (!record) return null;
    return {
      ...record.agreement,
      lastUsedAt: this.#usage.usedAt === null ? null : instant(this.#usage.usedAt),
      end: record.end,
      markedAt: record.suspectedReuse && instant(record.suspectedReuse.at),
      expiresAt: instant(expiresAt(record.agreement, record.life)),
      recent: this.#usage.entriesBefore(null, entries, this.#now()),
    };
  }

  async entries(before: LogKey | null, limit: number): Promise<LogEntry[]> {
    return this.#record ? this.#usage.entriesBefore(before, limit, this.#now()) : [];
  }

  narrow(to: Narrowing): Promise<boolean> {
    return this.#exclusively(async () => {
      const record = this.#active();
      const agreement = record && narrowed(record.agreement, to, this.#scopeOf);
      if (!agreement) return false;
      record.narrow(agreement);
      // The library issues the next token from its stored grant.
      this.#rows.rewrite("grant:", (grant) => JSON.stringify({ ...JSON.parse(grant), scope: agreement.scopes }));
      this.#credentials.invalidate();
      this.#standingChanged(agreement);
      this.#compareSoon(record);
      return true;
    });
  }

  async ask(asks: Asks): Promise<boolean> {
    const record = this.#active();
    if (!record) return false;
    record.ask(asks);
    this.#standingChanged(record.agreement);
    this.#compareSoon(record);
    return true;
  }

  async end(reason: EndReason, requestId?: string): Promise<void> {
    const record = this.#record;
    if (!record) return;
    if (!record.end) {
      this.#usage.write();
      record.markEnded({ at: instant(this.#now()), reason });
      this.#rows.clear();
      this.#history.clear();
      this.#credentials.invalidate();
      this.#notices.addEnd(reason, record.agreement);
      this.#standingChanged(record.agreement, requestId);
      await this.ctx.storage.setAlarm(this.#now() + RETRY_MS);
    }
    this.ctx.waitUntil(this.#notices.sendMails(record, requestId));
    await this.#notices.updateList(record, requestId);
  }

  erase(requestId: string): Promise<void> {
    return this.#exclusively(async () => {
      const record = this.#record;
      if (!record) return;
      if (!record.end) await this.end("disconnected", requestId);
      await this.#forget(record);
    });
  }

  async sendAgain(mail: ConnectionMail, requestId: string): Promise<boolean> {
    const record = this.#record;
    if (!record || (mail === "ended") !== (record.end !== null)) return false;
    if (mail === "marked" && record.suspectedReuse === null) return false;
    this.#notices.add(mail);
    await this.#notices.sendMails(record, requestId);
    return true;
  }

  async acceptRestore(): Promise<void> {
    if (this.#record) await this.#generation.accept(this.#record);
  }

  bookmarkAt(instant: number | null): Promise<RecoveryResult> {
    return this.#pointInTime.bookmarkAt(instant);
  }

  restoreTo(bookmark: string): Promise<RecoveryResult> {
    return this.#pointInTime.restoreTo(bookmark);
  }

  /** Runs what is due and sets the next alarm. It retries itself: the runtime drops a failing alarm. */
  override alarm(): Promise<void> {
    const runId = crypto.randomUUID();
    return this.#exclusively(async () => {
      try {
        await this.#runOverdue(runId);
      } catch (cause) {
        log("connection_alarm", { request_id: runId, account: this.#record?.agreement.accountId, cause });
        await this.ctx.storage.setAlarm(this.#now() + RETRY_MS);
      }
    });
  }

  async #runOverdue(runId: string): Promise<void> {
    for (;;) {
      const record = this.#record;
      if (!record) return;
      await this.#notices.updateList(record, runId);
      // Not awaited: a hanging mail must not block token requests.
      this.ctx.waitUntil(this.#notices.sendMails(record, runId));
      const due = nextDue(record.agreement, record.life, record.end, this.#usage.extent());
      if (due.at > this.#now()) {
        const retry = this.#notices.pending.length > 0 ? this.#now() + RETRY_MS : due.at;
        return this.ctx.storage.setAlarm(Math.min(due.at, retry));
      }
      await this.#runDue(due, record, runId);
    }
  }

  async #runDue({ what }: DueEvent, record: ConnectionRecord, runId: string): Promise<void> {
    const now = this.#now();
    switch (what) {
      case "forget":
        return this.#forget(record);
      case "expire":
        return this.end("expired", runId);
      case "prune":
        this.#usage.prune(now);
        return record.updateLife({ prunedAt: now });
      case "announce":
        record.updateLife({ announced: true });
        if (now < expiresAt(record.agreement, record.life)) this.#notices.add("ending");
        return;
      default:
        what satisfies never;
    }
  }

  async #forget({ agreement }: ConnectionRecord): Promise<void> {
    // First: an object without storage could not retry.
    await this.#notices.removeFromList(agreement);
    this.#usage.discard();
    this.#record = null;
    this.#usage = this.#usageOf(null);
    this.#credentials.invalidate();
    await this.ctx.storage.deleteAll();
  }

  /** Writes a new connection in one transaction. */
  async #make(
    agreement: Agreement,
    tokenHash: string | null,
    requestId: string | undefined,
    more?: () => void,
  ): Promise<void> {
    const { kv, sql } = this.ctx.storage;
    for (const table of [OAuthRows, RefreshHistory, Usage]) table.createTable(sql);
    const record = ConnectionRecord.make(kv, agreement, tokenHash, this.#now());
    this.#record = record;
    more?.();
    this.#notices.add("made");
    await this.ctx.storage.setAlarm(nextDue(agreement, record.life, null, { oldest: null, newest: null }).at);
    // No caller waits for a mail.
    this.ctx.waitUntil(this.#notices.sendMails(record, requestId));
  }

  /** Records where a refresh came from. @returns whether two parties hold the tokens, as far as can be known */
  #isOfTwoParties(
    record: ConnectionRecord,
    { place, requestId }: TokenRequest,
    { issued, again }: TokenOutcome,
  ): boolean {
    if (!place || (issued !== "refresh" && !again)) return false;
    const { suspectedReuse: before } = record;
    const refresh = { from: place, replacedFrom: null, isRepeated: false, ...again };
    const { suspectedReuse, needsMail, areTwoParties } = assessRefresh(before, refresh, this.#now());
    if (suspectedReuse && suspectedReuse !== before) record.suspectedReuse = suspectedReuse;
    if (needsMail) {
      this.#notices.add("marked");
      // Retried until sent: the connection may end only after its customers were notified.
      void this.ctx.storage.setAlarm(this.#now() + RETRY_MS);
      this.ctx.waitUntil(this.#notices.sendMails(record, requestId));
    }
    return areTwoParties;
  }

  /** Before tokens are issued: a connection that had ended ends again. Without an answer none are. */
  async #compareToIssue(record: ConnectionRecord, requestId: string | undefined): Promise<ComparedConnection> {
    try {
      const compared = await this.#generation.compare(record, requestId);
      if (compared === "ended") await this.end("disconnected", requestId);
      return compared;
    } catch (cause) {
      log("store_not_compared", { request_id: requestId, account: record.agreement.accountId, cause });
      return "held";
    }
  }

  /** Compares without a caller waiting for it. */
  #compareSoon(record: ConnectionRecord): void {
    const requestId = crypto.randomUUID();
    const compared = this.#generation.compare(record, requestId).then(async (result) => {
      if (result === "ended") await this.end("disconnected", requestId);
    });
    const fields = { request_id: requestId, account: record.agreement.accountId };
    this.ctx.waitUntil(logFailure("store_not_compared", compared, fields));
  }

  /** No caller waits for it: what was approved before is compared with the connection again as it is used. */
  #standingChanged(agreement: Agreement, requestId: string = crypto.randomUUID()): void {
    const fields = { request_id: requestId, account: agreement.accountId };
    this.ctx.waitUntil(logFailure("approvals_not_voided", this.#voidApprovals(agreement, requestId), fields));
  }

  #active(): ConnectionRecord | null {
    const record = this.#record;
    return record && !record.end && this.#now() < expiresAt(record.agreement, record.life) ? record : null;
  }

  /** Records a call, unless the connection was deleted meanwhile. */
  async #recordCall(record: ConnectionRecord, call: CallRecord, needed: Scope): Promise<void> {
    if (this.#record !== record) return;
    this.#usage.add(call, this.#now());
    // A refresh gives a scope that only the token lacks.
    const isLacking = call.code === "insufficient_scope" && !record.agreement.scopes.includes(needed);
    if (isLacking && call.via === "mcp" && record.life.challengedAt === null)
      record.updateLife({ challengedAt: this.#now() });
    if (call.code === "access_lost" && !record.end) await this.end("access_lost", call.requestId);
  }

  #usageOf(record: ConnectionRecord | null): Usage {
    return new Usage(this.ctx.storage.sql, record?.usage ?? null, (tally) => this.#record?.saveUsage(tally));
  }

  /** Runs work under a lock: it starts when all earlier work has ended. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastWork.then(work);
    // expected: the caller gets the failure
    this.#lastWork = result.catch(() => undefined);
    return result;
  }
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
