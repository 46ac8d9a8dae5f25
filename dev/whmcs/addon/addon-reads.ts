import { isJsonObject } from "../../../shared/platform/json.ts";
import type { WhmcsState } from "../state.ts";
import { type AddonAnswer, AddonRefusal, succeeded } from "./addon-answer.ts";
import { ofClient, plainParameters } from "./call-parameters.ts";
import { hasDomain, hasService } from "./holdings-of.ts";
import { type LocalApi, ProcessEnded } from "./local-api.ts";
import { redacted, rowsWith } from "./redaction.ts";

const MAX_CALLS = 8;
/** Its account is compared once it is answered. */
const BY_ANSWER = "";
const BY_DOMAIN = " ";

/** Per action of `ask`: the parameter that holds the account, null for one of the whole provider, and what else may be said. */
const READING: Readonly<Record<string, readonly [holder: string | null, others: readonly string[]]>> = {
  DomainGetLockingStatus: [BY_DOMAIN, ["domainid"]],
  DomainGetNameservers: [BY_DOMAIN, ["domainid"]],
  DomainGetWhoisInfo: [BY_DOMAIN, ["domainid"]],
  GetAdminDetails: [null, []],
  GetCancelledPackages: ["clientid", []],
  GetClientGroups: [null, []],
  GetClients: [null, []],
  GetClientsDetails: ["clientid", []],
  GetClientsDomains: ["clientid", ["domainid", "domain"]],
  GetClientsProducts: ["clientid", ["serviceid", "domain"]],
  GetConfigurationValue: [null, ["setting"]],
  GetCurrencies: [null, []],
  GetDomainInvoices: ["clientid", ["domainid"]],
  GetInvoice: [BY_ANSWER, ["invoiceid"]],
  GetInvoices: ["userid", ["status", "orderby", "order"]],
  GetOrders: ["userid", ["id"]],
  GetPayMethods: ["clientid", []],
  GetPaymentMethods: [null, []],
  GetProducts: [null, ["pid"]],
  GetPromotions: [null, []],
  GetSupportDepartments: [null, ["ignore_dept_assignments"]],
  GetTickets: ["clientid", ["ignore_dept_assignments"]],
  GetTLDPricing: [null, ["currencyid", "clientid"]],
  GetUserPermissions: ["client_id", ["user_id"]],
  UpgradeProduct: [
    "clientid",
    ["calconly", "newproductbillingcycle", "newproductid", "paymentmethod", "serviceid", "type"],
  ],
  WhmcsDetails: [null, []],
};

/** What may be searched for in all accounts by a domain name, and what is told of each row. */
const HOLDERS: Readonly<Record<string, readonly string[]>> = {
  GetClientsDomains: ["id", "userid", "domainname", "status"],
  GetClientsProducts: ["id", "clientid", "pid", "domain", "status"],
};

const PAGING = ["limitstart", "limitnum"];
/** Settings that may be asked: others are secrets. */
const SETTINGS = ["Charset", "Language", "SystemURL", "TaxEnabled", "TaxType", "Version"];

/** The members of `ask`. */
export interface AskCall {
  client: number | null;
  user: number | null;
  calls: ReadCall[];
}

interface ReadCall {
  action: string;
  parameters: Record<string, unknown>;
}

/** @throws AddonRefusal where a member is not as it must be */
export function readAskCall({ client = null, user = null, calls }: Readonly<Record<string, unknown>>): AskCall {
  const isAsked = Array.isArray(calls) && calls.length > 0 && calls.length <= MAX_CALLS;
  if (!isId(client) || !isId(user) || !isAsked || (user !== null && client === null)) {
    throw new AddonRefusal(400, "bad_parameters");
  }
  return { client, user, calls: calls.map((one: unknown) => readCall(one, client)) };
}

/** With its account set. */
function readCall(given: unknown, client: number | null): ReadCall {
  const { action, parameters = {} }: Record<string, unknown> = isJsonObject(given) ? given : {};
  const known = typeof action === "string" && Object.hasOwn(READING, action) ? READING[action] : undefined;
  if (typeof action !== "string" || !known) throw new AddonRefusal(400, "unknown_call");
  const [holder, others] = known;
  const read = plainParameters(parameters, [...PAGING, ...others, ...(holder === null ? [] : [holder])]);
  const isSecret = read.setting !== undefined && !SETTINGS.includes(String(read.setting));
  const isChange = action === "UpgradeProduct" && read.calconly !== true;
  if (isSecret || isChange) throw new AddonRefusal(400, "bad_parameters");
  if (holder === null && read.clientid === undefined) return { action, parameters: read };
  if (client === null) {
    const isSearch = Object.hasOwn(HOLDERS, action) && read.clientid === undefined;
    if (!isSearch || typeof read.domain !== "string" || read.domain === "")
      throw new AddonRefusal(400, "bad_parameters");
    return { action, parameters: read };
  }
  const isCompared = holder === BY_ANSWER || holder === BY_DOMAIN;
  return { action, parameters: isCompared ? read : ofClient(read, holder ?? "clientid", client) };
}

function isId(given: unknown): given is number | null {
  return given === null || (typeof given === "number" && Number.isInteger(given) && given > 0);
}

/** Several reads about one account, with what a user may see of it. */
export function answerAsk(state: WhmcsState, { client, user, calls }: AskCall, localApi: LocalApi): AddonAnswer {
  const membership = state.memberships.find((row) => row.userId === user && row.clientId === client);
  const access = membership ? { owner: membership.isOwner, permissions: membership.permissions } : null;
  if (user !== null && !access) return succeeded({ access, answers: [] });
  const answers = calls.map(({ action, parameters }) => {
    if (READING[action]?.[0] === BY_DOMAIN && !hasDomain(state, client, parameters.domainid))
      return { result: "error", message: "Domain ID Not Found" };
    if (action === "UpgradeProduct" && !hasService(state, client, parameters.serviceid))
      return { result: "error", message: "Service ID Not Found" };
    const answer = answerOrFailure(() => localApi(action, parameters));
    const isForeign = action === "GetInvoice" && answer.result === "success" && Number(answer.userid) !== client;
    if (isForeign) return { result: "error", message: "Invoice ID Not Found" };
    const told = redacted(answer);
    const members = client === null ? HOLDERS[action] : undefined;
    return members ? rowsWith(told, members) : told;
  });
  return succeeded({ ...(user !== null && { access }), answers });
}

function answerOrFailure(call: () => Record<string, unknown>): Record<string, unknown> {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
    return { result: "error", error: "failed", message: "Internal Failure" };
  }
}
