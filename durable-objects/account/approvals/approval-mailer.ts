import { log } from "../../../shared/platform/log.ts";
import type { AccountDependencies } from "../account-dependencies.ts";
import type { ApprovalMailQueue } from "./approval-mail-queue.ts";
import type { ApprovalView } from "./approval-port.ts";
import { type ApprovalRequests, viewOf } from "./approval-requests.ts";

export interface ApprovalMailerDependencies {
  requests: Pick<ApprovalRequests, "get">;
  queue: ApprovalMailQueue;
  account: Pick<AccountDependencies, "now" | "tellApproval" | "tellWaiting">;
  inBackground(work: Promise<unknown>): void;
  /** Called after a mail failed: the alarm depends on it. */
  onChange(): void;
}

/** Mails the login of a connection what it is asked, without a caller waiting for it. */
export class ApprovalMailer {
  readonly #dependencies: ApprovalMailerDependencies;

  constructor(dependencies: ApprovalMailerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends what is due. @param requestId of what led to it, for log lines */
  send(requestId: string): void {
    const { queue, inBackground } = this.#dependencies;
    const now = this.#now();
    for (const id of queue.due(now)) inBackground(this.#sendOne(id, requestId));
    for (const digest of queue.digestsDue(now)) inBackground(this.#sendDigest(digest, requestId));
  }

  async #sendOne(id: string, requestId: string): Promise<void> {
    const { queue, account } = this.#dependencies;
    queue.begin(id, this.#now());
    const [view] = this.#viewsOf([id]);
    if (!view) return;
    try {
      await account.tellApproval(view, requestId, () => queue.claim(id, this.#now()));
      queue.sent(id, this.#now());
    } catch (cause) {
      queue.failed(id, this.#now());
      this.#failed(view, requestId, cause);
    }
  }

  async #sendDigest(digest: ReturnType<ApprovalMailQueue["digestsDue"]>[number], requestId: string): Promise<void> {
    const { queue, account } = this.#dependencies;
    const claim = queue.beginDigest(digest.connectionId, this.#now());
    const [first, ...others] = this.#viewsOf(digest.ids);
    if (!first) return;
    try {
      await account.tellWaiting([first, ...others], requestId, () => claim(this.#now()));
      queue.digestSent(digest);
    } catch (cause) {
      queue.digestFailed(digest, this.#now());
      this.#failed(first, requestId, cause);
    }
  }

  #failed({ operation }: ApprovalView, requestId: string, cause: unknown): void {
    log("approval_not_mailed", { request_id: requestId, operation, cause });
    this.#dependencies.onChange();
  }

  #viewsOf(ids: string[]): ApprovalView[] {
    const { requests } = this.#dependencies;
    const now = this.#now();
    return ids.flatMap((id) => {
      const row = requests.get(id);
      return row ? [viewOf(row, now)] : [];
    });
  }

  #now(): number {
    return this.#dependencies.account.now();
  }
}
