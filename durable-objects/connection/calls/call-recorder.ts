import { RpcTarget } from "cloudflare:workers";
import type { Scope } from "../../../shared/account-access/scopes.ts";
import type { CallRecord } from "../../../shared/api/pipeline/gate.ts";
import type { CallLog } from "../connection-port.ts";

/** The stub that an admission returns. It ends with the call to the object; calls not recorded by then are lost. */
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
