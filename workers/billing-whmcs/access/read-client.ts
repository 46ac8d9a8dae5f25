import { log } from "../../../shared/platform/log.ts";
import { type ClientDetails, getClientsDetails } from "../api/actions/get-clients-details.ts";
import type { CallContext } from "../api/call-context.ts";
import { type ApiOutcome, unavailable } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** An account as it is kept there, with the currency of its amounts. */
export type Client = ClientDetails & { currency_code: string };

/** One account. Where it does not name its currency, the installation's list of currencies does; without either it is unread. */
export async function readClient(
  { api, facts }: WhmcsContext,
  call: CallContext & { accountId: number },
): Promise<ApiOutcome<Client>> {
  const { accountId, requestId } = call;
  const read = await api.read(getClientsDetails, { clientid: accountId }, call);
  if (read.kind !== "ok") return read;
  const { currency_code: told, currency } = read.body;
  if (told !== null) return { kind: "ok", body: { ...read.body, currency_code: told } };
  const currencies = currency === null ? null : await facts.currencies(api, requestId);
  if (currencies && currencies.kind !== "ok") return currencies;
  const code = currencies?.body.get(currency ?? 0)?.code;
  if (code !== undefined) return { kind: "ok", body: { ...read.body, currency_code: code } };
  log("billing_answer_unread", {
    request_id: requestId,
    account: accountId,
    action: getClientsDetails.name,
    at: ["currency_code"],
  });
  return unavailable("unread");
}
