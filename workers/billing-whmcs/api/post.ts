import type { HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import type { Fetch, RequestLimits } from "../../../shared/platform/bounded-request.ts";
import { formBody, type Parameters } from "./form.ts";
import { sendRequest } from "./send-request.ts";

/** How the API is reached and what admits its caller. */
export interface ApiAccess {
  /** `…/includes/api.php` of the installation. */
  address: string;
  identifier: string;
  secret: string;
  /** Admits a caller whose address is not on the allow-list; null without one. */
  accessKey: string | null;
  fetch: Fetch;
}

/** An action's name and parameters. */
export interface ApiCall {
  action: string;
  parameters: Parameters;
}

/** Posts one call to the API. Never throws. */
export async function post(
  access: ApiAccess,
  { action, parameters }: ApiCall,
  limits: RequestLimits,
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
  return sendRequest(address, { body }, access.fetch, limits);
}
