import type { GenerationRegister } from "../../../shared/generations/generation-register.ts";
import { ObjectGeneration } from "../../../shared/generations/object-generation.ts";
import { type LogFields, log, logFailure } from "../../../shared/platform/log.ts";
import type { ConnectionList } from "../connection-dependencies.ts";
import type { TokenAnswer } from "../connection-port.ts";
import type { ConnectionRecord } from "../connection-record.ts";

/** How often a connection in use compares itself with the register. */
const INTERVAL_MS = 15 * 60_000;
/** Between two attempts in the background. */
const RETRY_MS = 60_000;
const RETRY_AFTER_S = 300;

/** `held`: it, or the register's database, has gone back. `ended`: it has gone back, and had ended. */
export type ComparedConnection = "current" | "held" | "ended";

export interface ConnectionGenerationDependencies {
  kv: SyncKvStorage;
  register: GenerationRegister;
  list: Pick<ConnectionList, "relist">;
  now: () => number;
  /** The connection as it is stored; null where there is none. */
  record(): ConnectionRecord | null;
  /** Ends once more what had ended before its storage went back. */
  endAgain(requestId: string | undefined): Promise<void>;
  /** Keeps the object running until the work has ended, without a caller waiting for it. */
  inBackground(work: Promise<unknown>): void;
}

/** Compares a connection with what it told the register before its storage may have gone back. */
export class ConnectionGeneration {
  readonly #dependencies: ConnectionGenerationDependencies;
  readonly #generation: ObjectGeneration;
  /** By this instance of the object: one that went back is a new one. */
  #compared: { at: number; result: ComparedConnection } | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(dependencies: ConnectionGenerationDependencies) {
    const { kv, register, now, record } = dependencies;
    this.#dependencies = dependencies;
    this.#generation = new ObjectGeneration({ kv, register, now, isStored: () => record() !== null });
  }

  /** Whether a connection in use is to compare itself in the background. */
  get isDue(): boolean {
    const now = this.#dependencies.now();
    return now - this.#generation.comparedAt >= INTERVAL_MS && now - this.#triedAt >= RETRY_MS;
  }

  /** Whether this instance has found lately that it did not go back. */
  get isCompared(): boolean {
    return this.#compared?.result === "current" && this.#dependencies.now() - this.#compared.at < INTERVAL_MS;
  }

  /** One that had ended ends again. @throws where the register does not answer */
  async compare(record: ConnectionRecord, requestId: string | undefined): Promise<ComparedConnection> {
    const result = await this.#compare(record, requestId);
    if (result === "ended") await this.#dependencies.endAgain(requestId);
    return result;
  }

  /** Before tokens are issued. Without an answer none are. */
  async compareToIssue(record: ConnectionRecord, requestId: string | undefined): Promise<ComparedConnection> {
    try {
      return await this.compare(record, requestId);
    } catch (cause) {
      log("store_not_compared", { ...fieldsOf(record, requestId), cause });
      return "held";
    }
  }

  /** Compares without a caller waiting for it. */
  compareSoon(record: ConnectionRecord): void {
    const requestId = crypto.randomUUID();
    const compared = this.compare(record, requestId);
    this.#dependencies.inBackground(logFailure("store_not_compared", compared, fieldsOf(record, requestId)));
  }

  /** What this instance found lately; else it compares. @throws where the register does not answer */
  async latest(record: ConnectionRecord, requestId: string | undefined): Promise<ComparedConnection> {
    return this.isCompared ? "current" : this.compare(record, requestId);
  }

  /** Holds the connection after it was put back. */
  hold(): void {
    this.#compared = null;
    this.#generation.hold();
  }

  accept(record: ConnectionRecord): Promise<void> {
    this.#compared = null;
    return this.#generation.accept(nameOf(record.agreement));
  }

  async #compare(record: ConnectionRecord, requestId: string | undefined): Promise<ComparedConnection> {
    const { now, list } = this.#dependencies;
    const { agreement } = record;
    this.#triedAt = now();
    const store = nameOf(agreement);
    const fields = fieldsOf(record, requestId);
    const { isHeld, isListed, endedAt } = await this.#generation.advance(store, null, fields);
    const hasEnded = endedAt !== null && !record.end;
    if (hasEnded) log("store_went_back", { ...fields, store, ended_at: new Date(endedAt).toISOString() });
    const result = hasEnded ? "ended" : isHeld ? "held" : "current";
    if (result === "current" && !isListed && !record.end)
      await logFailure("connection_list", list.relist(agreement), fields);
    this.#compared = { at: now(), result };
    return result;
  }
}

function fieldsOf({ agreement }: ConnectionRecord, requestId: string | undefined): LogFields {
  return { request_id: requestId, account: agreement.accountId };
}

function nameOf({ id }: { id: string }): string {
  return `connection:${id}`;
}

/** The answer of the token endpoint while nothing is issued. */
export const NOT_ISSUED: TokenAnswer = {
  status: 503,
  headers: { "Content-Type": "application/json", "Retry-After": String(RETRY_AFTER_S) },
  body: JSON.stringify({
    error: "temporarily_unavailable",
    error_description: "No tokens are issued just now. Nothing was lost; send the same request again later.",
  }),
};
