import type { Installation, JournalAnswer } from "./actions/action.ts";
import { actionNamed, isWrite } from "./actions/index.ts";
import { type Fault, HTML_PAGE } from "./faults.ts";
import type { Quirks } from "./quirks.ts";
import { RequestParameters } from "./request-parameters.ts";
import { Listed, Spelling } from "./spelling.ts";

/** How the journal has what was answered. */
const PLAIN = new Spelling("8.13");

export interface HttpAnswer {
  status: number;
  contentType: string;
  headers?: Record<string, string>;
  body: string;
}

/** One call that arrived. */
export interface ReceivedCall {
  action: string;
  parameters: Record<string, string>;
}

/** What stands in place of an answer; null for a fault that an answer of its own meets. */
export function faultAnswer(fault: Fault): HttpAnswer | null {
  switch (fault.kind) {
    case "html_200":
      return page(200);
    case "html_500":
      return page(500);
    case "warning":
      return json(200, { warning: "Invalid or Missing Payment Information - Please Reload and Try Again" });
    case "error":
      return json(200, { result: "error", message: fault.text });
    case "answer":
      return { contentType: "application/json", ...fault };
    case "empty":
      return { status: 200, contentType: "application/json", body: "" };
    default:
      return null;
  }
}

/** Runs an action, notes what it wrote, and spells its answer. */
export function runAction(
  { installation, spelling }: { installation: Installation; spelling: Spelling },
  action: string,
  form: URLSearchParams,
): Record<string, unknown> {
  const known = actionNamed(action);
  if (!known) return { result: "error", message: `Invalid API Action: "${action}" is not a valid API action` };
  const parameters = new RequestParameters(form, (name) => installation.quirks.ignores(name, action));
  const answered = known.action(installation, parameters);
  if (isWrite(action, parameters) && "members" in answered && answered.members) {
    const at = new Date(installation.now()).toISOString();
    const members = PLAIN.spell(answered.members) as Record<string, unknown>;
    installation.journal.push({ at, action, parameters: Object.fromEntries(form), members });
  }
  return membersOf(answered, spelling, installation.quirks);
}

function membersOf(answered: JournalAnswer, spelling: Spelling, quirks: Quirks): Record<string, unknown> {
  if ("error" in answered) return { result: "error", message: answered.error };
  if ("members" in answered && !("list" in answered)) {
    return {
      result: "success",
      ...quirks.extraMembers,
      ...(spelling.spell(answered.members) as Record<string, unknown>),
    };
  }
  const { container, list: listed, total, hasNumericTotal = false, start, members } = answered;
  const rows = listed.rows.map((row) => ({ ...quirks.extraMembers, ...row }));
  const list = new Listed(listed.item, rows, listed.isPlain);
  return {
    result: "success",
    ...members,
    totalresults: spelling.total(quirks.totalOf(total), hasNumericTotal),
    startnumber: spelling.number(start),
    numreturned: spelling.number(list.rows.length),
    [container]: spelling.spell(list),
  };
}

/** As PHP writes it: quotes and angle brackets escaped. */
export function json(status: number, value: unknown): HttpAnswer {
  const body = JSON.stringify(value).replace(/[<>&']|\\"/g, (text) => {
    const character = text.at(-1) ?? "";
    return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  });
  return { status, contentType: "application/json", body };
}

/** What PHP leaves where an answer fails. */
export function failedPage(): HttpAnswer {
  return page(500);
}

function page(status: number): HttpAnswer {
  return { status, contentType: "text/html; charset=utf-8", body: HTML_PAGE };
}
