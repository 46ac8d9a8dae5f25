import { inTime } from "../../shared/platform/deadline.ts";
import { log } from "../../shared/platform/log.ts";
import type { ConnectionDependencies } from "./connection-dependencies.ts";
import type { Agreement } from "./connection-port.ts";
import type { ConnectionRecord } from "./record.ts";

/** What is still to be told; `list` is the list of connections, the others go to people. */
type NoticeKind = "list" | "made" | "ending" | "marked" | "ended";

const OWED = "owed";
/** How often the notice of a mark has failed since it was owed. */
const MARK_FAILURES = "mark_failures";
const MARK_ATTEMPTS = 5;
/** The list is told within this, or later. */
const LIST_DEADLINE_MS = 5_000;

/**
 * Tells the world around a connection what became of it. What is owed outlives an eviction. The list is told again until it
 * has heard; a notice that fails is given up, since whoever sends it has tried again already. That of a mark, on which the end
 * of the connection depends, is tried five times, and is owed anew with the next token that comes back from elsewhere.
 */
export class PendingNotices {
  readonly #kv: SyncKvStorage;
  readonly #dependencies: ConnectionDependencies;
  #sending: Promise<void> = Promise.resolve();

  constructor(kv: SyncKvStorage, dependencies: ConnectionDependencies) {
    this.#kv = kv;
    this.#dependencies = dependencies;
  }

  get pending(): readonly NoticeKind[] {
    return this.#kv.get<NoticeKind[]>(OWED) ?? [];
  }

  add(...messages: NoticeKind[]): void {
    this.#kv.put(OWED, [...new Set([...this.pending, ...messages])]);
  }

  /** Never throws. */
  async updateList({ agreement, end }: ConnectionRecord, requestId: string | undefined): Promise<void> {
    if (!end || !this.pending.includes("list")) return;
    try {
      await inTime(this.#dependencies.list.ended(agreement.id, end), LIST_DEADLINE_MS);
      this.#remove("list");
    } catch (cause) {
      log("connection_list", { request_id: requestId, account: agreement.accountId, cause });
    }
  }

  /** @throws where the list does not hear it */
  removeFromList({ id }: Agreement): Promise<void> {
    return inTime(this.#dependencies.list.forget(id), LIST_DEADLINE_MS);
  }

  /** One after the other. Never throws. */
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
    message: Exclude<NoticeKind, "list">,
    record: ConnectionRecord,
    requestId: string | undefined,
  ): Promise<void> {
    const { agreement, end } = record;
    const { notices, now } = this.#dependencies;
    if (message === "marked") {
      const { mark } = record;
      if (!mark) return;
      await notices.connectionMarked(agreement, new Date(mark.at).toISOString(), requestId);
      // What was noticed meanwhile is kept.
      if (record.mark) record.mark = { ...record.mark, toldAt: now() };
      return;
    }
    if (message === "made") await notices.connectionMade(agreement, requestId);
    else if (message === "ending") await notices.tokenEnding(agreement, requestId);
    else if (end) await notices.connectionEnded(agreement, end, requestId);
  }

  /** Counts a failure. */
  #isGivenUp(message: NoticeKind): boolean {
    if (message !== "marked") return true;
    const failures = (this.#kv.get<number>(MARK_FAILURES) ?? 0) + 1;
    this.#kv.put(MARK_FAILURES, failures);
    return failures >= MARK_ATTEMPTS;
  }

  #remove(message: NoticeKind): void {
    if (message === "marked") this.#kv.delete(MARK_FAILURES);
    const left = this.pending.filter((pending) => pending !== message);
    if (left.length > 0) this.#kv.put(OWED, left);
    else this.#kv.delete(OWED);
  }
}
