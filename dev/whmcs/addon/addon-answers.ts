import { productLines } from "../../seed/catalogue.ts";
import type { Installation } from "../actions/action.ts";
import type { Parameters } from "../parameters.ts";
import { CLIENT_GROUPS } from "../provisioning/prices.ts";
import { withEntities } from "../spelling.ts";
import type { WhmcsState } from "../state.ts";
import { type AddonAnswer, AddonRefusal, type AskCall, isId, plainParameters, succeeded } from "./addon-calls.ts";
import { CHANGING, HIDDEN, LISTS, listed, READING } from "./addon-lists.ts";
import type { LocalApi } from "./local-api.ts";

/** Runs the reads of an `ask` call, and returns the user's access to the account. Without access, runs none. */
export function answerAsk(state: WhmcsState, { client, user, calls }: AskCall, localApi: LocalApi): AddonAnswer {
  const membership = state.memberships.find((row) => row.userId === user && row.clientId === client);
  const access = membership ? { owner: membership.isOwner, permissions: membership.permissions } : null;
  if (user !== null && !access) return succeeded({ access, answers: [] });
  const answers = calls.map(({ action, parameters }) => {
    const isOfDomain = READING.ALLOWED[action]?.[0] === READING.BY_DOMAIN;
    const isOther =
      (isOfDomain && !isOwn(state.domains, client, parameters.domainid)) ||
      (action === "UpgradeProduct" && !isOwn(state.services, client, parameters.serviceid));
    if (isOther) return { result: "error", message: READING.NOT_OWN[action] };
    const answer = localApi(action, parameters);
    const list = action === "GetInvoice" ? ofInvoice(answer, client) : answer;
    const members = client === null ? READING.HOLDERS[action] : LISTS[list === answer ? action : "GetInvoices"]?.[2];
    return redacted(members ? rowsWith(list, members) : list);
  });
  return succeeded({ ...(user !== null && { access }), answers });
}

/** Returns a list with the invoice, or an empty list if the account has no such invoice. */
function ofInvoice(answer: Record<string, unknown>, client: number | null): Record<string, unknown> {
  const isThere = answer.result === "success";
  if (!isThere && !/^invoice id not found$/i.test(String(answer.message))) return answer;
  const rows = isThere && Number(answer.userid) === client ? [{ ...answer, id: answer.invoiceid }] : [];
  return { result: "success", rows };
}

/** An e-mail from the addon that WHMCS does not log. */
export interface UnloggedMail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Changes a service or domain of the account.
 * @param deliver function that receives the e-mail with a transfer code
 * @returns WHMCS's own result; for a transfer code, the recipient of the e-mail instead of the code
 * @throws {AddonRefusal} if the action is unknown, if a field is invalid, or if the item belongs to another account
 */
export function makeChange(
  state: WhmcsState,
  { client, action: asked, parameters: given }: Parameters,
  localApi: LocalApi,
  deliver: (mail: UnloggedMail) => void,
): Record<string, unknown> {
  const allowed = listed(CHANGING.ALLOWED, asked);
  if (!allowed) throw new AddonRefusal("unknown_call");
  if (!isId(client)) throw new AddonRefusal("bad_parameters");
  const [holder, others] = allowed;
  const parameters = plainParameters(given, [holder, ...others]);
  const id = parameters[holder];
  if (!isId(id)) throw new AddonRefusal("bad_parameters");
  if (!isOwn(holder === "serviceid" ? state.services : state.domains, client, id))
    throw new AddonRefusal("foreign_account");
  const action = String(asked);
  if (action !== "DomainRequestEPP") return redacted(localApi(action, parameters));
  const membership = state.memberships.find(({ clientId, isOwner }) => clientId === client && isOwner);
  const to = state.users.find(({ id: userId }) => userId === membership?.userId)?.email;
  const account = state.clients.find((row) => row.id === client);
  if (!to || to.toLowerCase() !== account?.email.toLowerCase())
    return { result: "error", message: "Transfer Code Has No Recipient" };
  const answer = localApi(action, parameters);
  if (answer.result !== "success") return redacted(answer);
  const code = String(answer.eppcode ?? "").trim();
  if (code === "") return { result: "success", sent_to: null };
  const name = state.domains.find((row) => row.id === id)?.name ?? "";
  const subject = `The transfer code of ${name}`;
  const message = `<p>You requested the transfer code of ${name}.</p><p>{$frontdesk_code}</p>`;
  const mail = { customtype: "general", customsubject: subject, custommessage: message };
  const mailed = localApi("SendEmail", { id: client, ...mail });
  if (mailed.result !== "success") return { result: "error", message: "Transfer Code Not Mailed" };
  deliver({ to, subject, text: message.replace("{$frontdesk_code}", () => code) });
  return { result: "success", sent_to: to };
}

/** Returns the facts about products that the addon reads from WHMCS's tables, because the API does not return them. */
export function catalogueOf({ products }: WhmcsState) {
  return products.map(({ id, groupId, isProRata: prorata = false, isRetired: retired = false, upgradesTo }) => {
    const others = products.filter((other) => other.groupId === groupId && other.id !== id);
    return {
      ...{ id, group: productLines[groupId - 1]?.name.en ?? "", hidden: false, retired, prorata, translations: {} },
      upgrades_to: upgradesTo ?? [id, ...others.map((other) => other.id)],
    };
  });
}

/** Facts about an installation that affect nothing else in the simulator. */
export interface InstallationFacts {
  system_url: string;
  nameservers: string[];
  taxes: { level: number; taxrate: string; name: string }[];
}

/** Returns WHMCS's own settings, as the addon reads them from its tables. */
export function installationOf(
  { state: { currencies, departments }, settings, timeZone }: Installation,
  facts: InstallationFacts,
) {
  return {
    ...{ ...facts, time_zone: timeZone, currencies, language: settings.Language ?? "" },
    ...{ tax_enabled: settings.TaxEnabled ?? "", tax_type: settings.TaxType ?? "" },
    client_groups: CLIENT_GROUPS.map(({ id, discountPercent }) => ({
      id,
      discountpercent: discountPercent.toFixed(2),
    })),
    departments: departments.map(({ id, name }) => ({ id, name: withEntities(name) })),
  };
}

const OF_ERROR = ["result", "message", "warning", "error"];

/** Removes the secrets that the simulator adds at the top level of an action's result. */
function redacted(answer: Record<string, unknown>): Record<string, unknown> {
  const isTold = (name: string) =>
    answer.result === "success" ? !HIDDEN.includes(name.toLowerCase()) : OF_ERROR.includes(name);
  return Object.fromEntries(Object.entries(answer).filter(([name]) => isTold(name)));
}

/** Returns a list whose rows have only the given fields. */
function rowsWith(answer: Record<string, unknown>, members: readonly string[]): Record<string, unknown> {
  if (!Array.isArray(answer.rows)) return answer;
  const isTold = ([name]: [string, unknown]) => members.includes(name);
  return { ...answer, rows: answer.rows.map((row) => Object.fromEntries(Object.entries(row ?? {}).filter(isTold))) };
}

/** Returns whether a service or domain belongs to an account. */
function isOwn(rows: { id: number; clientId: number }[], client: number | null, id: unknown): boolean {
  return rows.some((row) => row.id === id && row.clientId === client);
}
