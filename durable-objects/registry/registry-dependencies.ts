import type { Verdict } from "../../shared/domain-names/verdict.ts";
import type { RegistryHealthPort, RegistryQuestion } from "./registry-port.ts";

export interface RegistryDependencies {
  /** Asks the source of a question, or the registrar. Never throws. @returns null: there is no registrar */
  askSource(question: RegistryQuestion): Promise<SourceAnswer | null>;
  /** Collects the health of hosts; the sandbox's apart from the real ones. */
  healthOf(profile: "live" | "sandbox"): Pick<RegistryHealthPort, "report">;
}

/** A source's answer, and the delay that it asked for before the next query. */
export interface SourceAnswer {
  verdict: Verdict;
  retryAfterMs?: number;
}
