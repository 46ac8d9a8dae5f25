import type { OperatorAnswer } from "../../shared/operator-contract/answers.ts";
import { readForm } from "../../shared/pages/form.ts";
import { STYLESHEET_PATH, stylesheetResponse } from "../../shared/pages/stylesheet.ts";
import { jsonObjectIn } from "../../shared/platform/json.ts";
import { log } from "../../shared/platform/log.ts";
import { readAtMost } from "../../shared/platform/read-at-most.ts";
import { sameBytes } from "../../shared/platform/service-key.ts";
import { InputError, isSent, type NamedCommand, readInput } from "./commands/command.ts";
import { commandNamed } from "./commands/command-table.ts";
import { answerRead, carryOutAct, streamRead } from "./commands/run-command.ts";
import type { OperatorContext, OperatorServices } from "./composition.ts";
import { actPage, type ConsolePageContext, commandPage, DOWNLOAD, refusalPage } from "./pages/pages.tsx";
import { ConsoleError, jsonAnswer, problemAnswer, streamAnswer } from "./responses.ts";
import { catchUp } from "./scheduled-work.ts";

/** A request from an identified operator. */
interface ConsoleRequest {
  request: Request;
  url: URL;
  context: OperatorContext;
}

const API = "/api";
const MAX_JSON = 16 * 1024;

/**
 * Returns the HTTP handler of the console: `/`, a page for each command, and the same commands as JSON below `/api`.
 * Until it has identified the operator, it returns only refusals, not even the stylesheet. If metrics are on, it
 * measures each call.
 */
export function operatorConsole(services: OperatorServices): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = crypto.randomUUID();
    let status = 500;
    const answered = async () => {
      const response = await answer(services, request, requestId);
      status = response.status;
      return response;
    };
    const point = () => ({ work: routeOf(new URL(request.url).pathname), status });
    return services.metrics?.request(requestId, answered, point) ?? answered();
  };
}

async function answer(services: OperatorServices, request: Request, requestId: string): Promise<Response> {
  const url = new URL(request.url);
  const isForPrograms = url.pathname === API || url.pathname.startsWith(`${API}/`);
  const answerRefusal = (error: ConsoleError) =>
    isForPrograms ? problemAnswer(error, requestId) : refusalPage(services.theme, url, error, requestId);
  try {
    const operator = await services.identify(request, requestId);
    catchUp(services);
    const asked = { request, url, context: { ...services, operator, requestId } };
    if (STYLESHEET_PATH.test(url.pathname)) return stylesheetResponse(services.theme.stylesheet, url.pathname);
    return isForPrograms ? await answerProgram(asked) : await answerPage(asked);
  } catch (cause) {
    if (cause instanceof ConsoleError) return answerRefusal(cause);
    log("operator_failed", { request_id: requestId, cause });
    return answerRefusal(new ConsoleError(502, "failed", "The command failed. The log has the cause."));
  }
}

/**
 * Returns the route under which metrics count a call: `/`, `/<command>`, `/api/<command>`, or a pattern for all other
 * paths.
 */
function routeOf(path: string): string {
  const [, prefix = "", name = ""] = /^(\/api)?\/(.*)$/.exec(path) ?? [];
  return path === "/" || commandNamed(name) !== null ? path : `${prefix}/*`;
}

async function answerProgram(asked: ConsoleRequest): Promise<Response> {
  const { request, url, context } = asked;
  const command = commandIn(url.pathname.slice(API.length + 1));
  allow(request, isSent(command) ? "POST" : "GET");
  if (isSent(command)) refuseOtherSites(request, url);
  // Lookups are recorded, so another site must not be able to trigger one.
  else if (isFromOtherSite(request, url)) throw otherSite();
  const sent = isSent(command) ? await jsonBody(request) : Object.fromEntries(url.searchParams);
  if (command.effect === "read") {
    const whole = await streamRead(command, sent, context);
    return whole ? streamAnswer(whole) : jsonAnswer(await answerRead(command, sent, context));
  }
  const { isDone, ...said } = await carryOutAct(command, sent, context);
  return jsonAnswer({ done: isDone, ...said }, isDone ? 200 : 409);
}

async function answerPage(asked: ConsoleRequest): Promise<Response> {
  const { request, url, context } = asked;
  const formTokens = await formTokensOf(context);
  const page = { ...context, url, formToken: formTokens.today };
  const command = commandIn(url.pathname.slice(1) || "status");
  allow(request, isSent(command) && request.method !== "GET" ? "POST" : "GET");
  const sent =
    request.method === "GET" ? Object.fromEntries(url.searchParams) : await formOf(asked, Object.values(formTokens));
  try {
    return await commandAnswered(command, sent, asked, page);
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    return commandPage(page, command, { sent, refusal: cause.message, status: 400 });
  }
}

