import { isJsonObject } from "../../platform/json.ts";
import type { Outcome } from "../pipeline/run-operation.ts";

/** The name of the only input that a tool call can request (MCP 2026-07-28, multi round-trip requests). */
export const APPROVAL_INPUT = "approval";
const CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** The fields that the SDK extracts from a request of 2026-07-28, unchecked. */
interface InputRound {
  inputResponses?: Record<string, unknown>;
  envelope?: object;
}

/** Checks whether the customer declined, in their client, to open the page that the previous answer named. */
export function hasDeclined({ inputResponses }: InputRound): boolean {
  const response = inputResponses?.[APPROVAL_INPUT];
  return isJsonObject(response) && response.action === "decline";
}

/**
 * Returns the approval page of a refused call if the client declares that it opens pages. Otherwise null. A call
 * requests the page only once; its repetition gets a normal answer. The customer decides on the page, so the client's
 * answer counts only if it declines, and no `requestState` is needed.
 */
export function pageToOpen(outcome: Outcome, round: InputRound): { message: string; url: string } | null {
  if (!("problem" in outcome) || round.inputResponses !== undefined || !opensPages(round)) return null;
  const { action_required: required } = outcome.problem;
  return required?.type === "approve_action" ? { message: required.message, url: required.url } : null;
}

/** Checks a request's capability to open pages. Earlier revisions declare it once, to a server with sessions. */
export function opensPages({ envelope }: Pick<InputRound, "envelope">): boolean {
  const declared = Object.entries(envelope ?? {}).find(([name]) => name === CLIENT_CAPABILITIES)?.[1];
  return isJsonObject(declared) && isJsonObject(declared.elicitation) && isJsonObject(declared.elicitation.url);
}
