import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { isPlainRequest } from "../../../../shared/api/mcp/plain-request.ts";
import type { OperationCall, Outcome } from "../../../../shared/api/pipeline/run-operation.ts";
import { done, mcpServer, refusal, refused } from "./endpoint-server.ts";
import { type GeneratedMessage, generatedMessages, type ToolCall } from "./requests.ts";

const REQUESTS = Number(process.env.GENERATED_REQUESTS ?? 3_000);

/** The outcomes of a call. The argument of the call selects one. */
const ENDS: Record<string, Outcome> = {
  answered: done({ a: 1, nested: { b: ["é", null] } }),
  replayed: { ...done({}), isReplayed: true },
  "without a scope": refused(refusal("insufficient_scope"), "a scope"),
  "over a limit": refused(refusal("rate_limited", 9)),
  "to be approved": refused(
    refusal("not_allowed", undefined, { type: "approve_action", message: "Approve.", url: "http://localhost:8787/a" }),
  ),
};
const CALLS: ToolCall[] = [
  ...Object.keys(ENDS).map((end): ToolCall => ["own_tool", { end }]),
  ["own_tool", {}],
  ["own_tool", null],
  ["own_tool", undefined],
  ["other_tool", { end: "answered" }],
  ["no_such_tool", {}],
];

afterEach(() => void vi.restoreAllMocks());

/** Creates a server. Returns a function that sends a request and returns the response with its effects. */
function serverOf(isPlain: typeof isPlainRequest) {
  const { seen, says, send } = mcpServer({ hasOthers: true, isPlain });
  says.outcome = ({ sent }: OperationCall) =>
    ENDS[(sent as { arguments?: { end?: string } }).arguments?.end ?? "answered"] ?? done({});
  return async ({ headers, body }: GeneratedMessage, chance: number) => {
    says.admission = chance === 0 ? refusal("unauthorized") : undefined;
    says.refusals = chance === 1 ? [refusal("rate_limited", 9)] : [];
    const { status, headers: given, text } = await send(body, headers);
    const calls = seen.calls.splice(0).map(({ sent, caller }) => [sent, caller]);
    return { status, headers: [...given], text, calls, challenged: seen.challenged.splice(0).map(({ code }) => code) };
  };
}

test("every request gets the same bytes with and without the SDK", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let plain = 0;
  const direct = serverOf((...given) => {
    const isPlain = isPlainRequest(...given);
    if (isPlain) plain++;
    return isPlain;
  });
  const sdk = serverOf(() => false);
  await fc.assert(
    fc.asyncProperty(generatedMessages(fc.constantFrom(...CALLS)), fc.nat(20), async (request, chance) => {
      expect(await direct(request, chance)).toEqual(await sdk(request, chance));
    }),
    { numRuns: REQUESTS },
  );
  expect(plain).toBeGreaterThan(REQUESTS / 4);
}, 240_000);
