import { isJsonObject } from "../../../shared/platform/json.ts";
import type { Installation } from "../actions/action.ts";
import { isWrite } from "../actions/index.ts";
import type { Fault, Faults } from "../faults.ts";
import { RequestParameters } from "../request-parameters.ts";
import { runAction } from "../run-action.ts";
import type { Spelling } from "../spelling.ts";

/** What a call inside the installation meets: an error in place of its answer, another answer, or the end of its process. */
export type LocalFault = Extract<Fault, { kind: "error" | "changed" }> | { kind: "warning" | "dies" };

/** The process ended, or the call threw: nobody hears what became of it. */
export class ProcessEnded extends Error {
  override name = "ProcessEnded";
}

/** WHMCS's `localAPI`: parameters as PHP arrays, answers as the API gives them. @throws ProcessEnded by a fault */
export type LocalApi = (action: string, parameters: Record<string, unknown>) => Record<string, unknown>;

export interface LocalApiParts {
  installation: Installation;
  spelling: Spelling;
  faults: Faults;
}

/** Calls that meet the faults that are planned for their actions, as far as one can be met without a wire. */
export function localApi(parts: LocalApiParts): LocalApi {
  return (action, given) => {
    const form = formOf(given);
    const writes = isWrite(action, new RequestParameters(form));
    const planned = parts.faults.next(action, writes);
    if (planned?.kind === "write")
      return runLocally(parts, action, form, { times: planned.times, fault: localFaultIn(planned.answer) });
    const fault = localFaultIn(planned);
    const isUndone = writes && fault !== null && fault.kind !== "changed" && planned?.kind !== "html_500_after";
    return runLocally(parts, action, form, { times: isUndone ? 0 : 1, fault });
  };
}

/** One call whose work is done so many times, and then meets its fault. */
export function runLocally(
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
export function localFaultIn(fault: Fault | null): LocalFault | null {
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
