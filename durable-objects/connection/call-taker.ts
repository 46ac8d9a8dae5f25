import { RpcTarget } from "cloudflare:workers";
import type { Scope } from "../../shared/account-access/scopes.ts";
import type { CallRecord } from "../../shared/api/pipeline/gate.ts";
import type { CallLog } from "./connection-port.ts";

/** Part of the answer to an admission: it is gone with that call, and what was not recorded by then is not. */
export class CallRecorder extends RpcTarget implements CallLog {
  readonly #record: (call: CallRecord, needed: Scope) => Promise<void>;

  constructor(take: (call: CallRecord, needed: Scope) => Promise<void>) {
    super();
    this.#record = take;
  }

  record(call: CallRecord, needed: Scope): Promise<void> {
    return this.#record(call, needed);
  }
}
