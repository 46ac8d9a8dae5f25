import { isJsonObject } from "../../../shared/platform/json.ts";
import type { Installation } from "../actions/action.ts";
import { isWrite } from "../actions/index.ts";
import type { Fault, Faults } from "../faults.ts";
import { failedPage, type HttpAnswer, json } from "../http-answer.ts";
import { RequestParameters } from "../request-parameters.ts";
import { type ReceivedCall, runAction } from "../run-action.ts";
import type { Spelling } from "../spelling.ts";
import type { AddonAnswer } from "./addon-calls.ts";

/** What a call inside the installation meets: an error in place of its answer, another answer, or the end of its process. */
type LocalFault = Extract<Fault, { kind: "error" | "changed" }> | { kind: "warning" | "dies" };

/** The process ended, or the call threw: nobody hears what became of it. */
export class ProcessEnded extends Error {
  override name = "ProcessEnded";
}

/** WHMCS's `localAPI`: parameters as PHP arrays, answers as the API gives them. @throws ProcessEnded by a fault */
export type LocalApi = (action: string, parameters: Record<string, unknown>) => Record<string, unknown>;

interface LocalApiParts {
  installation: Installation;
  spelling: Spelling;
  faults: Faults;
}

/** Calls that meet the faults that are planned for their actions, as far as one can be met without a wire. */
function localApi(parts: LocalApiParts): LocalApi {
  return (action, parameters) => {
    const form = formOf(parameters);
    const writes = isWrite(action, new RequestParameters(form));
    const planned = parts.faults.next(action, writes);
    const { times, inside, fault } = writes ? metByWrite(planned) : { ...metByRead(planned), times: 1 };
    return runLocally(parts, action, form, { times, fault: inside ?? localFaultIn(fault) });
  };
}

/** One call whose work is done so many times, and then meets its fault. */
function runLocally(
  { installation, spelling }: Pick<LocalApiParts, "installation" | "spelling">,
  action: string,
  form: URLSearchParams,
  { times, fault }: { times: number; fault: LocalFault | null },
): Record<string, unknown> {
  let answer: Record<string, unknown> = { result: "error", message: "Unexpected Error" };
  for (let run = 0; run < times; run++) {
    installation.isRace = run > 0;
    const own = runAction({ installation, spelling }, action, form);
    if (run === 0) answer = own;
  }
  installation.isRace = false;
  switch (fault?.kind) {
    case "dies":
      throw new ProcessEnded(action);
    case "error":
      return { result: "error", message: fault.text };
    case "warning":
      return { warning: "Invalid or Missing Payment Information - Please Reload and Try Again" };
    case "changed":
      return fault.change(answer) as Record<string, unknown>;
    case undefined:
      return answer;
  }
}

/** The part of a fault that a call meets inside. */
function localFaultIn(fault: Fault | null): LocalFault | null {
  switch (fault?.kind) {
    case "error":
    case "changed":
      return fault;
    case "warning":
      return { kind: "warning" };
    case "answer": {
      const body = fault.status === 200 ? jsonIn(fault.body) : null;
      return body && { kind: "changed", change: () => body };
    }
    case "html_200":
    case "html_500":
    case "html_500_after":
    case "empty":
      return { kind: "dies" };
    default:
      return null;
  }
}

/** The object that a text is; null for a page, or an answer that ends early. */
export function jsonIn(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text);
    return isJsonObject(read) ? read : null;
  } catch {
    // expected: no JSON
    return null;
  }
}

/** Parameters in JSON as the API's own forms have them: lists and maps by their keys. */
export function formOf(parameters: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue;
    if (typeof value !== "object") form.append(name, String(value));
    else for (const [key, item] of Object.entries(value)) form.append(`${name}[${key}]`, String(item));
  }
  return form;
}

/** How a call of the addon is worked on, and what becomes of its answer. */
interface PlannedBridgeCall {
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
    return planned(metByRead(fault), told(asking));
  }
  const isAct = call === "act";
  const fault = parts.faults.next(String((isAct ? action : call) ?? ""), isAct);
  if (!isAct) return planned(metByRead(fault), told(local));
  const apart = metByWrite(fault);
  const { times, inside } = apart;
  const acting: LocalApi = (name, parameters) =>
    name === action ? runLocally(parts, name, formOf(parameters), { times, fault: inside }) : local(name, parameters);
  return planned(apart, told(acting));
}

function planned({ times, inside, fault, afterMs }: MetFault, api: LocalApi): PlannedBridgeCall {
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

interface MetFault {
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

function metByRead(fault: Fault | null): MetFault {
  const isLost = fault?.kind === "reset" || fault?.kind === "never";
  return { times: isLost ? 0 : 1, inside: null, fault: onTheWay(fault), afterMs: 0 };
}

function metByWrite(planned: Fault | null): MetFault {
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
