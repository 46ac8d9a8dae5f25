import type { AccountPort } from "../../../../durable-objects/account/account-port.ts";
import type { ApprovalState, ApprovalView } from "../../../../durable-objects/account/approvals/approval-port.ts";
import type { MemoryConnections } from "./memory-connections.ts";

/** An account in memory with the methods that the pages use: log entries of its connections and approval requests. */
export class MemoryAccount implements Pick<AccountPort, "entries" | "approval" | "approvals" | "decideApproval"> {
  readonly held = new Map<string, ApprovalView>();
  readonly #connections: MemoryConnections;

  constructor(connections: MemoryConnections) {
    this.#connections = connections;
  }

  entries = (...question: Parameters<AccountPort["entries"]>) => this.#connections.actions(...question);

  approval = async (id: string, loginId: number) => {
    const found = this.held.get(id);
    return found?.loginId === loginId ? found : null;
  };

  approvals = async (connectionId: string) =>
    [...this.held.values()].filter((one) => one.connectionId === connectionId && OPEN.includes(one.state));

  decideApproval: AccountPort["decideApproval"] = async (id, loginId, decision) => {
    const found = await this.approval(id, loginId);
    const isOpen = found && OPEN.includes(found.state);
    if (isOpen && decision === "approve") this.#become(id, "APPROVED");
    if (isOpen && decision === "decline") this.#become(id, "DECLINED");
    return this.approval(id, loginId);
  };

  #become(id: string, state: ApprovalState) {
    const found = this.held.get(id);
    if (found) this.held.set(id, { ...found, state, ...(OPEN.includes(state) ? {} : { statement: null }) });
  }
}

const OPEN: ApprovalState[] = ["ASKED", "APPROVED"];
