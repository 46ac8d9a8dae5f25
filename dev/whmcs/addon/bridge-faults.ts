import { isJsonObject } from "../../../shared/platform/json.ts";
import type { Installation } from "../actions/action.ts";
import { failedPage, type HttpAnswer, json, type ReceivedCall } from "../api-endpoint.ts";
import type { Fault, Faults } from "../faults.ts";
import type { Spelling } from "../spelling.ts";
import type { AddonAnswer } from "./addon-answer.ts";
import {
  formOf,
  type LocalApi,
  type LocalFault,
  localApi,
  localFaultIn,
  ProcessEnded,
  runLocally,
} from "./local-api.ts";

interface BridgeParts {
  installation: Installation;
  spelling: Spelling;
  faults: Faults;
}

/** How a call of the addon is worked on, and what becomes of its answer. */
export interface PlannedBridgeCall {
  /** Runs the addon, or does not where the call never reaches it. */
  work(run: (api: LocalApi) => AddonAnswer): HttpAnswer;
  /** What the answer meets on its way. */
  fault: Fault | null;
  /** How long the call waits in front of PHP; its caller has an error page by then. */
  afterMs: number;
}

/**
 * The fault that is planned for the action of `act`, or for the addon's call by its own name. What a write meets is taken apart: how
 * often WHMCS works inside `act` and what it says there, or that the process ends, and what happens to the answer on its way.
 * @param onCall told of every call of an action inside, before it is worked on
 */
export function planBridgeCall(
  parts: BridgeParts,
  body: string,
  onCall: (call: ReceivedCall) => void,
): PlannedBridgeCall {
  const { call, action } = memberOf(body);
  const planned = parts.faults.next(call === "act" ? action : call, call === "act");
  const local = localApi(parts);
  const told: LocalApi = (name, parameters) => {
    onCall({ action: name, parameters: Object.fromEntries(formOf(parameters)), cookie: null });
    return local(name, parameters);
  };
  const { times, inside, fault, afterMs } = call === "act" ? takenApart(planned) : ofAnswer(planned);
  const acting: LocalApi = (name, parameters) => {
    if (name !== action) return told(name, parameters);
    onCall({ action: name, parameters: Object.fromEntries(formOf(parameters)), cookie: null });
    return runLocally(parts, name, formOf(parameters), { times, fault: inside });
  };
  const work = (run: (api: LocalApi) => AddonAnswer): HttpAnswer => {
    if (times === 0 && inside === null) return failedPage();
    try {
      const { status, body: members } = run(acting);
      return json(status, members);
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      return failedPage();
    }
  };
  return { work, fault, afterMs };
}

interface TakenApart {
  /** How often the work is done; 0 without a fault inside: the call never reaches the addon. */
  times: number;
  inside: LocalFault | null;
  fault: Fault | null;
  afterMs: number;
}

function ofAnswer(fault: Fault | null): TakenApart {
  const isLost = fault?.kind === "reset" || fault?.kind === "never";
  return {
    times: isLost ? 0 : 1,
    inside: null,
    fault: fault?.kind === "html_500_after" ? HTML_500 : fault,
    afterMs: 0,
  };
}

const HTML_500: Fault = { kind: "html_500" };

function takenApart(planned: Fault | null): TakenApart {
  const nothing = { times: 1, inside: null, fault: null, afterMs: 0 };
  switch (planned?.kind) {
    case undefined:
      return nothing;
    case "write": {
      const { times, afterMs, answer } = planned;
      if (afterMs > 0) return { times, inside: null, afterMs, fault: localFaultIn(answer) ? HTML_500 : answer };
      const inside = localFaultIn(answer);
      return { times, inside, afterMs, fault: inside ? (inside.kind === "dies" ? answer : null) : answer };
    }
    case "error":
    case "warning":
      return { ...nothing, times: 0, inside: localFaultIn(planned) };
    case "changed":
      return { ...nothing, inside: planned };
    case "html_500_after":
      return { ...nothing, fault: HTML_500 };
    case "cut":
    case "stalled":
    case "slow":
    case "endless":
      return { ...nothing, fault: planned };
    default:
      return { ...nothing, times: 0, fault: planned };
  }
}

/** A signed body as a call: the action of an `act` with its parameters, as the API would have them; of any other its own name and members. */
export function bridgeCallIn(body: string): ReceivedCall {
  const { call, action, client, parameters = {}, ...members } = membersIn(body);
  const isAct = call === "act" && isJsonObject(parameters);
  const form = formOf(isAct ? { ...parameters, clientid: client } : { ...members, clientid: client });
  return { action: String((isAct ? action : call) ?? ""), parameters: Object.fromEntries(form), cookie: null };
}

/** The call and the action of a body; empty where it has none. */
function memberOf(body: string): { call: string; action: string } {
  const { call, action } = membersIn(body);
  return { call: String(call ?? ""), action: String(action ?? "") };
}

function membersIn(body: string): Record<string, unknown> {
  const read: unknown = body === "" ? null : JSON.parse(body);
  return isJsonObject(read) ? read : {};
}
