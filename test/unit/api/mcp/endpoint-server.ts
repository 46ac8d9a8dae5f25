import { Hono } from "hono";
import { expect } from "vitest";
import { OperationError, type ProblemCode, toProblem } from "../../../../shared/api/definition/problems.ts";
import type { RequestVariables } from "../../../../shared/api/http/serve-http.ts";
import { type McpServer, mcpEndpoint } from "../../../../shared/api/mcp/endpoint.ts";
import type { Tool } from "../../../../shared/api/mcp/tools.ts";
import type { Admission, Gate, PresentedCredential, RefusedCall } from "../../../../shared/api/pipeline/gate.ts";
import type { OperationCall, Outcome } from "../../../../shared/api/pipeline/run-operation.ts";
import { addressesFor } from "../../../../shared/platform/addresses.ts";
import { fixedIdentity } from "../../../support/server-identity.ts";
import { UNSET_ADDRESSES } from "../../../support/unset-addresses.ts";

const ORIGIN = "http://localhost:8787";
const CHALLENGED: (ProblemCode | undefined)[] = ["unauthorized", "insufficient_scope"];
export const MCP_ADDRESS = `${ORIGIN}/mcp`;
const RATE = { policy: { id: "c", name: "connection", quota: 120, windowSeconds: 60 }, remaining: 7, resetSeconds: 60 };

export function refusal(
  code: ProblemCode,
  retryAfter?: number,
  action_required?: OperationError["members"]["action_required"],
): OperationError {
  const more = {
    ...(retryAfter !== undefined && { retryAfter }),
    ...(action_required && { members: { action_required } }),
  };
  return new OperationError(code, { en: "No.", fr: "Non." }, more);
}

/** Returns the outcome of a successful call. */
export const done = (value: object): Outcome => ({
  answer: { json: JSON.stringify(value), bytes: null, etag: null, freshUntil: 0 },
  rates: [RATE],
});

/** Returns the outcome of a refused call. */
export const refused = (error: OperationError, challenge?: string): Outcome => ({
  problem: toProblem(error, { site: ORIGIN, language: "en", requestId: "r" }),
  ...(challenge && { challenge }),
  rates: [],
});

export type Rpc = {
  id: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: object };
};

/** Creates a server with its own tool and a tool of another Worker. A test scripts its gate. */
export function mcpServer({
  isGated = true,
  hasOthers = false,
  isPlain = undefined as McpServer["isPlain"],
  unlisted = async (): Promise<ReadonlySet<string>> => new Set(),
  outputSchema = { type: "object" } as Tool["description"]["outputSchema"],
} = {}) {
  const seen = {
    ...{
      calls: [] as OperationCall[],
      admitted: [] as [PresentedCredential, number][],
      disposed: 0,
      made: 0,
      asked: 0,
    },
    ...{ background: [] as unknown[], challenged: [] as RefusedCall[] },
  };
  const says = {
    admission: undefined as OperationError | undefined,
    /** The refusal of each request by its position; `null` if the request is admitted. */
    refusals: [] as (OperationError | null)[],
    authorize: undefined as unknown,
    outcome: undefined as Outcome | ((call: OperationCall) => Outcome) | undefined,
    elsewhere: undefined as Error | "silence" | undefined,
  };
  const admission = (at: number): Admission => ({
    ...{
      rate: { ...RATE, remaining: RATE.remaining - at },
      client: "oauth",
      logFields: {},
      refusal: says.refusals[at] ?? null,
    },
    authorize: async () => {
      if (says.authorize) throw says.authorize;
    },
    ...{ hourlyRate: async () => null, record: async () => undefined, [Symbol.dispose]: () => void seen.disposed++ },
  });
  const gate: Gate = {
    admit: async (presented, requests) => {
      seen.admitted.push([presented, requests]);
      if (says.admission) throw says.admission;
      return Array.from({ length: requests }, (_, at) => admission(at));
    },
    challenge: (refused) => {
      seen.challenged.push(refused);
      return CHALLENGED.includes(refused.code) ? `asks for ${refused.code}` : undefined;
    },
  };
  const tool = (name: string): Tool => ({
    description: {
      ...{ name, title: name, description: name, annotations: {} as Tool["description"]["annotations"] },
      ...{ inputSchema: { type: "object" }, outputSchema },
    },
    operation: { id: name, access: { scope: "s", permissions: [], limit: "whole" } },
    call: async (call) => {
      seen.calls.push(call);
      const outcome = typeof says.outcome === "function" ? says.outcome(call) : says.outcome;
      return outcome ?? done({ a: 1 });
    },
  });
  const application = new Hono<RequestVariables>();
  const addresses = addressesFor(new URL(MCP_ADDRESS), UNSET_ADDRESSES) ?? expect.fail("no addresses");
  application.use(async (c, next) => {
    c.set("addresses", addresses);
    c.set("requestId", "a-request");
    await next();
  });
  application.onError((error) => {
    throw error;
  });
  application.all(
    "/mcp",
    mcpEndpoint({
      description: { identify: fixedIdentity("tests"), instructions: "", unlisted },
      tools: () => {
        seen.made++;
        return [tool("own_tool")];
      },
      ...(isGated && { gate }),
      ...(isPlain && { isPlain }),
      ...(hasOthers && {
        toolsFromElsewhere: async () => {
          seen.asked++;
          if (says.elsewhere === "silence") await new Promise(() => undefined);
          if (says.elsewhere) throw says.elsewhere;
          return [tool("other_tool")];
        },
      }),
    }),
  );
  const execution = {
    waitUntil: (work: unknown) => seen.background.push(work),
    passThroughOnException: () => undefined,
  };
  const fetch = async (url: string | URL, init?: RequestInit) =>
    application.request(url.toString(), init, {}, execution as never);
  const send = async (body: unknown, headers: Record<string, string> = {}, method = "POST") => {
    const isRaw = typeof body === "string" || body instanceof ReadableStream;
    const init: RequestInit = {
      method,
      headers: { "Content-Type": "application/json", Authorization: "Bearer t", ...headers },
      ...(method === "POST" && { body: isRaw ? body : JSON.stringify(body), duplex: "half" }),
    };
    const response = await fetch(MCP_ADDRESS, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      rpc: /^[{[]/.test(text) ? (JSON.parse(text) as Rpc & Rpc[]) : null,
    };
  };
  return { seen, says, send, fetch };
}
