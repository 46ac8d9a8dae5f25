import { readJsonBody } from "../shared/api/http/json-body.ts";

interface Recorded {
  text: string;
  /** The second argument for `new Response`, with the recorded headers. As in the catalogue, it is a response. */
  init: Response;
}

const recorded = new Map<string, Recorded>();

/**
 * A bare Worker that reads a message as strictly as the catalogue's MCP server. It returns the body of one earlier
 * response of that server, with a new request id. This is the minimum for a server with the same reader
 * (`readJsonBody`).
 */
export default {
  async fetch(request, env) {
    const message = await readJsonBody(request as never);
    const key = `${(message as { method: string }).method} ${request.headers.get("MCP-Protocol-Version")}`;
    const { text, init } = recorded.get(key) ?? (await record(key, message, request, env.CATALOGUE));
    const answer = new Response(text, init);
    answer.headers.set("X-Request-Id", crypto.randomUUID());
    return answer;
  },
} satisfies ExportedHandler<{ CATALOGUE: Fetcher }>;

async function record(key: string, message: unknown, request: Request, catalogue: Fetcher): Promise<Recorded> {
  const { url, headers } = request;
  const response = await catalogue.fetch(url, { method: "POST", headers, body: JSON.stringify(message) });
  const { "x-request-id": _, "content-length": __, ...others } = Object.fromEntries(response.headers);
  const answer = { text: await response.text(), init: new Response(null, { headers: others }) };
  recorded.set(key, answer);
  return answer;
}
