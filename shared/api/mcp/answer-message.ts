import type { MessageRoute, RpcMessage } from "./json-rpc.ts";
import { isPlainRequest } from "./plain-request.ts";
import { answeredReply, type McpReply, type McpRequestContext, replayMeta, resultMembers } from "./reply.ts";
import { answerBySdk, LIST_CACHE } from "./sdk-protocol.ts";
import type { ServedTools } from "./served-tools.ts";
import { briefIdentity } from "./server-identity.ts";

/**
 * Replies to a message in the form of its protocol revision. A message bypasses the SDK if the SDK would neither refuse
 * it nor act on it. Both paths return the same bytes, as `test/unit/api/mcp/answers.test.ts` checks.
 */
export async function answerMessage(
  tools: ServedTools,
  route: MessageRoute,
  request: Request,
  context: McpRequestContext,
  isPlain = isPlainRequest,
): Promise<McpReply> {
  const { kind, message } = route;
  if (!isPlain(message, kind === "envelope" ? request.headers : null)) {
    return answerBySdk(tools, route, request, context);
  }
  if (message.method === "tools/list") {
    const list = await tools.list(context.requestId);
    return answeredReply(resultText(message, list, added(context, tools, {}, LIST_CACHE)), 200, context);
  }
  const outcome = await tools.call(message, context);
  if (!outcome) return answerBySdk(tools, route, request, context);
  const text = resultText(message, resultMembers(outcome), added(context, tools, replayMeta(outcome)));
  return answeredReply(text, 200, context, outcome);
}

/**
 * Returns the fields that the SDK adds to a result of revision 2026-07-28, in the SDK's order. Results of earlier
 * revisions only get the fields of `own`.
 */
function added(
  { hasEnvelope, addresses }: McpRequestContext,
  { server }: ServedTools,
  own: { _meta?: object },
  cache: Partial<typeof LIST_CACHE> = {},
): object {
  if (!hasEnvelope) return own;
  const _meta = { ...own._meta, "io.modelcontextprotocol/serverInfo": briefIdentity(server.identify(addresses)) };
  return { ...own, resultType: "complete", ...cache, _meta };
}

/**
 * Formats a JSON-RPC response.
 * @param members the first fields of its result, as JSON text
 */
function resultText({ id }: RpcMessage, members: string, others: object): string {
  const more = JSON.stringify(others).slice(1, -1);
  return `{"result":{${members}${more && `,${more}`}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}
