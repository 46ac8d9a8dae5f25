import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { STYLESHEET_PATH, stylesheetResponse } from "../../../../shared/pages/stylesheet.ts";
import type { AssistantsPageContext } from "../../../../workers/account/pages/page-request.ts";
import { type AssistantsPages, theme } from "./assistants-pages.ts";

export interface ServedPage {
  origin: string;
  close(): Promise<void>;
}

/** The page on loopback, for a browser. */
export async function servePage(
  api: AssistantsPages,
  context: () => Partial<AssistantsPageContext>,
): Promise<ServedPage> {
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? "/";
    const body: Buffer[] = [];
    for await (const chunk of incoming) body.push(chunk as Buffer);
    const form = incoming.method === "POST" ? [...new URLSearchParams(Buffer.concat(body).toString())] : null;
    const response = await answer(api, path, form, context());
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function answer(
  api: AssistantsPages,
  path: string,
  form: [string, string][] | null,
  context: Partial<AssistantsPageContext>,
): Promise<Response> {
  if (STYLESHEET_PATH.test(path)) return stylesheetResponse(theme.stylesheet, path);
  if (path.startsWith("/connected-assistants")) return api.ask(path, form, context);
  return new Response(null, { status: path === "/favicon.svg" ? 204 : 404 });
}
