import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { STYLESHEET_PATH, stylesheetResponse } from "../../../../shared/pages/stylesheet.ts";
import type { AssistantsScene } from "../../../../workers/account/pages/connected-assistants/assistants-scene.ts";
import { type AssistantsDesk, theme } from "./assistants-desk.ts";

export interface ServedPage {
  origin: string;
  close(): Promise<void>;
}

/** The page on loopback, for a browser. */
export async function servePage(desk: AssistantsDesk, scene: () => Partial<AssistantsScene>): Promise<ServedPage> {
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? "/";
    const body: Buffer[] = [];
    for await (const chunk of incoming) body.push(chunk as Buffer);
    const form = incoming.method === "POST" ? [...new URLSearchParams(Buffer.concat(body).toString())] : null;
    const response = await answer(desk, path, form, scene());
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
  desk: AssistantsDesk,
  path: string,
  form: [string, string][] | null,
  scene: Partial<AssistantsScene>,
): Promise<Response> {
  if (STYLESHEET_PATH.test(path)) return stylesheetResponse(theme.stylesheet, path);
  if (path.startsWith("/connected-assistants")) return desk.ask(path, form, scene);
  return new Response(null, { status: path === "/favicon.svg" ? 204 : 404 });
}
