import { createHash, timingSafeEqual } from "node:crypto";
import type { ActionAnswer, Installation } from "./actions/action.ts";
import { actionNamed, isWrite } from "./actions/index.ts";
import { type Fault, HTML_PAGE } from "./faults.ts";
import type { Quirks } from "./quirks.ts";
import { RequestParameters } from "./request-parameters.ts";
import { Listed, Spelling } from "./spelling.ts";

/** What the journal has not. */
const CREDENTIAL = ["identifier", "secret", "accesskey", "action", "responsetype"];

/** How the journal has what was answered. */
const PLAIN = new Spelling("8.13");

/** Whom the API admits. */
export interface Admission {
  identifier: string;
  secret: string;
  /** Null: calls come by address alone. */
  accessKey: string | null;
  /** Addresses on the allow-list. */
  addresses: string[];
  /** What the role may call; null: everything. */
  allowedActions: string[] | null;
}

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
  /** Sent with the call; null where it brought none. */
  cookie: string | null;
}

/** `includes/api.php`: a form in, JSON out; refusals with 200 or, of address and role, with 403. */
export function answerCall(
  { installation, admission, spelling }: { installation: Installation; admission: Admission; spelling: Spelling },
  form: URLSearchParams,
  address: string,
  fault: Fault | null,
): HttpAnswer {
  const action = form.get("action") ?? "";
  const parameters = new RequestParameters(form, (name) => installation.quirks.ignores(name, action));
  const refused = refusal(admission, parameters, action, address, fault);
  if (refused) return refused;
  const inPlace = fault && faultAnswer(fault);
  if (inPlace) return inPlace;
  const spelled = runAction({ installation, spelling }, action, form);
  if (fault?.kind === "html_500_after") return page(500);
  const body = fault?.kind === "changed" ? fault.change(spelled) : spelled;
  if (parameters.text("responsetype") === "json") return json(200, body);
  const pairs = Object.entries(spelled).map(([name, value]) => `${name}=${typeof value === "object" ? "" : value};`);
  return { status: 200, contentType: "text/plain", body: pairs.join("") };
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
    const sent = [...form].filter(([name]) => !CREDENTIAL.includes(name));
    const at = new Date(installation.now()).toISOString();
    const members = PLAIN.spell(answered.members) as Record<string, unknown>;
    installation.journal.push({ at, action, parameters: Object.fromEntries(sent), members });
  }
  return membersOf(answered, spelling, installation.quirks);
}

function membersOf(answered: ActionAnswer, spelling: Spelling, quirks: Quirks): Record<string, unknown> {
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

function refusal(
  admission: Admission,
  parameters: RequestParameters,
  action: string,
  address: string,
  fault: Fault | null,
): HttpAnswer | null {
  const { identifier, secret, accessKey, addresses, allowedActions } = admission;
  const hasKey = accessKey !== null && isSame(parameters.text("accesskey") ?? "", accessKey);
  if (fault?.kind === "invalid_ip" || !(hasKey || addresses.includes(address))) {
    return json(403, { result: "error", message: `Invalid IP ${address}` });
  }
  const isKnown =
    isSame(parameters.text("identifier") ?? "", identifier) && isSame(parameters.text("secret") ?? "", secret);
  if (fault?.kind === "authentication_failed" || !isKnown) {
    return json(403, { result: "error", message: "Authentication Failed" });
  }
  const isAllowed = allowedActions?.some((allowed) => allowed.toLowerCase() === action.toLowerCase()) ?? true;
  if (fault?.kind === "invalid_permissions" || !isAllowed) {
    const message = `Invalid Permissions: API action "${action.toLowerCase()}" is not allowed`;
    return json(403, { result: "error", message });
  }
  return null;
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

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash("sha256").update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}
