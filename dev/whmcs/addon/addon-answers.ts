import { isJsonObject } from "../../../shared/platform/json.ts";
import { productLines } from "../../seed/catalogue.ts";
import { withEntities } from "../spelling.ts";
import type { WhmcsState } from "../state.ts";
import { type AddonAnswer, AddonRefusal, type AskCall, isId, plainParameters, succeeded } from "./addon-calls.ts";
import { CHANGING, HIDDEN, LISTS, listed, READING } from "./addon-lists.ts";
import { type LocalApi, ProcessEnded } from "./local-api.ts";

/** Several reads about one account, with what a user may see of it. */
export function answerAsk(state: WhmcsState, { client, user, calls }: AskCall, localApi: LocalApi): AddonAnswer {
  const membership = state.memberships.find((row) => row.userId === user && row.clientId === client);
  const access = membership ? { owner: membership.isOwner, permissions: membership.permissions } : null;
  if (user !== null && !access) return succeeded({ access, answers: [] });
  const answers = calls.map(({ action, parameters }) => {
    const holder = READING.ALLOWED[action]?.[0];
    const notOwn = { result: "error", message: READING.NOT_OWN[action] };
    if (holder === READING.BY_DOMAIN && !hasDomain(state, client, parameters.domainid)) return notOwn;
    if (action === "UpgradeProduct" && !hasService(state, client, parameters.serviceid)) return notOwn;
    const answer = answerOrFailure(() => localApi(action, parameters));
    const list = action === "GetInvoice" ? ofInvoice(answer, client) : answer;
    const members = client === null ? READING.HOLDERS[action] : LISTS[list === answer ? action : "GetInvoices"]?.[2];
    return redacted(members ? rowsWith(list, members) : list);
  });
  return succeeded({ ...(user !== null && { access }), answers });
}

/** An invoice as a list of the account's own. */
function ofInvoice(answer: Record<string, unknown>, client: number | null): Record<string, unknown> {
  const isThere = answer.result === "success";
  if (!isThere && !/^invoice id not found$/i.test(String(answer.message))) return answer;
  const rows = isThere && Number(answer.userid) === client ? [{ ...answer, id: answer.invoiceid }] : [];
  return { result: "success", rows };
}

function answerOrFailure(call: () => Record<string, unknown>): Record<string, unknown> {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
    return new AddonRefusal("failed").answer.body;
  }
}

/** A mail of the addon that WHMCS keeps in no log. */
export interface UnloggedMail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Makes a change of a service or a domain of the account. @param deliver what becomes of a mail with a transfer code
 * @returns WHMCS's own answer
 * @throws AddonRefusal where a member is not as it must be, or what is changed is another account's
 */
export function makeChange(
  state: WhmcsState,
  { client, action: asked, parameters: given }: Readonly<Record<string, unknown>>,
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
  const isOwn = holder === "serviceid" ? hasService(state, client, id) : hasDomain(state, client, id);
  if (!isOwn) throw new AddonRefusal("foreign_account");
  const action = String(asked);
  if (action !== "DomainRequestEPP") return redacted(localApi(action, parameters));
  const membership = state.memberships.find(({ clientId, isOwner }) => clientId === client && isOwner);
  const to = state.users.find(({ id: userId }) => userId === membership?.userId)?.email;
  const account = state.clients.find((row) => row.id === client);
  if (!to || to.toLowerCase() !== account?.email.toLowerCase())
    return { result: "error", message: "Transfer Code Has No Recipient" };
  const answer = localApi(action, parameters);
  if (answer.result !== "success") return redacted(answer);
  const code = decoded(String(answer.eppcode ?? "")).trim();
  if (code === "") return { result: "success", sent_to: null };
  const name = state.domains.find((row) => row.id === id)?.name ?? "";
  const subject = `The transfer code of ${name}`;
  const message = `<p>You asked for the transfer code of ${name}.</p><p>{$frontdesk_code}</p>`;
  const before = state.mails.length;
  const mailed = localApi("SendEmail", {
    id: client,
    customtype: "general",
    customsubject: subject,
    custommessage: message,
  });
  // Its hook keeps the mail out of the log.
  state.mails.splice(before);
  if (mailed.result !== "success") return { result: "error", message: "Transfer Code Not Mailed" };
  deliver({ to, subject, text: message.replace("{$frontdesk_code}", () => code) });
  return { result: "success", sent_to: to };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#039": "'" };

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#039);/g, (_, name: string) => ENTITIES[name] ?? "");
}

/** The products as the addon reads them from the tables: what the API does not tell. */
export function catalogueOf({ products, groupNames = {} }: Pick<WhmcsState, "products" | "groupNames">) {
  return products.map(
    ({ id, groupId, proRataDay, isHidden: hidden = false, isRetired: retired = false, upgradesTo }) => {
      const others = products.filter((other) => other.groupId === groupId && other.id !== id);
      return {
        id,
        group: groupNames[groupId] ?? productLines[groupId - 1]?.name.en ?? "",
        ...{ hidden, retired, prorata: proRataDay !== undefined },
        upgrades_to: upgradesTo ?? [id, ...others.map((other) => other.id)],
        translations: {},
      };
    },
  );
}

/** WHMCS's own settings, as far as the front desk needs them. */
export interface InstallationFacts {
  system_url: string;
  time_zone: string;
  nameservers: string[];
  taxes: { level: number; taxrate: string; name: string }[];
  /** `tblconfiguration`, by name. */
  settings: Record<string, string>;
}

/** WHMCS's own settings, as the addon reads them from the tables. */
export function installationOf(
  { currencies, clientGroups, departments }: Pick<WhmcsState, "currencies" | "clientGroups" | "departments">,
  { settings, ...facts }: InstallationFacts,
) {
  return {
    ...facts,
    ...{ language: settings.Language ?? "", tax_enabled: settings.TaxEnabled ?? "", tax_type: settings.TaxType ?? "" },
    currencies: currencies.map(({ id, code }) => ({ id, code })),
    client_groups: clientGroups.map(({ id, discountPercent }) => ({ id, discountpercent: discountPercent.toFixed(2) })),
    departments: departments.map(({ id, name }) => ({ id, name: withEntities(name) })),
  };
}

const OF_ERROR = ["result", "message", "warning", "error"];

/** An answer of an action as the addon gives it. */
function redacted(answer: Record<string, unknown>): Record<string, unknown> {
  if (answer.result === "success") return without(answer) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => OF_ERROR.includes(name)));
}

/** A list whose rows have some members alone, and what the addon adds. */
function rowsWith(answer: Record<string, unknown>, members: readonly string[]): Record<string, unknown> {
  if (!Array.isArray(answer.rows)) return answer;
  const isTold = ([name]: [string, unknown]) => members.includes(name);
  return { ...answer, rows: answer.rows.map((row) => Object.fromEntries(Object.entries(row ?? {}).filter(isTold))) };
}

function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !HIDDEN.includes(name.toLowerCase()));
  return Object.fromEntries(kept.map(([name, member]) => [name, without(member)]));
}

/** Whether a service is an account's. */
function hasService({ services }: WhmcsState, client: number | null, id: unknown): boolean {
  return services.some((row) => row.id === id && row.clientId === client);
}

/** Whether a domain is an account's. */
function hasDomain({ domains }: WhmcsState, client: number | null, id: unknown): boolean {
  return domains.some((row) => row.id === id && row.clientId === client);
}
