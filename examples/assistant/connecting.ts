import type { MCPClientOAuthResult } from "agents/mcp/client";
import { AssistantRefusal, problemResponse } from "./problem.ts";

/** The page on which a person begins to connect their account; it redirects to the provider's sign-in and consent pages. */
export const CONNECT_PATH = "/connect";

/** Nobody has connected an account in this browser, or not completely. */
export function notConnected(): AssistantRefusal {
  return toConnect(
    "No account is connected in this browser. Open /connect in it: the provider asks whether you agree.",
  );
}

/** The provider rejects the tokens. */
export function disconnected(cause: unknown): AssistantRefusal {
  const detail =
    "The account is not connected any more: it was disconnected, or the connection has ended. Open /connect to connect it again.";
  return toConnect(detail, { cause });
}

function toConnect(detail: string, options?: ErrorOptions): AssistantRefusal {
  return new AssistantRefusal({ title: "Account not connected", status: 401, detail, connect: CONNECT_PATH }, options);
}

/** The page after the provider's redirect. Parameters of the address are not echoed. */
export function afterConsent({ authSuccess }: MCPClientOAuthResult): Response {
  if (authSuccess) return new Response(null, { status: 303, headers: { Location: "/due" } });
  const detail = "The account was not connected, so its data cannot be read. Open /connect to try again.";
  return problemResponse(
    new AssistantRefusal({ title: "Account not connected", status: 403, detail, connect: CONNECT_PATH }),
  );
}

/** A redirect without a pending authorization. */
export function unexpectedReturn(): AssistantRefusal {
  const detail = "This browser did not begin to connect an account, or did so too long ago. Open /connect to begin.";
  return new AssistantRefusal({ title: "Nothing to finish", status: 400, detail, connect: CONNECT_PATH });
}