async function commandAnswered(
  command: NamedCommand,
  sent: Record<string, string>,
  { request, url, context }: ConsoleRequest,
  page: ConsolePageContext,
): Promise<Response> {
  if (request.method === "GET" && isSent(command)) {
    const answer = isFromOtherSite(request, url) ? null : await answerAbout(command, sent, context);
    return commandPage(page, command, { sent, ...(answer && { answer }) });
  }
  const { [DOWNLOAD]: download, ...fields } = sent;
  if (command.effect === "read" && download !== undefined) {
    const whole = await streamRead(command, fields, context);
    if (whole) return streamAnswer(whole, `${[command.name, ...Object.values(fields)].join("-")}.json`);
  }
  if (command.effect === "read") {
    // Lookups are recorded, so a link from another site only fills in the form.
    const isLookedUp = Object.keys(sent).length > 0 && !isFromOtherSite(request, url);
    const isAsked = isLookedUp || Object.values(command.fields).every(({ isOptional }) => isOptional);
    return commandPage(page, command, isAsked ? { sent, answer: await answerRead(command, sent, context) } : { sent });
  }
  const { confirm, isDone, text } = await carryOutAct(command, sent, context);
  if (confirm !== undefined) return actPage(page, command, text, { confirm: { ...sent, confirm } });
  const subject = command.subject(readInput(command.fields, sent, context.now()));
  return isDone
    ? actPage(page, command, text, { subject })
    : commandPage(page, command, { sent, refusal: text, status: 409 });
}

/** Returns the answer that an act's form shows about its subject; `null` if the form shows none. */
async function answerAbout(
  command: NamedCommand,
  sent: Record<string, string>,
  context: OperatorContext,
): Promise<OperatorAnswer | null> {
  const about = command.effect === "act" && command.about ? commandNamed(command.about) : null;
  if (about?.effect !== "read") return null;
  const fields = Object.keys(about.fields).map((field): [string, string] => [field, sent[field] ?? ""]);
  return fields.every(([, value]) => value !== "") ? answerRead(about, Object.fromEntries(fields), context) : null;
}

const DAY_MS = 86_400_000;

/** Returns the form tokens of today and yesterday (UTC). A form is valid on the day of its page and on the next day. */
async function formTokensOf({ operator, signer, now }: OperatorContext): Promise<{ today: string; yesterday: string }> {
  const today = Math.floor(now() / DAY_MS);
  const tokenOf = async (day: number) => (await signer.sign("operator form", `${day} ${operator.who}`)).toHex();
  return { today: await tokenOf(today), yesterday: await tokenOf(today - 1) };
}

/** Returns the fields of a form that a page created for this operator. @throws {ConsoleError} for any other form */
async function formOf({ request, url }: ConsoleRequest, formTokens: string[]): Promise<Record<string, string>> {
  refuseOtherSites(request, url);
  const form = await readForm(request);
  const given = new TextEncoder().encode(form?.get("token") ?? "");
  if (!form || !formTokens.some((token) => sameBytes(given, new TextEncoder().encode(token))))
    throw new ConsoleError(403, "form_refused", "The form does not belong to this page: open the page again.");
  const { token: _, ...sent } = Object.fromEntries(form);
  return sent;
}

/**
 * Rejects a browser's request that no page of the console sent, according to its headers. The check is needed because
 * browsers send the Access session with requests from other sites too.
 */
function refuseOtherSites(request: Request, url: URL): void {
  if (isFromOtherSite(request, url) || request.headers.get("Sec-Fetch-Site") === "none") throw otherSite();
}

/**
 * Returns whether a page of another site sent the request, according to the browser's headers. A URL typed by the
 * operator and a request from a program come from no site.
 */
function isFromOtherSite(request: Request, url: URL): boolean {
  const site = request.headers.get("Sec-Fetch-Site") ?? "none";
  const origin = request.headers.get("Origin") ?? url.origin;
  return !["none", "same-origin"].includes(site) || origin !== url.origin;
}

function otherSite(): ConsoleError {
  return new ConsoleError(403, "other_site", "This request comes from another site's page.");
}

async function jsonBody(request: Request): Promise<Record<string, unknown>> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get("Content-Type") ?? ""))
    throw new ConsoleError(415, "not_json", "Send JSON: Content-Type: application/json.");
  const bytes = await readAtMost(request.body, MAX_JSON);
  const body = bytes && jsonObjectIn(new TextDecoder().decode(bytes));
  if (!body) throw new ConsoleError(400, "invalid_input", "Send one JSON object with the fields of the command.");
  return body;
}

function commandIn(name: string): NamedCommand {
  const command = commandNamed(name);
  if (command === null) throw new ConsoleError(404, "no_such_command", "There is no such command.");
  return command;
}

function allow(request: Request, method: "GET" | "POST"): void {
  if (request.method !== method) throw new ConsoleError(405, "method_not_allowed", "Read with GET, act with POST.");
}
