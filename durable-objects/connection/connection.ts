import { DurableObject } from "cloudflare:workers";
import type { Asks } from "../../shared/account-access/asks.ts";
import type { CodeRequest } from "../../shared/account-access/authorization-request.ts";
import type { LogEntry, LogKey } from "../../shared/account-access/call-log.ts";
import type { Scope } from "../../shared/account-access/scopes.ts";
import type { Standing } from "../../shared/account-access/standing.ts";
import type { CallRecord } from "../../shared/api/pipeline/gate.ts";
import { StoreHeldError } from "../../shared/holds/holds.ts";
import { type CarriedRestore, type CarriedState, ObjectHold } from "../../shared/holds/object-hold.ts";
import { PointInTime, type RecoveryResult, restartSoon } from "../../shared/holds/point-in-time.ts";
import { log } from "../../shared/platform/log.ts";
import { Mutex } from "../../shared/platform/mutex.ts";
import { CallRecorder } from "./calls/usage.ts";
import type {
  AdmissionResult,
  Agreement,
  ConnectionDependencies,
  ConnectionMail,
  ConnectionPort,
  ConnectionSummary,
  Credential,
  EndReason,
  Narrowing,
  TokenAnswer,
  TokenRequest,
} from "./connection-port.ts";
import type { ConnectionRecord } from "./connection-record.ts";
import { ConnectionStore } from "./connection-store.ts";
import { carriedFrom, mergeCarried } from "./lifecycle/carried-tokens.ts";
import { ConnectionLifecycle, RETRY_MS } from "./lifecycle/connection-lifecycle.ts";
import { PendingNotices } from "./lifecycle/pending-notices.ts";
import { issueCode } from "./oauth/answer-token-request.ts";
import { narrowed } from "./oauth/narrowing.ts";
import { TokenEndpoint } from "./oauth/token-endpoint.ts";
import { grantOf } from "./tokens/credentials.ts";

/** The interval at which a connection in use is added to the list of connections again, in milliseconds. */
const LIST_EVERY_MS = 86_400_000;

/**
 * The Durable Object of one connection. It stores the connection's agreement, tokens, request window and call log.
 */
export class ConnectionObject<Bindings = unknown> extends DurableObject<Bindings> implements ConnectionPort {
  readonly #now: () => number;
  readonly #scopeOf: ConnectionDependencies["scopeOf"];
  readonly #store: ConnectionStore;
  readonly #notices: PendingNotices;
  readonly #lifecycle: ConnectionLifecycle;
  readonly #hold: ObjectHold;
  readonly #tokenEndpoint: TokenEndpoint;
  readonly #pointInTime: PointInTime;
  readonly #mutex = new Mutex();

  constructor(state: DurableObjectState, bindings: Bindings, dependencies: ConnectionDependencies) {
    super(state, bindings);
    const { kv } = state.storage;
    const { now, scopeOf, billingSystem } = dependencies;
    const store = new ConnectionStore(state.storage, now, billingSystem);
    const notices = new PendingNotices(kv, { ...dependencies, store });
    const kept = { ...dependencies, store, notices, state };
    const lifecycle = new ConnectionLifecycle(kept);
    const hold = new ObjectHold(state.storage);
    this.#now = now;
    this.#scopeOf = scopeOf;
    this.#store = store;
    this.#notices = notices;
    this.#lifecycle = lifecycle;
    this.#hold = hold;
    this.#tokenEndpoint = new TokenEndpoint({ ...kept, lifecycle, hold });
    this.#pointInTime = new PointInTime(state.storage, restartSoon(state));
  }

  open(agreement: Agreement, request: CodeRequest, client: string, requestId?: string): Promise<string> {
    return this.#mutex.runExclusive(async () => {
      if (this.#store.record) throw new Error("the connection was made before");
      const { redirectTo, changes } = await issueCode(agreement, request, client, this.#now);
      await this.#lifecycle.make(agreement, null, requestId, () => this.#store.rows.apply(changes));
      return redirectTo;
    });
  }

