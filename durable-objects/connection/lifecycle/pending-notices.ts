import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { Agreement, ConnectionDependencies, EndReason } from "../connection-port.ts";
import type { ConnectionRecord } from "../connection-record.ts";
import type { ConnectionStore } from "../connection-store.ts";

/** `list` updates the list of connections. The other kinds are e-mails. */
type PendingNoticeKind = "list" | "made" | "ending" | "marked" | "ended";

const OWED = "owed";
/** The storage key for the number of failed attempts to send the `marked` e-mail. */
const MARK_FAILURES = "mark_failures";
const MARK_ATTEMPTS = 5;
const LIST_DEADLINE_MS = 5_000;

/**
 * The undelivered notices of a connection. They are stored, so that they survive an eviction. The update of the list of
 * connections is retried until it succeeds. A failed e-mail is dropped, because its sender has already retried. The
 * exception is the `marked` e-mail, because use from two locations may end the connection only after that e-mail was
 * sent. It gets up to five attempts, and the next reuse of a token from another location queues it again.
 */
export class PendingNotices {
  readonly #kv: SyncKvStorage;
  readonly #dependencies: ConnectionDependencies & { store: Pick<ConnectionStore, "isFormer"> };
  #sending: Promise<void> = Promise.resolve();

  constructor(kv: SyncKvStorage, dependencies: ConnectionDependencies & { store: Pick<ConnectionStore, "isFormer"> }) {
    this.#kv = kv;
    this.#dependencies = dependencies;
  }

  get pending(): readonly PendingNoticeKind[] {
    return this.#kv.get<PendingNoticeKind[]>(OWED) ?? [];
  }

  add(...kinds: PendingNoticeKind[]): void {
    this.#kv.put(OWED, [...new Set([...this.pending, ...kinds])]);
  }

  /**
   * Queues the notices about the end of a connection. The customer gets an e-mail unless the customer or the
   * application ended the connection, or an API token reached its end date.
   */
  addEnd(reason: EndReason, { endsAt }: Agreement): void {
    const isNoticed = reason === "expired" ? endsAt === null : reason !== "disconnected" && reason !== "revoked";
    this.add("list", ...(isNoticed ? (["ended"] as const) : []));
  }

  /** Updates the list of connections if an update is pending. Never throws. */
  async updateList({ agreement, end }: ConnectionRecord, requestId: string | undefined): Promise<void> {
    if (!end || !this.pending.includes("list")) return;
    try {
      await inTime(this.#dependencies.list.ended(agreement.id, end), LIST_DEADLINE_MS);
      this.#remove("list");
    } catch (cause) {
      log("connection_list", { request_id: requestId, account: agreement.accountId, cause });
    }
  }

  /** Removes the connection from the list. @throws if the list does not respond */
  removeFromList({ id }: Agreement): Promise<void> {
    return inTime(this.#dependencies.list.forget(id), LIST_DEADLINE_MS);
  }

  /** Sends the pending e-mails in order. Never throws. */
  sendMails(record: ConnectionRecord, requestId: string | undefined): Promise<void> {
    this.#sending = this.#sending.then(async () => {
      for (const message of this.pending) {
        if (message === "list") continue;
        try {
          await this.#send(message, record, requestId);
          this.#remove(message);
        } catch (cause) {
          log("connection_notice", { request_id: requestId, account: record.agreement.accountId, cause });
          if (this.#isGivenUp(message)) this.#remove(message);
        }
      }
    });
    return this.#sending;
  }

  async #send(
    message: Exclude<PendingNoticeKind, "list">,
    record: ConnectionRecord,
    requestId: string | undefined,
  ): Promise<void> {
    const { agreement, end } = record;
    const { notices, now, store } = this.#dependencies;
    if (store.isFormer && message !== "ended") return;
    if (message === "marked") {
      const { suspectedReuse } = record;
      if (!suspectedReuse) return;
      await notices.connectionMarked(agreement, new Date(suspectedReuse.at).toISOString(), requestId);
      // Read the record again, because it may have changed while the e-mail was sent.
      if (record.suspectedReuse) record.suspectedReuse = { ...record.suspectedReuse, toldAt: now() };
      return;
    }
    if (message === "made") await notices.connectionMade(agreement, requestId);
    else if (message === "ending") await notices.tokenEnding(agreement, requestId);
    else if (end) await notices.connectionEnded(agreement, end, requestId, store.isFormer);
  }

  /**
   * Counts a failed attempt.
   * @returns whether the notice is dropped
   */
  #isGivenUp(message: PendingNoticeKind): boolean {
    if (message !== "marked") return true;
    const failures = (this.#kv.get<number>(MARK_FAILURES) ?? 0) + 1;
    this.#kv.put(MARK_FAILURES, failures);
    return failures >= MARK_ATTEMPTS;
  }

  #remove(message: PendingNoticeKind): void {
    if (message === "marked") this.#kv.delete(MARK_FAILURES);
    const left = this.pending.filter((pending) => pending !== message);
    if (left.length > 0) this.#kv.put(OWED, left);
    else this.#kv.delete(OWED);
  }
}
