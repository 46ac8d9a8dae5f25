import { isJsonObject, jsonObjectIn } from "../../../shared/platform/json.ts";
import type { Installation, ReceivedCall } from "../actions/action.ts";
import { isWrite, runAction } from "../actions/index.ts";
import type { Fault, Faults } from "../faults.ts";
import { failedPage, type HttpAnswer, json, WARNING } from "../http-answer.ts";
import type { Parameters } from "../parameters.ts";
import type { Spelling } from "../spelling.ts";
import type { AddonAnswer } from "./addon-calls.ts";

/** An error that means that the process ended or the call threw. The caller never gets the outcome. */
export class ProcessEnded extends Error {
  override name = "ProcessEnded";
}

/**
 * A function like WHMCS's `localAPI`. It takes parameters like PHP arrays, and returns results in the API's form.
 * @throws {ProcessEnded} if a fault ends the process
 */
export type LocalApi = (action: string, parameters: Parameters) => Record<string, unknown>;

interface LocalApiParts {
  installation: Installation;
  spelling: Spelling;
  faults: Faults;
}

/** The effect of a fault on a call inside the installation: another result, or the end of the process. */
type Inside = ((answer: Record<string, unknown>) => unknown) | "dies";

/**
 * The effects of a fault on a call: how often its work is done, the effect inside, and the fault of the outer response.
 */
interface Met {
  times: number;
  inside: Inside | null;
  fault: Fault | null;
}

/** Returns the effect that a fault has inside the installation; `null` if it has none. */
function insideOf(fault: Fault | null): Inside | null {
  switch (fault?.kind) {
    case "error":
      return () => ({ result: "error", message: fault.text });
    case "changed":
      return fault.change;
    case "warning":
      return () => WARNING;
    case "answer": {
      const body = fault.status === 200 ? jsonObjectIn(fault.body) : null;
      return body && (() => body);
    }
    case "html_200":
    case "html_500":
    case "html_500_after":
    case "empty":
      return "dies";
    default:
      return null;
  }
}

/** The faults of a write that occur after its work is done. */
const AFTER_WORK: readonly Fault["kind"][] = ["changed", "html_500_after", "cut", "stalled", "slow", "endless"];

/** Returns the effects of a planned fault. A fault that an inner call cannot have affects the outer response. */
function metBy(planned: Fault | null, writes: boolean): Met {
  const isApart = planned?.kind === "write";
  const fault = isApart ? planned.answer : planned;
  const inside = insideOf(fault);
  const isDone = !writes || fault === null || AFTER_WORK.includes(fault.kind);
  return {
    times: isApart ? planned.times : Number(isDone),
    inside,
    fault: typeof inside === "function" ? null : fault,
  };
}

/** Runs the work of one call the given number of times, then applies the effect of its fault. */
function runLocally(parts: Omit<LocalApiParts, "faults">, call: ReceivedCall, { times, inside }: Omit<Met, "fault">) {
  const { installation } = parts;
  let answer: Record<string, unknown> = { result: "error", message: "Unexpected Error" };
  for (let run = 0; run < times; run++) {
    installation.isRace = run > 0;
    const own = runAction(parts, call);
    if (run === 0) answer = own;
  }
  installation.isRace = false;
  if (inside === "dies") throw new ProcessEnded(call.action);
  return inside ? (inside(answer) as Record<string, unknown>) : answer;
}

/** The plan for executing a call to the addon and sending its response. */
interface PlannedBridgeCall {
  /** Runs the addon, unless the call never reaches it. */
  work(run: (api: LocalApi) => AddonAnswer): HttpAnswer;
  /** Returns the fault of the response during transfer. */
  fault(): Fault | null;
  /** Milliseconds before PHP runs the call. Unless this is 0, the caller already has an error page by then. */
  afterMs: number;
}

/**
 * Plans the faults of one call to the addon. A fault is planned under the name of a WHMCS action, or under the name of
 * the call.
 * - In an `act` call, the fault of a write is split. Inside, WHMCS runs the action a number of times, and returns
 *   another result or ends the process. Outside, the response has its own fault.
 * - In an `ask` call, each read has its own fault. A fault that a single read cannot have affects the whole response.
 */
export function planBridgeCall(
  { faults, ...parts }: LocalApiParts,
  body: string,
  onCall: (call: ReceivedCall) => void,
): PlannedBridgeCall {
  const { call, action } = jsonObjectIn(body) ?? {};
  const [isAct, isAsk] = [call === "act", call === "ask"];
  const planned = isAsk ? null : faults.next(String((isAct ? action : call) ?? ""), isAct);
  const own = metBy(planned, isAct);
  const isApart = planned?.kind === "write";
  const afterMs = isApart ? planned.afterMs : 0;
  // A page replaces the whole response, unless a `write` fault ends the process inside.
  const inside = afterMs > 0 || (own.inside === "dies" && !isApart) ? null : own.inside;
  const isLost = isAct ? own.times === 0 && inside === null : planned?.kind === "reset" || planned?.kind === "never";
  let fault = isAct ? own.fault : planned;
  let hasMet = false;
  const api: LocalApi = (name, parameters) => {
    const received = { action: name, parameters };
    onCall(received);
    if (isAct && name === action) return runLocally(parts, received, { ...own, inside });
    const writes = isWrite(name, parameters);
    const one = faults.next(name, writes);
    const met = metBy(one, writes);
    hasMet ||= one !== null;
    if (!isAsk) return runLocally(parts, received, met);
    fault ??= met.fault;
    return runLocally(parts, received, { times: 1, inside: met.fault ? null : met.inside });
  };
  const work = (run: (api: LocalApi) => AddonAnswer): HttpAnswer => {
    if (isLost) return failedPage();
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
  return { work, fault: () => fault ?? (isAsk && !hasMet ? faults.next("ask", false) : null), afterMs };
}

/**
 * Returns the call in a signed body. For an `act` call, the result is the action with its parameters. Otherwise, it is
 * the call's own name and fields.
 */
export function bridgeCallIn(body: string): ReceivedCall {
  const { call, action, client, parameters = {}, ...members } = jsonObjectIn(body) ?? {};
  const isAct = call === "act" && isJsonObject(parameters);
  const name = String((isAct ? action : call) ?? "");
  return { action: name, parameters: { ...(isAct ? parameters : members), clientid: client } };
}
