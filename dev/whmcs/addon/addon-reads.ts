import { isJsonObject } from "../../../shared/platform/json.ts";
import type { WhmcsState } from "../state.ts";
import { type AddonAnswer, AddonRefusal, succeeded } from "./addon-answer.ts";
import { ofClient, plainParameters } from "./call-parameters.ts";
import { type LocalApi, ProcessEnded } from "./local-api.ts";

const MAX_CALLS = 8;
/** Its account is compared once it is answered. */
const BY_ANSWER = "";

/** Per action of `ask`: the parameter that holds the account, null for one of the whole provider, and what else may be said. */
const READING: Readonly<Record<string, readonly [holder: string | null, others: readonly string[]]>> = {
  GetAdminDetails: [null, []],
  GetCancelledPackages: [null, []],
  GetClientGroups: [null, []],
  GetClients: [null, ["search", "orderby", "sorting", "status"]],
  GetClientsDetails: ["clientid", ["stats"]],
  GetClientsDomains: ["clientid", ["domainid", "domain"]],
  GetClientsProducts: ["clientid", ["serviceid", "pid", "domain"]],
  GetConfigurationValue: [null, ["setting"]],
  GetCurrencies: [null, []],
  GetInvoice: [BY_ANSWER, ["invoiceid"]],
  GetInvoices: ["userid", ["status", "orderby", "order"]],
  GetOrders: ["userid", ["id", "status"]],
  GetPayMethods: ["clientid", ["paymethodid", "type"]],
  GetProducts: [null, ["pid", "gid", "module"]],
  GetPromotions: [null, ["code"]],
  GetSupportDepartments: [null, ["ignore_dept_assignments"]],
  GetTickets: ["clientid", ["deptid", "status", "ignore_dept_assignments"]],
  GetTLDPricing: [null, ["currencyid", "clientid"]],
  GetUserPermissions: ["client_id", ["user_id"]],
  GetUsers: [null, ["search", "sorting"]],
  WhmcsDetails: [null, []],
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
  if (isSecret) throw new AddonRefusal(400, "bad_parameters");
  if (holder === null && read.clientid === undefined) return { action, parameters: read };
  if (client === null) throw new AddonRefusal(400, "bad_parameters");
  return { action, parameters: holder === BY_ANSWER ? read : ofClient(read, holder ?? "clientid", client) };
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
    const answer = answerOrFailure(() => localApi(action, parameters));
    const isForeign = action === "GetInvoice" && answer.result === "success" && Number(answer.userid) !== client;
    return isForeign ? { result: "error", message: "Invoice ID Not Found" } : answer;
  });
  return succeeded({ ...(user !== null && { access }), answers });
}

function answerOrFailure(call: () => Record<string, unknown>): Record<string, unknown> {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
    return { result: "error", message: "Internal Failure" };
  }
}
