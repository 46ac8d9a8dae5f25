import { getAgentByName } from "agents";
import type { AssistantEnv } from "./assistant.ts";

export { Assistant } from "./assistant.ts";

/** One agent for every visitor: the catalogue is public. What is a customer's own needs one agent per signed-in user. */
export default {
  async fetch(request, env) {
    // An agent tells each WebSocket about its servers and takes state from it; nothing here is for that.
    if (request.headers.has("Upgrade")) return new Response("This assistant speaks HTTP only.", { status: 400 });
    const assistant = await getAgentByName(env.ASSISTANT, "public");
    return assistant.fetch(request);
  },
} satisfies ExportedHandler<AssistantEnv>;
