import { isJsonObject } from "../../../shared/platform/json.ts";
import type { WhmcsState } from "../state.ts";
import { type AddonAnswer, AddonRefusal, succeeded } from "./addon-answer.ts";
import { listed, READING } from "./addon-lists.ts";
import { isId, ofClient, plainParameters } from "./call-parameters.ts";
import { hasDomain, hasService } from "./holdings-of.ts";
import { type LocalApi, ProcessEnded } from "./local-api.ts";
import { redacted, rowsWith } from "./redaction.ts";

const MAX_CALLS = 8;
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
  const areIds = (client === null || isId(client)) && (user === null || isId(user));
  if (!areIds || !isAsked || (user !== null && client === null)) throw new AddonRefusal("bad_parameters");
  return { client, user, calls: calls.map((one: unknown) => readCall(one, client)) };
}

/** With its account set. */
function readCall(given: unknown, client: number | null): ReadCall {
  const { action: name, parameters = {} }: Record<string, unknown> = isJsonObject(given) ? given : {};
  const known = listed(READING.ALLOWED, name);
  if (!known) throw new AddonRefusal("unknown_call");
  const action = String(name);
  const [holder, others] = known;
  const read = plainParameters(parameters, [...READING.PAGING, ...others, ...(holder === null ? [] : [holder])]);
  const isSecret = read.setting !== undefined && !READING.SETTINGS.includes(String(read.setting));
  const isChange = action === "UpgradeProduct" && read.calconly !== true;
  if (isSecret || isChange) throw new AddonRefusal("bad_parameters");
  if (holder === null && read.clientid === undefined) return { action, parameters: read };
  if (client === null) {
    const isSearch = Object.hasOwn(READING.HOLDERS, action) && read.clientid === undefined;
    if (!isSearch || typeof read.domain !== "string" || read.domain === "") throw new AddonRefusal("bad_parameters");
    return { action, parameters: read };
  }
  const isCompared = holder === READING.BY_ANSWER || holder === READING.BY_DOMAIN;
  return { action, parameters: isCompared ? read : ofClient(read, holder ?? "clientid", client) };
}

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
    const isForeign = holder === READING.BY_ANSWER && answer.result === "success" && Number(answer.userid) !== client;
    if (isForeign) return notOwn;
    const told = redacted(answer);
    const members = client === null ? READING.HOLDERS[action] : undefined;
    return members ? rowsWith(told, members) : told;
  });
  return succeeded({ ...(user !== null && { access }), answers });
}

function answerOrFailure(call: () => Record<string, unknown>): Record<string, unknown> {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
    return new AddonRefusal("failed").answer.body;
  }
}
