import { inTime } from "../../shared/platform/deadline.ts";
import { log } from "../../shared/platform/log.ts";
import type { ConnectionDependencies } from "./connection-dependencies.ts";
import type { Agreement } from "./connection-port.ts";
import type { ConnectionRecord } from "./record.ts";

/** What is still to be told; `list` is the list of connections, the others go to people. */
type Message = "list" | "made" | "ending" | "marked" | "ended";

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
export class Messages {
  readonly #kv: SyncKvStorage;
  readonly #dependencies: ConnectionDependencies;
  #telling: Promise<void> = Promise.resolve();

  constructor(kv: SyncKvStorage, dependencies: ConnectionDependencies) {
    this.#kv = kv;
    this.#dependencies = dependencies;
  }

  get owed(): readonly Message[] {
    return this.#kv.get<Message[]>(OWED) ?? [];
  }

  owe(...messages: Message[]): void {
    this.#kv.put(OWED, [...new Set([...this.owed, ...messages])]);
  }

  /** Never throws. */
  async tellList({ agreement, end }: ConnectionRecord, requestId: string | undefined): Promise<void> {
    if (!end || !this.owed.includes("list")) return;
    try {
      await inTime(this.#dependencies.list.ended(agreement.id, end), LIST_DEADLINE_MS);
      this.#told("list");
    } catch (cause) {
      log("connection_list", { request_id: requestId, account: agreement.accountId, cause });
    }
  }

  /** @throws where the list does not hear it */
  forgetInList({ id }: Agreement): Promise<void> {
    return inTime(this.#dependencies.list.forget(id), LIST_DEADLINE_MS);
  }

  /** One after the other. Never throws. */
  tellPeople(record: ConnectionRecord, requestId: string | undefined): Promise<void> {
    this.#telling = this.#telling.then(async () => {
      for (const message of this.owed) {
        if (message === "list") continue;
        try {
          await this.#tell(message, record, requestId);
          this.#told(message);
        } catch (cause) {
          log("connection_notice", { request_id: requestId, account: record.agreement.accountId, cause });
          if (this.#isGivenUp(message)) this.#told(message);
        }
      }
    });
    return this.#telling;
  }

  async #tell(
    message: Exclude<Message, "list">,
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
  #isGivenUp(message: Message): boolean {
    if (message !== "marked") return true;
    const failures = (this.#kv.get<number>(MARK_FAILURES) ?? 0) + 1;
    this.#kv.put(MARK_FAILURES, failures);
    return failures >= MARK_ATTEMPTS;
  }

  #told(message: Message): void {
    if (message === "marked") this.#kv.delete(MARK_FAILURES);
    const left = this.owed.filter((owed) => owed !== message);
    if (left.length > 0) this.#kv.put(OWED, left);
    else this.#kv.delete(OWED);
  }
}
