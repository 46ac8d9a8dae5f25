import { getAgentByName } from "agents";
import type { AssistantEnv } from "./assistant.ts";
import { CLIENT_DOCUMENT_PATH, clientDocument } from "./oauth-client.ts";
import { newVisitor, visitorOf } from "./visitor.ts";

export { Assistant } from "./assistant.ts";

/**
 * One agent serves all callers of the public catalogue. Each person who connects an account gets a separate agent,
 * identified by a cookie. An account can be read only from the browser that connected it.
 */
export default {
  async fetch(request, env) {
    // Agents accept WebSockets to synchronize their state. This assistant does not use that feature.
    if (request.headers.has("Upgrade")) return new Response("This assistant supports only HTTP.", { status: 400 });
    const { origin, pathname } = new URL(request.url);
    if (pathname === CLIENT_DOCUMENT_PATH) return Response.json(clientDocument(origin));
    const begins = request.method === "GET" && pathname === "/connect";
    const visitor = visitorOf(request) ?? (begins ? newVisitor(request) : null);

    const assistant = await getAgentByName(env.ASSISTANT, visitor?.agent ?? "public");
    const given = await assistant.fetch(request);
    const answer = new Response(given.body, given);
    if (visitor) answer.headers.set("Cache-Control", "no-store");
    if (visitor?.cookie) answer.headers.append("Set-Cookie", visitor.cookie);
    return answer;
  },
} satisfies ExportedHandler<AssistantEnv>;
