import type { RegistryHealth } from "../../../durable-objects/registry/registry-health.ts";
import type { RegistryDependencies } from "../../../durable-objects/registry/registry-host.ts";
import { type Verdict, verdict } from "../../../shared/domain-names/verdict.ts";

/** The registries' answers in a test. */
export const registryScript = {
  /** The answers by host. Without an entry, a domain is available. */
  answers: new Map<string, Verdict>(),
  /** The number of queries that reached a registry. */
  asked: 0,
};

/** The dependencies of registry objects, over the script's answers. */
export function scriptedRegistry(health: DurableObjectNamespace<RegistryHealth>): RegistryDependencies {
  return {
    async askSource({ source }) {
      registryScript.asked++;
      return registryScript.answers.get(source.host) ?? verdict("available", "no_registration_found");
    },
    healthOf: (profile) => health.getByName(profile),
  };
}
