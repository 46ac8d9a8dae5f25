import { LOG_RETENTION_MS } from "../../../shared/account-access/call-log.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { logFailure } from "../../../shared/platform/log.ts";
import type { Agreement, ConnectionDependencies, EndReason } from "../connection-port.ts";
import type { ConnectionRecord } from "../connection-record.ts";
import type { ConnectionStore } from "../connection-store.ts";
import type { PendingNotices } from "./pending-notices.ts";

const DAY_MS = 86_400_000;
/** How long before the end of an API token the customer is notified, in milliseconds. */
const WARNING_MS = 7 * DAY_MS;
const LIST_DEADLINE_MS = 5_000;
/** The delay before failed work is retried, in milliseconds. */
export const RETRY_MS = 60_000;

interface DueEvent {
  what: "forget" | "expire" | "announce" | "prune";
  at: number;
}

export interface LifecycleDependencies extends Pick<ConnectionDependencies, "now" | "list" | "voidApprovals"> {
  store: ConnectionStore;
  notices: PendingNotices;
  /** The object's storage with its alarm, and the method that keeps the object running for background work. */
  state: Pick<DurableObjectState, "storage" | "waitUntil">;
}

/** The lifecycle of a connection from creation to deletion, including its notices. */
export class ConnectionLifecycle {
  readonly #dependencies: LifecycleDependencies;

  constructor(dependencies: LifecycleDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Stores a new connection in one transaction.
   * @param more writes more rows in the same transaction
   */
  async make(
    agreement: Agreement,
    tokenHash: string | null,
    requestId: string | undefined,
    more?: () => void,
  ): Promise<void> {
    const { store, notices, state } = this.#dependencies;
    const record = store.make(agreement, tokenHash);
    more?.();
    notices.add("made");
    await state.storage.setAlarm(nextDue(record, { oldest: null, newest: null }).at);
    // Send the e-mail in the background, so that the caller does not wait for it.
    state.waitUntil(notices.sendMails(record, requestId));
  }

  /**
   * Adds an active connection to the list again, because a restore of the list may have lost it. The call runs in the
   * background.
   */
  relist(record: ConnectionRecord): void {
    const { list, now, state } = this.#dependencies;
    record.updateLife({ listedAt: now() });
    const fields = { account: record.agreement.accountId };
    state.waitUntil(logFailure("connection_list", inTime(list.relist(record.agreement), LIST_DEADLINE_MS), fields));
  }

  async end(reason: EndReason, requestId?: string): Promise<void> {
    const { store, notices, now, state } = this.#dependencies;
    const { record } = store;
    if (!record) return;
    if (!record.end) {
      store.end(record, { at: new Date(now()).toISOString(), reason });
      notices.addEnd(reason, record.agreement);
      await state.storage.setAlarm(now() + RETRY_MS);
      if (!store.isFormer) await this.voidApprovals(record.agreement, requestId);
    }
    state.waitUntil(notices.sendMails(record, requestId));
    await notices.updateList(record, requestId);
  }

  async forget({ agreement }: ConnectionRecord): Promise<void> {
    const { store, notices } = this.#dependencies;
    // Remove the connection from the list first, because an object without storage could not retry.
    await notices.removeFromList(agreement);
    await store.deleteAll();
  }

  /**
   * Voids the approval requests that the connection made before it changed. A failure is only logged, because the
   * connection is checked again when an approval is used.
   */
  async voidApprovals(agreement: Agreement, requestId: string = crypto.randomUUID()): Promise<void> {
    const voiding = this.#dependencies.voidApprovals(agreement);
    await logFailure("approvals_not_voided", voiding, { request_id: requestId, account: agreement.accountId });
  }

  /** Runs due work and sets the next alarm. */
  async runOverdue(runId: string): Promise<void> {
    const { store, notices, now, state } = this.#dependencies;
    for (;;) {
      const { record } = store;
      if (!record) return;
      await notices.updateList(record, runId);
      // Do not await the e-mails, because a slow mail service must not block token requests.
      state.waitUntil(notices.sendMails(record, runId));
      // Forget the connection, because no page can show it any more.
      if (store.isFormer && record.end && notices.pending.length === 0) return this.forget(record);
      const due = nextDue(record, store.usage.extent());
      if (due.at > now()) {
        const retry = notices.pending.length > 0 ? now() + RETRY_MS : due.at;
        return state.storage.setAlarm(Math.min(due.at, retry));
      }
      await this.#runDue(due, record, runId);
    }
  }

  async #runDue({ what }: DueEvent, record: ConnectionRecord, runId: string): Promise<void> {
    const { store, notices } = this.#dependencies;
    const now = this.#dependencies.now();
    switch (what) {
      case "forget":
        return this.forget(record);
      case "expire":
        return this.end("expired", runId);
      case "prune":
        store.usage.prune(now);
        return record.updateLife({ prunedAt: now });
      case "announce":
        record.updateLife({ announced: true });
        if (now < record.expiresAt) notices.add("ending");
        return;
      default:
        what satisfies never;
    }
  }
}

/**
 * Returns the next due event.
 * @param log the times of the oldest and newest log entries
 */
function nextDue(
  { agreement, life, end, expiresAt: expiry }: ConnectionRecord,
  log: { oldest: number | null; newest: number | null },
): DueEvent {
  const dues: DueEvent[] = [];
  if (end) dues.push({ what: "forget", at: Math.max(Date.parse(end.at), log.newest ?? 0) + LOG_RETENTION_MS });
  else if (agreement.endsAt === null && life.refreshedAt === null) dues.push({ what: "forget", at: expiry });
  else dues.push({ what: "expire", at: expiry });
  if (!end && agreement.endsAt !== null && !life.announced && expiry - life.openedAt > WARNING_MS)
    dues.push({ what: "announce", at: expiry - WARNING_MS });
  if (log.oldest !== null)
    dues.push({ what: "prune", at: Math.max(log.oldest + LOG_RETENTION_MS, (life.prunedAt ?? 0) + DAY_MS) });
  return dues.reduce((first, due) => (due.at < first.at ? due : first));
}
