import { DurableObject } from "cloudflare:workers";
import { BillingHost } from "./billing-host.ts";
import type { BillingHostDependencies } from "./billing-host-dependencies.ts";
import type { BillingHostPort, HostCall, HostHealth, HostReply } from "./billing-host-port.ts";

/** The Durable Object of the billing system's host. Each installation has one. See {@link BillingHost}. */
export class BillingHostObject<Bindings = unknown> extends DurableObject<Bindings> implements BillingHostPort {
  readonly #host: BillingHost;

  constructor(state: DurableObjectState, bindings: Bindings, dependencies: BillingHostDependencies) {
    super(state, bindings);
    this.#host = new BillingHost(state.storage.kv, dependencies);
  }

  send(call: HostCall): Promise<HostReply> {
    return this.#host.send(call);
  }

  health(): Promise<HostHealth> {
    return this.#host.health();
  }
}
