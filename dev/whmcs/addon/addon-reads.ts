import type { WhmcsState } from "../state.ts";
import { type AddonAnswer, refused, succeeded } from "./addon-answer.ts";
import { type LocalApi, ProcessEnded } from "./local-api.ts";

const MAX_CALLS = 8;

/** The parameter that holds the account, of the reading actions that `ask` carries; null: of none. */
const READING: Readonly<Record<string, string | null>> = {
  ...{ GetClientsDetails: "clientid", GetClientsProducts: "clientid", GetClientsDomains: "clientid" },
  ...{ GetInvoices: "userid", GetOrders: "userid", GetTickets: "clientid", GetPayMethods: "clientid" },
  ...{ GetUserPermissions: "client_id", GetInvoice: null, GetCancelledPackages: null, GetUsers: null },
  ...{ GetClients: null, GetProducts: null, GetPromotions: null, GetTLDPricing: null, GetCurrencies: null },
  ...{ GetConfigurationValue: null, GetClientGroups: null, GetSupportDepartments: null },
  ...{ WhmcsDetails: null, GetAdminDetails: null },
};

/** The members of `ask`. */
export interface AskCall {
  client: number | null;
  user: number | null;
  calls: { action: string; parameters: Record<string, unknown> }[];
}

/** Several reads about one account, with what a user may see of it. */
export function answerAsk(state: WhmcsState, { client, user, calls }: AskCall, localApi: LocalApi): AddonAnswer {
  if (calls.length === 0 || calls.length > MAX_CALLS || (user !== null && client === null)) {
    return refused(400, "bad_parameters");
  }
  for (const { action, parameters } of calls) {
    if (!Object.hasOwn(READING, action)) return refused(400, "unknown_call");
    const holder = READING[action];
    if (holder && client === null) return refused(400, "bad_parameters");
    if (holder && (parameters[holder] ?? client) !== client) return refused(400, "foreign_account");
  }
  const membership = state.memberships.find((row) => row.userId === user && row.clientId === client);
  const access = membership ? { owner: membership.isOwner, permissions: membership.permissions } : null;
  if (user !== null && !access) return succeeded({ access, answers: [] });
  const answers = calls.map(({ action, parameters }) => {
    const holder = READING[action];
    const answer = answerOrFailure(() => localApi(action, holder ? { ...parameters, [holder]: client } : parameters));
    const isForeign = action === "GetInvoice" && Number(answer.userid) !== client;
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
