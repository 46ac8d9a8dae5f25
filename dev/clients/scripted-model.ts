import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A scripted model for clients that need one. It calls one tool once, and stores the result that the client sends back.
 */
export interface ScriptedModel {
  origin: string;
  /** Returns the result that the client sent; `null` before the call. */
  told(): string | null;
  close(): void;
}

type Json = Record<string, unknown>;

/**
 * Simulates the parts of the Anthropic (Messages), OpenAI (Responses) and Google (generateContent) APIs that the
 * clients use.
 */
export async function scriptedModel(tool: string, input: Json): Promise<ScriptedModel> {
  let told: string | null = null;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const body: Json = text.startsWith("{") ? JSON.parse(text) : {};
    told = resultIn(body) ?? told;
    const found = told === null ? toolIn(body.tools, tool) : null;
    const events = eventsFor(request.url ?? "", found, input);
    response.writeHead(events ? 200 : 404, { "Content-Type": "text/event-stream" });
    for (const event of events ?? []) {
      response.write(
        `${typeof event.type === "string" ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`,
      );
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told: () => told,
    close: () => void server.close(),
  };
}

interface FoundTool {
  name: string;
  namespace?: string;
}

/** Returns the tool whose name ends with `end`. Clients put the server's name in front of a tool's name. */
function toolIn(tools: unknown, end: string, namespace?: string): FoundTool | null {
  for (const tool of Array.isArray(tools) ? (tools as Json[]) : []) {
    const name = String(tool.name ?? "");
    const inner = toolIn(tool.tools ?? tool.functionDeclarations, end, name || namespace);
    if (inner) return inner;
    if (name.endsWith(end)) return { name, ...(namespace && { namespace }) };
  }
  return null;
}

/** Returns the last tool result in a request; `null` if there is none. */
function resultIn(value: unknown): string | null {
  if (Array.isArray(value)) return value.map(resultIn).findLast((found) => found !== null) ?? null;
  if (typeof value !== "object" || value === null) return null;
  const { type, output, content, functionResponse, ...others } = value as Json;
  if (type === "function_call_output") return textOf(output);
  if (type === "tool_result") return textOf(content);
  if (functionResponse) return textOf((functionResponse as Json).response);
  return resultIn([content, ...Object.values(others)]);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Returns the events of a response: a tool call or a final message. Returns `null` if the URL does not belong to one of
 * the simulated APIs.
 */
function eventsFor(address: string, tool: FoundTool | null, input: Json): Json[] | null {
  if (/\/responses\b/.test(address)) return openAiEvents(tool, input);
  if (/\/messages\b(?!\/count)/.test(address)) return anthropicEvents(tool, input);
  if (/generateContent/i.test(address)) return [googleAnswer(tool, input)];
  return null;
}

function openAiEvents(tool: FoundTool | null, input: Json): Json[] {
  const item = tool
    ? { type: "function_call", id: "fc_1", call_id: "call_1", ...tool, arguments: JSON.stringify(input) }
    : { type: "message", id: "m_1", role: "assistant", content: [{ type: "output_text", text: "Done." }] };
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    total_tokens: 2,
    input_tokens_details: null,
    output_tokens_details: null,
  };
  return [
    { type: "response.created", response: { id: "r_1" } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { id: "r_1", usage } },
  ];
}

function anthropicEvents(tool: FoundTool | null, input: Json): Json[] {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: "m_1",
    type: "message",
    role: "assistant",
    model: "scripted",
    content: [],
    stop_reason: null,
    usage,
  };
  const [block, delta] = tool
    ? [
        { type: "tool_use", id: "tool_1", name: tool.name, input: {} },
        { type: "input_json_delta", partial_json: JSON.stringify(input) },
      ]
    : [
        { type: "text", text: "" },
        { type: "text_delta", text: "Done." },
      ];
  return [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: tool ? "tool_use" : "end_turn", stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
}

function googleAnswer(tool: FoundTool | null, input: Json): Json {
  const part = tool ? { functionCall: { name: tool.name, args: input } } : { text: "Done." };
  const candidates = [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }];
  return { candidates, usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 } };
}
