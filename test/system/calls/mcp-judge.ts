import { type Caller, denialOf } from "./access.ts";
import { faultsOfAnswer, faultsOfProblem, parsed } from "./answer-rules.ts";
import { asObject } from "./http-refusals.ts";
import { refusedBody } from "./json-body.ts";
import { withoutNulls } from "./json-schema.ts";
import { codesOf, type McpServerName, type ServedApi, type ServedOperation, type ServedTool } from "./served-api.ts";
import type { WireAnswer, WireRequest } from "./wire.ts";

/** The outcome of a tool call. */
export interface ToolOutcome {
  tool: string;
  /** The problem code; `null` for a success. */
  code: string | null;
  input: Record<string, unknown>;
  operation: ServedOperation;
  /** The structured result or the problem. */
  value: Record<string, unknown>;
  isReplayed: boolean;
}

export interface McpVerdict {
  outcomes: ToolOutcome[];
  faults: string[];
}

type Members = Record<string, unknown>;

/**
 * The codes with which each server can refuse any tool before it calls the operation. The account server refuses
 * invalid credentials and calls over the rate limit. It also fails if it cannot check the credential or reach the
 * catalogue. The catalogue server takes no credentials.
 */
const GATE_CODES: Record<McpServerName, readonly string[]> = {
  catalogue: [],
  account: ["unauthorized", "rate_limited", "server_unavailable"],
};

/** The error codes of JSON-RPC and MCP. The tests in test/system/mcp cover their HTTP statuses in each revision. */
const ERRORS = [-32_700, -32_600, -32_601, -32_602, -32_020, -32_021, -32_022];
/** The error that the account server sends if it cannot reach the catalogue's tools. */
const INTERNAL_ERROR = -32_603;

/** Checks responses of the MCP servers against the tool schemas and the OpenAPI documents. */
export class McpJudge {
  readonly #api: ServedApi;
  readonly #slowMs: number;

  constructor(api: ServedApi, slowMs: number) {
    this.#api = api;
    this.#slowMs = slowMs;
  }