  openToken(agreement: Agreement, tokenHash: string, requestId?: string): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      // A call may be delivered twice.
      if (this.#store.record?.tokenHash === tokenHash) return;
      if (this.#store.record) throw new Error("the connection was made before");
      await this.#lifecycle.make(agreement, tokenHash, requestId);
    });
  }

  async admit(credential: Credential, requests: number): Promise<AdmissionResult> {
    const record = this.#store.active;
    const good = record && (await this.#store.credentials.check(credential, record));
    if (!record || !good || !this.#store.active) return { outcome: "refused" };
    if (this.#store.isFormer) {
      await this.end("access_lost");
      return { outcome: "access_lost" };
    }
    const now = this.#now();
    if (now - record.life.listedAt >= LIST_EVERY_MS) this.#lifecycle.relist(record);
    const { usage } = this.#store;
    const notification = requests === 0 ? usage.takeNotification(now) : null;
    if (notification?.allowed === false) return { outcome: "too_many_notifications", moreAt: notification.moreAt };
    const rateResults = usage.take(requests, now);
    const log = new CallRecorder((call, needed) => this.#recordCall(record, call, needed));
    return { outcome: "admitted", grant: grantOf(record, good), rateResults, log };
  }

  async application(): Promise<string | null> {
    return this.#store.active?.agreement.application ?? null;
  }

  async standing(): Promise<Standing | null> {
    if (this.#store.isFormer) return null;
    const { agreement } = this.#store.active ?? {};
    if (!agreement) return null;
    const { scopes, operations, limit, asks } = agreement;
    return { scopes, operations, limit, asks };
  }

  tokenEndpoint(request: TokenRequest): Promise<TokenAnswer> {
    return this.#mutex.runExclusive(async () => {
      if (this.#store.isFormer) await this.end("access_lost", request.requestId);
      return this.#tokenEndpoint.answer(request);
    });
  }

  async summary(entries: number): Promise<ConnectionSummary | null> {
    const record = this.#store.record;
    if (!record || this.#store.isFormer) return null;
    return {
      ...record.agreement,
      lastUsedAt: this.#store.usage.usedAt === null ? null : instant(this.#store.usage.usedAt),
      end: record.end,
      markedAt: record.suspectedReuse && instant(record.suspectedReuse.at),
      expiresAt: instant(record.expiresAt),
      recent: this.#store.usage.entriesBefore(null, entries, this.#now()),
    };
  }

  async entries(before: LogKey | null, limit: number): Promise<LogEntry[]> {
    return this.#store.record ? this.#store.usage.entriesBefore(before, limit, this.#now()) : [];
  }

  async narrow(to: Narrowing): Promise<boolean> {
    this.#refuseDuringRestore();
    const agreement = await this.#mutex.runExclusive(async () => {
      const record = this.#store.active;
      const agreement = record && narrowed(record.agreement, to, this.#scopeOf);
      if (!agreement) return null;
      record.narrow(agreement);
      // The library issues the next token from its stored grant, so the grant must have the new scopes too.
      this.#store.rows.rewrite("grant:", (grant) => JSON.stringify({ ...JSON.parse(grant), scope: agreement.scopes }));
      this.#store.credentials.invalidate();
      return agreement;
    });
    if (agreement) await this.#lifecycle.voidApprovals(agreement);
    return agreement !== null;
  }

  async ask(asks: Asks): Promise<boolean> {
    this.#refuseDuringRestore();
    const record = this.#store.active;
    if (!record) return false;
    record.ask(asks);
    await this.#lifecycle.voidApprovals(record.agreement);
    return true;
  }

  async end(reason: EndReason, requestId?: string): Promise<void> {
    this.#refuseDuringRestore();
    return this.#lifecycle.end(reason, requestId);
  }

  erase(requestId: string): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const record = this.#store.record;
      if (!record) return;
      this.#refuseDuringRestore();
      if (!record.end) await this.end("disconnected", requestId);
      await this.#lifecycle.forget(record);
    });
  }

  async sendAgain(mail: ConnectionMail, requestId: string): Promise<boolean> {
    const record = this.#store.record;
    if (!record || (mail === "ended") !== (record.end !== null)) return false;
    if (mail === "marked" && record.suspectedReuse === null) return false;
    this.#notices.add(mail);
    await this.#notices.sendMails(record, requestId);
    return true;
  }

  bookmarkAt(instant: number | null): Promise<RecoveryResult> {
    return this.#pointInTime.bookmarkAt(instant);
  }

  restoreTo(bookmark: string): Promise<RecoveryResult> {
    return this.#pointInTime.restoreTo(bookmark);
  }

  async hold(): Promise<void> {
    if (this.#store.record) this.#hold.hold();
  }

  async resume(): Promise<void> {
    this.#hold.resume();
  }

  /** Returns the state to carry through a restore. Waits until no tokens are being issued. */
  carry(restore: string, instant: number | null): Promise<CarriedState> {
    return this.#mutex.runExclusive(async () =>
      this.#hold.carry(restore, () => carriedFrom(this.ctx.storage, instant)),
    );
  }

  merge(carried: Pick<CarriedRestore, "id" | "state">): Promise<boolean> {
    return this.#mutex.runExclusive(async () => {
      const isMerged = this.#hold.merge(carried, (state) => mergeCarried(this.ctx.storage, state));
      this.#store.reload();
      return isMerged;
    });
  }

  /**
   * Runs due work and sets the next alarm. After a failure this handler sets its own retry, because the runtime drops
   * an alarm that keeps failing.
   */
  override alarm(): Promise<void> {
    const runId = crypto.randomUUID();
    return this.#mutex.runExclusive(async () => {
      if (this.#hold.isHeld) return this.ctx.storage.setAlarm(this.#now() + RETRY_MS);
      try {
        await this.#lifecycle.runOverdue(runId);
      } catch (cause) {
        log("connection_alarm", { request_id: runId, account: this.#store.record?.agreement.accountId, cause });
        await this.ctx.storage.setAlarm(this.#now() + RETRY_MS);
      }
    });
  }

  /** Throws during a restore, because the restore would undo the write. */
  #refuseDuringRestore(): void {
    if (this.#hold.isBeingRestored) throw new StoreHeldError("the connection is being restored");
  }

  /** Records a call, unless the connection was deleted or restored after the admission. */
  async #recordCall(record: ConnectionRecord, call: CallRecord, needed: Scope): Promise<void> {
    if (this.#store.record !== record) return;
    this.#store.usage.add(call, this.#now());
    // If only the token lacks the scope, the application can get it with a refresh.
    const isLacking = call.code === "insufficient_scope" && !record.agreement.scopes.includes(needed);
    if (isLacking && call.via === "mcp" && record.life.challengedAt === null)
      record.updateLife({ challengedAt: this.#now() });
    if (call.code === "access_lost" && !record.end) await this.end("access_lost", call.requestId);
  }
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
