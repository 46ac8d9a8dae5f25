import type { Verdict } from "../../shared/domain-names/verdict.ts";
import type { RegistryHealthPort, RegistryQuestion } from "./registry-port.ts";

/** What the object of a host takes from its Worker. */
export interface RegistryDependencies {
  /** Asks the source of a question, or the registrar. Never throws. @returns null: there is no registrar */
  askSource(question: RegistryQuestion): Promise<SourceAnswer | null>;
  /** Where hosts say how they answer; the sandbox's apart from the real ones. */
  healthOf(profile: "live" | "sandbox"): Pick<RegistryHealthPort, "report">;
}

/** What a source answered, and when it asked to be asked again. */
export interface SourceAnswer {
  verdict: Verdict;
  retryAfterMs?: number;
}
