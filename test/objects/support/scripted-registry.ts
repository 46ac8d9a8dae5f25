import type { RegistryHealth } from "../../../durable-objects/registry/registry-health.ts";
import type { RegistryDependencies } from "../../../durable-objects/registry/registry-host.ts";
import { type Verdict, verdict } from "../../../shared/domain-names/verdict.ts";

/** What the registries of a test answer. */
export const registryScript = {
  /** By host; of one that is not there a name is available. */
  answers: new Map<string, Verdict>(),
  /** Questions that reached a registry. */
  asked: 0,
};

/** What registry objects are made of, over the answers of the script. */
export function scriptedRegistry(health: DurableObjectNamespace<RegistryHealth>): RegistryDependencies {
  return {
    async askSource({ source }) {
      registryScript.asked++;
      return registryScript.answers.get(source.host) ?? verdict("available", "no_registration_found");
    },
    healthOf: (profile) => health.getByName(profile),
  };
}
