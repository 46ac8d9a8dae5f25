import type { RegistryHealth } from "../../../durable-objects/registry/registry-health.ts";
import type { RegistryDependencies } from "../../../durable-objects/registry/registry-host.ts";
import { type Verdict, verdict } from "../../../shared/domain-names/verdict.ts";

/** The script for the registries of a test. */
export const registryScript = {
  /** The verdicts by host. A domain is available if its host has no entry. */
  answers: new Map<string, Verdict>(),
  /** Number of queries that reached a registry. */
  asked: 0,
};

/** Returns the dependencies of a registry object that follows the script. */
export function scriptedRegistry(health: DurableObjectNamespace<RegistryHealth>): RegistryDependencies {
  return {
    async askSource({ source }) {
      registryScript.asked++;
      return registryScript.answers.get(source.host) ?? verdict("available", "no_registration_found");
    },
    healthOf: (profile) => health.getByName(profile),
  };
}
