import type { MCPClientOAuthResult } from "agents/mcp/client";
import { AssistantRefusal, problemResponse } from "./problem.ts";

/**
 * The page where a person starts to connect their account. It redirects to the provider's sign-in and consent pages.
 */
export const CONNECT_PATH = "/connect";

/** Returns the refusal for a browser that has not connected an account, or has not completed the connection. */
export function notConnected(): AssistantRefusal {
  return toConnect(
    "No account is connected in this browser. Open /connect in it: the provider asks whether you agree.",
  );
}

/** Returns the refusal for an account whose tokens the provider rejects. */
export function disconnected(cause: unknown): AssistantRefusal {
  const detail =
    "The account is not connected any more: it was disconnected, or the connection has ended. Open /connect to connect it again.";
  return toConnect(detail, { cause });
}

function toConnect(detail: string, options?: ErrorOptions): AssistantRefusal {
  return new AssistantRefusal({ title: "Account not connected", status: 401, detail, connect: CONNECT_PATH }, options);
}

/** Returns the response to the provider's redirect. The response does not repeat any query parameter. */
export function afterConsent({ authSuccess }: MCPClientOAuthResult): Response {
  if (authSuccess) return new Response(null, { status: 303, headers: { Location: "/due" } });
  const detail = "The account was not connected, so its data cannot be read. Open /connect to try again.";
  return problemResponse(
    new AssistantRefusal({ title: "Account not connected", status: 403, detail, connect: CONNECT_PATH }),
  );
}

/** Returns the refusal for a redirect that no pending authorization matches. */
export function unexpectedReturn(): AssistantRefusal {
  const detail = "This browser did not begin to connect an account, or did so too long ago. Open /connect to begin.";
  return new AssistantRefusal({ title: "Nothing to finish", status: 400, detail, connect: CONNECT_PATH });
}
