import { DurableObject } from "cloudflare:workers";
import { type RegistryDependencies, RegistryHost } from "./registry-host.ts";
import type { RegistryPort, RegistryQuestion, RegistryReply } from "./registry-port.ts";

/**
 * The Durable Object of one registry host, or of the registrar. Identical questions from callers of one class share one
 * query, unless a question accepts no earlier reply. The object queries the host at the host's rate, and pauses while
 * the circuit breaker is open. See {@link RegistryHost}.
 */
export class RegistryObject<Bindings = unknown> extends DurableObject<Bindings> implements RegistryPort {
  readonly #host: RegistryHost;

  constructor(state: DurableObjectState, bindings: Bindings, dependencies: RegistryDependencies) {
    super(state, bindings);
    this.#host = new RegistryHost(state.storage.kv, (work) => state.waitUntil(work), dependencies);
  }

  ask(question: RegistryQuestion): Promise<RegistryReply> {
    return this.#host.ask(question);
  }

  forget(name: string): Promise<void> {
    return this.#host.forget(name);
  }

  pause(until: number | null): Promise<void> {
    return this.#host.pause(until);
  }
}
