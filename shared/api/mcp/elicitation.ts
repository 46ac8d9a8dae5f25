import { isJsonObject } from "../../platform/json.ts";
import type { Outcome } from "../pipeline/run-operation.ts";

/** The name of the one input that a tool call can ask for (MCP 2026-07-28, multi round-trip requests). */
export const APPROVAL_INPUT = "approval";
const CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** What the SDK lifts out of a request of 2026-07-28; as the client sent it, unchecked. */
interface InputRound {
  inputResponses?: Record<string, unknown>;
  envelope?: object;
}

/** Whether the customer declined, in their client, to open the page that the answer to the same call named. */
export function hasDeclined({ inputResponses }: InputRound): boolean {
  const response = inputResponses?.[APPROVAL_INPUT];
  return isJsonObject(response) && response.action === "decline";
}

/**
 * The approval page that a refused call names, where the client declares that it opens pages; else null. Asked for once: a call
 * that comes back is answered as any other. The page decides, so nothing is taken from the client's answer but a decline, and no
 * `requestState` is kept.
 */
export function pageToOpen(outcome: Outcome, round: InputRound): { message: string; url: string } | null {
  if (!("problem" in outcome) || round.inputResponses !== undefined || !opensPages(round)) return null;
  const { action_required: required } = outcome.problem;
  return required?.type === "approve_action" ? { message: required.message, url: required.url } : null;
}

/** The capability is declared with each request. An older client declares it once, to a server that keeps sessions. */
export function opensPages({ envelope }: Pick<InputRound, "envelope">): boolean {
  const declared = Object.entries(envelope ?? {}).find(([name]) => name === CLIENT_CAPABILITIES)?.[1];
  return isJsonObject(declared) && isJsonObject(declared.elicitation) && isJsonObject(declared.elicitation.url);
}
