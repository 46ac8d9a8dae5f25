import type { RegistryReply } from "../../../shared/availability/registry.ts";
import type { Source } from "../../../shared/availability/sources.ts";
import type { Reason, Verdict } from "../../../shared/availability/verdict.ts";

/** One source's turn: its place in the extension's order, and its reply once it has one. */
export interface Asked {
  source: Source;
  reply?: RegistryReply;
}

/** A reply that settles a name, and the source it came from. */
export interface Settled {
  source: Source;
  reply: RegistryReply;
}

/**
 * What the replies so far settle: proof of registration (or that a name is withheld) whoever gives it; "available" when no
 * source that comes before is still expected to say otherwise.
 * @param patient whether sources that come before are still waited for
 */
export function settledBy(asked: Asked[], patient: boolean): Settled | null {
  const replied = asked.filter((turn): turn is Settled => turn.reply !== undefined);
  const against = replied.find(({ reply }) => isProof(reply.verdict) && reply.verdict.status !== "available");
  if (against) return against;
  const at = asked.findIndex(({ reply }) => reply?.verdict.status === "available");
  const free = asked[at];
  if (!free?.reply) return null;
  const expected = asked.slice(0, at).some(({ reply }) => reply === undefined);
  return patient && expected ? null : { source: free.source, reply: free.reply };
}

/** Whether a verdict proves something. */
export function isProof({ status }: Verdict): boolean {
  return status !== "unknown" && status !== "throttled";
}

/** The doubt that says most: a refusal, else what kept the second source from confirming the first. */
export function doubtLeft(asked: Asked[]): Reason {
  const doubts = asked.flatMap(({ reply }) => reply?.verdict ?? []);
  const throttled = doubts.find(({ status }) => status === "throttled");
  const telling = doubts.find(({ reason }) => reason !== "no_registration_found");
  return (throttled ?? telling ?? doubts[0])?.reason ?? "timeout";
}
