import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isJsonObject } from "../../platform/json.ts";
import type { Outcome } from "../pipeline/run-operation.ts";

/** The name of the one input that a tool call can ask for. */
const APPROVAL = "approval";
const CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

type McpCall = ServerContext["mcpReq"];

/** What the customer answered in their client to the page that the same call named before; null for a call that names none yet. */
export function approvalAnswer({ inputResponses }: McpCall): "accept" | "decline" | "cancel" | null {
  const answer = inputResponse(inputResponses, APPROVAL);
  return answer.kind === "elicit" ? answer.action : null;
}

/**
 * The address of an approval page as a request to the client (URL mode elicitation of 2026-07-28), where it declares that it opens
 * pages; else null. Asked once: a call that comes back is answered as any other. The page decides, so nothing is taken from the
 * client's answer but a refusal, and no `requestState` is kept.
 */
export function approvalElicitation(outcome: Outcome, call: McpCall): InputRequiredResult | null {
  if (!("problem" in outcome) || approvalAnswer(call) !== null || !opensPages(call)) return null;
  const { action_required: required } = outcome.problem;
  if (required?.type !== "approve_action") return null;
  const { message, url } = required;
  return inputRequired({ inputRequests: { [APPROVAL]: inputRequired.elicitUrl({ message, url }) } });
}

/** The capability is declared with each request. A client of before 2026-07-28 declares it once, to a server that keeps sessions. */
function opensPages({ envelope }: McpCall): boolean {
  const declared = Object.entries(envelope ?? {}).find(([name]) => name === CLIENT_CAPABILITIES)?.[1];
  return isJsonObject(declared) && isJsonObject(declared.elicitation) && isJsonObject(declared.elicitation.url);
}
