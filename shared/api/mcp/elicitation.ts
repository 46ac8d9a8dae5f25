import { isJsonObject } from "../../platform/json.ts";
import type { Outcome } from "../pipeline/run-operation.ts";

/** The name of the only input that a tool call can request (MCP 2026-07-28, multi round-trip requests). */
export const APPROVAL_INPUT = "approval";
const CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** The fields that the SDK extracts from a request of revision 2026-07-28. The SDK does not check them. */
interface InputRound {
  inputResponses?: Record<string, unknown>;
  envelope?: object;
}

/** Checks whether the customer declined to open the approval page that the previous reply named. */
export function hasDeclined({ inputResponses }: InputRound): boolean {
  const response = inputResponses?.[APPROVAL_INPUT];
  return isJsonObject(response) && response.action === "decline";
}

/**
 * Returns the approval page of a refused call if the client declares that it can open pages, and `null` otherwise. A
 * call requests the page only once, so the repeated call gets a normal answer. The customer decides on the page, so the
 * client's response matters only if it declines. For the same reason, no `requestState` is needed.
 */
export function pageToOpen(outcome: Outcome, round: InputRound): { message: string; url: string } | null {
  if (!("problem" in outcome) || round.inputResponses !== undefined || !opensPages(round)) return null;
  const { action_required: required } = outcome.problem;
  return required?.type === "approve_action" ? { message: required.message, url: required.url } : null;
}

/**
 * Checks whether a request declares that its client can open pages. A client of an earlier revision declares this only
 * once per session, and this server has no sessions.
 */
export function opensPages({ envelope }: Pick<InputRound, "envelope">): boolean {
  const declared = Object.entries(envelope ?? {}).find(([name]) => name === CLIENT_CAPABILITIES)?.[1];
  return isJsonObject(declared) && isJsonObject(declared.elicitation) && isJsonObject(declared.elicitation.url);
}
