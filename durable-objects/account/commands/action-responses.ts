import { ORDER_POLICY } from "../../../shared/account-access/rate-policies.ts";
import type { HourlyLimit } from "../../../shared/api/definition/operation.ts";
import { type RateLimitResult, SlidingLog } from "../../../shared/platform/sliding-log.ts";
import type { AccountDependencies } from "../account-dependencies.ts";
import type { ActionReply, ActionRequest, ActionResponse } from "../account-port.ts";
import type { ActionLog } from "../action-log.ts";
import type { JournalRows } from "../journal/journal-rows.ts";
import { limitOf } from "./action-request.ts";

export interface ResponsesDependencies {
  journal: JournalRows;
  actionLog: ActionLog;
  account: Pick<AccountDependencies, "now" | "settingPolicy">;
}

/** Makes replies into responses, each with what is left of its hourly limit. */
export class ActionResponses {
  readonly #dependencies: ResponsesDependencies;

  constructor(dependencies: ResponsesDependencies) {
    this.#dependencies = dependencies;
  }

  /** What is left of an hourly limit; an action counts from when it is sent. */
  rate(limit: HourlyLimit): RateLimitResult {
    const { journal, actionLog, account } = this.#dependencies;
    const now = account.now();
    const policy = limit === "orders" ? ORDER_POLICY : account.settingPolicy;
    const from = now - policy.windowSeconds * 1000;
    const instants = limit === "orders" ? journal.sentAfter(from) : actionLog.settingsAfter(from);
    return new SlidingLog(instants).look(policy, now);
  }

  /** The response to an action that has a log entry; one that ends the connection is recorded there. */
  recorded(reply: ActionReply, limit: HourlyLimit): ActionResponse {
    const isRecorded = reply.outcome !== "refused" || reply.problem.code !== "access_lost";
    return { ...reply, rate: this.rate(limit), isRecorded, isReplayed: false };
  }

  unrecorded(reply: ActionReply, actionRequest: ActionRequest): ActionResponse {
    return { ...reply, rate: this.rate(limitOf(actionRequest)), isRecorded: false, isReplayed: false };
  }

  /** The response under a key that was used before. */
  ofKnownKey(reply: ActionReply): ActionResponse {
    const isReplayed = reply.outcome !== "in_progress" && reply.outcome !== "reused";
    return { ...reply, rate: this.rate("orders"), isRecorded: false, isReplayed };
  }
}
