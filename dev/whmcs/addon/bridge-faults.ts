import { isJsonObject } from "../../../shared/platform/json.ts";
import type { Fault } from "../faults.ts";
import { failedPage, type HttpAnswer, json } from "../http-answer.ts";
import type { ReceivedCall } from "../run-action.ts";
import type { AddonAnswer } from "./addon-answer.ts";
import {
  formOf,
  jsonIn,
  type LocalApi,
  type LocalApiParts,
  type LocalFault,
  localApi,
  localFaultIn,
  ProcessEnded,
  runLocally,
} from "./local-api.ts";

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
 * The faults that are planned for a call's actions, or for the addon's call by its own name. What a write meets is taken apart: how often
 * WHMCS works inside `act` and what it says there, or that the process ends, and what happens to the answer on its way. Of the reads of
 * an `ask` each meets its own; what no single one can meet befalls the whole answer.
 */
export function planBridgeCall(
  parts: LocalApiParts,
  body: string,
  onCall: (call: ReceivedCall) => void,
): PlannedBridgeCall {
  const { call, action, calls } = jsonIn(body) ?? {};
  const local = localApi(parts);
  const told = (run: LocalApi): LocalApi => {
    return (name, parameters) => {
      onCall({ action: name, parameters: Object.fromEntries(formOf(parameters)) });
      return run(name, parameters);
    };
  };
  if (call === "ask") {
    const reads = Array.isArray(calls) ? calls : [];
    const met = reads.flatMap((one) => {
      const name = isJsonObject(one) ? String(one.action) : "";
      const fault = parts.faults.next(name, false);
      return fault ? [{ name, fault }] : [];
    });
    const outside = met.find(({ fault }) => !insideOf(fault))?.fault ?? null;
    const fault = outside ?? (met.length > 0 ? null : parts.faults.next("ask", false));
    const asking: LocalApi = (name, parameters) => {
      const at = met.findIndex((one) => one.name === name);
      const [mine] = at < 0 ? [] : met.splice(at, 1);
      return runLocally(parts, name, formOf(parameters), { times: 1, fault: insideOf(mine?.fault ?? null) });
    };
    return planned(ofAnswer(fault), told(asking));
  }
  const isAct = call === "act";
  const fault = parts.faults.next(String((isAct ? action : call) ?? ""), isAct);
  if (!isAct) return planned(ofAnswer(fault), told(local));
  const apart = takenApart(fault);
  const { times, inside } = apart;
  const acting: LocalApi = (name, parameters) =>
    name === action ? runLocally(parts, name, formOf(parameters), { times, fault: inside }) : local(name, parameters);
  return planned(apart, told(acting));
}

function planned({ times, inside, fault, afterMs }: TakenApart, api: LocalApi): PlannedBridgeCall {
  const work = (run: (api: LocalApi) => AddonAnswer): HttpAnswer => {
    if (times === 0 && inside === null) return failedPage();
    try {
      const { status, body: members } = run(api);
      const answer = json(status, members);
      if ("retry_after" in members) answer.headers["Retry-After"] = String(members.retry_after);
      return answer;
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      return failedPage();
    }
  };
  return { work, fault, afterMs };
}

/** The part of a fault that one read of several can meet; null for what befalls the whole answer. */
function insideOf(fault: Fault | null): LocalFault | null {
  const inside = localFaultIn(fault);
  return inside?.kind === "dies" ? null : inside;
}

interface TakenApart {
  /** How often the work is done; 0 without a fault inside: the call never reaches the addon. */
  times: number;
  inside: LocalFault | null;
  fault: Fault | null;
  afterMs: number;
}

const HTML_500: Fault = { kind: "html_500" };
/** Faults that a write meets once its work is done. */
const AFTER_WORK: readonly Fault["kind"][] = ["changed", "html_500_after", "cut", "stalled", "slow", "endless"];

function onTheWay(fault: Fault | null): Fault | null {
  return fault?.kind === "html_500_after" ? HTML_500 : fault;
}

function ofAnswer(fault: Fault | null): TakenApart {
  const isLost = fault?.kind === "reset" || fault?.kind === "never";
  return { times: isLost ? 0 : 1, inside: null, fault: onTheWay(fault), afterMs: 0 };
}

function takenApart(planned: Fault | null): TakenApart {
  if (planned?.kind === "write") {
    const { times, afterMs, answer } = planned;
    const inside = localFaultIn(answer);
    if (afterMs > 0) return { times, inside: null, afterMs, fault: inside ? HTML_500 : answer };
    return { times, inside, afterMs, fault: insideOf(answer) ? null : answer };
  }
  const inside = insideOf(planned);
  const times = planned === null || AFTER_WORK.includes(planned.kind) ? 1 : 0;
  return { times, inside, fault: inside ? null : onTheWay(planned), afterMs: 0 };
}

/** A signed body as a call: the action of an `act` with its parameters; of any other its own name and members. */
export function bridgeCallIn(body: string): ReceivedCall {
  const { call, action, client, parameters = {}, ...members } = jsonIn(body) ?? {};
  const isAct = call === "act" && isJsonObject(parameters);
  const form = formOf(isAct ? { ...parameters, clientid: client } : { ...members, clientid: client });
  return { action: String((isAct ? action : call) ?? ""), parameters: Object.fromEntries(form) };
}
