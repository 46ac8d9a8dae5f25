import type { RegistryDependencies, SourceAnswer } from "../../../durable-objects/registry/registry-dependencies.ts";
import type { RegistryHealth } from "../../../durable-objects/registry/registry-health.ts";
import { verdict } from "../../../shared/domain-names/verdict.ts";

/** What the registries of a test answer. */
export const registryScript = {
  /** By host; of one that is not there a name is available. */
  answers: new Map<string, SourceAnswer>(),
  /** Questions that reached a registry. */
  asked: 0,
};

/** What registry objects are made of, over the answers of the script. */
export function scriptedRegistry(health: DurableObjectNamespace<RegistryHealth>): RegistryDependencies {
  return {
    async askSource({ source }) {
      registryScript.asked++;
      const answer = registryScript.answers.get(source.host);
      return answer ?? { verdict: verdict("available", "no_registration_found") };
    },
    healthOf: (profile) => health.getByName(profile),
  };
}