  judge(server: McpServerName, request: WireRequest, caller: Caller, answer: WireAnswer): McpVerdict {
    const outcomes: ToolOutcome[] = [];
    const faults = [...faultsOfAnswer(answer, this.#slowMs)];
    const { status, headers, body } = answer;
    if (headers["mcp-session-id"] !== undefined) faults.push("a session is opened");
    const sent = sentMessages(request);
    if (body.length === 0) {
      faults.push(...faultsOfSilence(status, request, sent?.some(isRequest)));
      return { outcomes, faults };
    }
    const type = String(headers["content-type"]).split(";")[0];
    if (type !== "application/json" && type !== "text/event-stream") faults.push(`Content-Type: ${type}`);
    const answers = readAnswers(body, type === "text/event-stream");
    if (!answers) return { outcomes, faults: [...faults, "the body is no JSON-RPC"] };
    const isBatch = body.toString().startsWith("[");
    if (status >= 500 && !(status === 503 && server === "account")) faults.push(`status ${status}`);
    const refused = refusedBody(request);
    if (refused.length > 0 && answers.some((one) => "result" in one))
      faults.push(`answered although: ${refused.join("; ")}`);
    faults.push(...idFaults(sent, answers, isBatch));
    for (const one of answers) {
      faults.push(...formFaults(one, server, isBatch));
      const [call, other] = sent?.filter((message) => isRequest(message) && message.id === one.id) ?? [];
      // If two requests have this id, the response may belong to either.
      if (call?.method !== "tools/call" || other || !("result" in one)) continue;
      const { outcome, faults: more } = this.#judgeCall(server, asObject(call.params), asObject(one.result), caller);
      if (outcome) outcomes.push(outcome);
      faults.push(...more);
    }
    return { outcomes, faults };
  }

  #judgeCall(
    server: McpServerName,
    params: Members,
    result: Members,
    caller: Caller,
  ): { outcome: ToolOutcome | null; faults: string[] } {
    const tool = this.#api.tools.find((one) => one.server === server && one.name === params.name);
    const [operation, preview] = tool ? operationsOf(this.#api, tool) : [];
    if (!tool || !operation) {
      // The server checks the credential and its rate limit before the tool name.
      const isRefused = result.isError === true && GATE_CODES[server].includes(String(problemOf({ result })));
      return { outcome: null, faults: isRefused ? [] : [`${String(params.name)} is called and not listed`] };
    }
    const input = asObject(params.arguments ?? {});
    // The tool asks the customer for input first.
    if (result.resultType === "input_required") return { outcome: null, faults: [] };
    const [content] = (result.content ?? []) as { type: string; text: string }[];
    const value = asObject(parsed(content?.text ?? ""));
    const called = preview && input.confirm === undefined ? preview : operation;
    const faults: string[] = [];
    if (content?.type !== "text") faults.push("no text in the content");
    if (result.isError === true) {
      faults.push(...faultsOfProblem(operation.checkProblem, value));
      const code = String(value.code);
      if (![...codesOf(operation), ...(preview ? codesOf(preview) : []), ...GATE_CODES[server]].includes(code)) {
        faults.push(`${tool.name} answers with ${code}, which is not declared`);
      }
      if ("structuredContent" in result) faults.push("a problem as structured content");
      return { outcome: { tool: tool.name, code, input, operation: called, value, isReplayed: false }, faults };
    }
    const structured = asObject(result.structuredContent);
    if (JSON.stringify(value) !== JSON.stringify(structured)) faults.push("text and structured content differ");
    const refused = [
      ...tool.checkInput(withoutNulls(input, tool.inputSchema)),
      ...(server === "account" && !caller.grant ? ["the credential is good for nothing"] : []),
      ...[denialOf(caller, operation)].filter((denial) => denial !== null),
    ];
    if (refused.length > 0) faults.push(`${tool.name} answers although: ${refused.join("; ")}`);
    const check = [...called.answers].find(([status]) => status < 300)?.[1].check;
    faults.push(...tool.checkOutput(structured), ...(check?.(structured) ?? []));
    const isReplayed = asObject(result._meta)["frontdesk/idempotentReplayed"] === true;
    return {
      outcome: { tool: tool.name, code: null, input, operation: called, value: structured, isReplayed },
      faults,
    };
  }
}

/** Returns the operation of a tool, followed by its preview operation if it has one. */
export function operationsOf({ operations }: ServedApi, tool: ServedTool): ServedOperation[] {
  const own = operations.filter((operation) => operation.tool === tool.name);
  const [operation] = own;
  const isPreviewed = operation?.method === "POST" && !tool.inputSchema.required?.includes("idempotency_key");
  const preview = operations.filter(({ method, path }) => method === "GET" && path === operation?.path);
  return isPreviewed ? [...own, ...preview] : own;
}

/** This decoder drops a byte order mark. */
const utf8 = new TextDecoder();

/** Returns the JSON-RPC messages of a request body; `null` if the body is not JSON. */
function sentMessages({ body }: WireRequest): Members[] | null {
  const value = parsed(utf8.decode(body ?? Buffer.alloc(0)));
  return value === null ? null : [value].flat().map(asObject);
}

function isRequest({ jsonrpc, method, id }: Members): boolean {
  return jsonrpc === "2.0" && typeof method === "string" && isId(id);
}

function isId(id: unknown): boolean {
  return typeof id === "string" || Number.isSafeInteger(id);
}

/**
 * Returns the messages of a response body; `null` if a message is not a JSON object or list. Each event of an event
 * stream holds one message.
 */
function readAnswers(body: Buffer, isStream: boolean): Members[] | null {
  const text = body.toString();
  const texts = isStream
    ? text.split("\n").flatMap((line) => (line.startsWith("data: ") ? line.slice(6) : []))
    : [text];
  const values = texts.map(parsed);
  return values.some((value) => typeof value !== "object" || value === null) ? null : values.flat().map(asObject);
}

/**
 * Checks that every request gets one response with its id. If a response refuses the whole body, its id may be `null`.
 */
function idFaults(sent: Members[] | null, answers: Members[], isBatch: boolean): string[] {
  const messages = sent ?? [];
  const answered = answers.filter((one) => !("method" in one) && one.id !== null);
  const isRefused = !isBatch && answers.some(({ id, error }) => id === null && error !== undefined);
  return [...new Set([...messages.filter(isRequest), ...answered].map(({ id }) => id))].flatMap((id) => {
    const isOwn = (message: Members) => message.id === id;
    const given = answered.filter(isOwn).length;
    const name = JSON.stringify(id);
    if (!messages.some(isOwn)) return [`an answer to ${name}, which was not sent`];
    if (given > messages.filter(isOwn).length) return [`${given} answers to ${name}`];
    const left = messages.filter(isRequest).filter(isOwn).length - given;
    return left > 0 && !isRefused ? [`no answer to ${name}`] : [];
  });
}

function formFaults(one: Members, server: McpServerName, isBatch: boolean): string[] {
  if ("method" in one) return [];
  const { code, message } = asObject(one.error);
  const isError = "error" in one;
  const problem = problemOf(one);
  const refusing = [...GATE_CODES[server], ...(isBatch ? ["insufficient_scope"] : [])];
  const isKnown = ERRORS.includes(Number(code)) || (code === INTERNAL_ERROR && server === "account");
  return [
    ...(one.jsonrpc === "2.0" ? [] : ["not JSON-RPC 2.0"]),
    ...("result" in one !== isError ? [] : ["both or none of result and error"]),
    ...(isError && !isKnown ? [`error ${code}: ${message}`] : []),
    ...(isError && problem !== null && !refusing.includes(problem) ? [`an error that is ${problem}`] : []),
    ...(isError && typeof message !== "string" ? ["an error without a message"] : []),
  ];
}

/**
 * Checks a response without a body.
 * @param asks whether the sent messages need a response; `undefined` if the request body is not JSON
 */
function faultsOfSilence(status: number, { method, path }: WireRequest, asks: boolean | undefined): string[] {
  const due = { OPTIONS: 204, HEAD: 405 }[method] ?? 202;
  if (status !== due) return [`${status} without a body (${method} ${path})`];
  if (due !== 202 || asks === false) return [];
  return [asks ? "a request is accepted without an answer" : "a body that is not JSON is accepted"];
}

/** Returns the problem code in a tool result or in the data of an error; `null` if there is none. */
function problemOf({ result, error }: Members): string | null {
  const { isError, content } = asObject(result) as { isError?: boolean; content?: { text: string }[] };
  const { data } = asObject(error);
  const { code } = asObject(isError ? parsed(content?.[0]?.text ?? "") : data);
  return typeof code === "string" ? code : null;
}
