import type { HostFailure, HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";
import { formBody, type Parameters } from "./form.ts";

const RETRY_AFTER_S = 5;

/** How the API is reached and what admits its caller. */
export interface ApiAccess {
  /** `…/includes/api.php` of the installation. */
  address: string;
  identifier: string;
  secret: string;
  /** Admits a caller whose address is not on the allow-list; null without one. */
  accessKey: string | null;
  /** The runtime's own, or that of a tunnel. */
  fetch: (request: Request) => Promise<Response>;
}

/** How much of an answer is read, and how long for. */
export interface PostLimits {
  deadlineMs: number;
  maxBytes: number;
}

/** An action's name and parameters. */
export interface ApiCall {
  action: string;
  parameters: Parameters;
}

/** Posts one call to the API. Follows no redirect: an installation that moved would be sent the secret elsewhere. Never throws. */
export async function post(
  access: ApiAccess,
  { action, parameters }: ApiCall,
  { deadlineMs, maxBytes }: PostLimits,
): Promise<HostReply> {
  const { address, identifier, secret, accessKey } = access;
  // Parameters of the call come first: PHP keeps the last value of a name.
  const body = formBody({
    ...parameters,
    identifier,
    secret,
    accesskey: accessKey ?? undefined,
    action,
    responsetype: "json",
  });
  const abort = new AbortController();
  const request = new Request(address, { method: "POST", body, redirect: "manual", signal: abort.signal });
  try {
    // The deadline does not rely on the signal: a runtime may lose it while the body is read.
    return await inTime(answerTo(request, access, maxBytes), Math.max(1, deadlineMs));
  } catch {
    // expected: the caller logs the reason with the action's name.
    abort.abort();
    return failed("timeout");
  }
}

/** Never throws. */
async function answerTo(request: Request, access: ApiAccess, maxBytes: number): Promise<HostReply> {
  let response: Response;
  try {
    response = await access.fetch(request);
  } catch {
    // expected: the caller logs the reason with the action's name; the cause may quote the address.
    return failed("unreachable");
  }
  try {
    const bytes = await readAtMost(response.body, maxBytes);
    if (!bytes) return failed("too_large");
    return { kind: "answered", status: response.status, body: new TextDecoder().decode(bytes) };
  } catch {
    // expected: as above, for a body that ended early.
    return failed("cut");
  }
}

function failed(reason: HostFailure["reason"]): HostFailure {
  return { kind: "failed", reason, retryAfter: RETRY_AFTER_S };
}
