import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

type ApiAnswer = (request: IncomingMessage, response: ServerResponse) => void;

const certificate = (name: string) => readFileSync(new URL(`../../../support/tls/${name}`, import.meta.url));

/** A host of metadata documents: https on loopback. */
export interface DocumentHost {
  port: number;
  /** How many connections were opened to it. */
  connections(): number;
  /** The paths asked for. */
  asked: string[];
  /** Serves an answer at a path from now on; the address of it. */
  serve(path: string, answer: ApiAnswer): string;
  close(): Promise<void>;
}

export async function startDocumentHost(): Promise<DocumentHost> {
  const answers = new Map<string, ApiAnswer>();
  const asked: string[] = [];
  let connections = 0;
  const server = createServer(
    { key: certificate("localhost.key"), cert: certificate("localhost.pem") },
    (request, response) => {
      asked.push(request.url ?? "");
      const answer = answers.get(request.url ?? "");
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    },
  );
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connections: () => connections,
    asked,
    serve(path, answer) {
      answers.set(path, answer);
      return `https://localhost:${port}${path}`;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The harness asks the outside through this process's `fetch`, which would follow redirects in the runtime's place. With
 * this the runtime gets each answer, and itself follows where it was told to. The result puts it back.
 */
export function leaveRedirectsToTheRuntime(): () => void {
  const usual = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    String(input).startsWith("https://") ? usual(new Request(input, init), { redirect: "manual" }) : usual(input, init);
  return () => {
    globalThis.fetch = usual;
  };
}

/** Answers with JSON. */
export function json(body: unknown, headers: Record<string, string> = {}, status = 200): ApiAnswer {
  return (_, response) =>
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A good document for an address. */
export function documentFor(clientId: string, more: object = {}): object {
  return { client_id: clientId, client_name: "Atelier", redirect_uris: ["https://app.example/callback"], ...more };
}
