import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

type ApiAnswer = (request: IncomingMessage, response: ServerResponse) => void;

const certificate = (name: string) => readFileSync(new URL(`../../../support/tls/${name}`, import.meta.url));

/** An HTTPS host for metadata documents on the loopback interface. */
export class DocumentHost {
  readonly asked: string[] = [];
  connections = 0;
  readonly #answers = new Map<string, ApiAnswer>();
  readonly #server = createServer(
    { key: certificate("localhost.key"), cert: certificate("localhost.pem") },
    (request, response) => {
      const { url = "" } = request;
      this.asked.push(url);
      const answer = this.#answers.get(url) ?? json({}, {}, 404);
      answer(request, response);
    },
  ).on("connection", () => this.connections++);

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, resolve));
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Returns the URL of a path. */
  at(path: string): string {
    return `https://localhost:${this.port}${path}`;
  }

  /** Serves a response at a path. Returns the URL. */
  serve(path: string, answer: ApiAnswer): string {
    this.#answers.set(path, answer);
    return this.at(path);
  }

  /** Serves a valid document at a path. Returns the URL. */
  serveDocument(path: string, more: object = {}): string {
    return this.serve(path, json(documentFor(this.at(path), more)));
  }
}

export function startDocumentHost(): Promise<DocumentHost> {
  return new DocumentHost().start();
}

/** Returns a host that runs during the tests of the file. */
export function useDocumentHost(): DocumentHost {
  const host = new DocumentHost();
  beforeAll(async () => void (await host.start()));
  afterAll(() => host.close());
  return host;
}

/**
 * Makes redirects visible to the Workers. The test harness forwards their outside requests to this process's `fetch`,
 * which would otherwise follow redirects. The returned function restores the original `fetch`.
 */
export function leaveRedirectsToTheRuntime(): () => void {
  const usual = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    String(input).startsWith("https://") ? usual(new Request(input, init), { redirect: "manual" }) : usual(input, init);
  return () => {
    globalThis.fetch = usual;
  };
}

/** Returns a handler that responds with JSON. */
export function json(body: unknown, headers: Record<string, string> = {}, status = 200): ApiAnswer {
  return (_, response) =>
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Returns a valid metadata document for a client id. */
export function documentFor(clientId: string, more: object = {}): object {
  return { client_id: clientId, client_name: "Atelier", redirect_uris: ["https://app.example/callback"], ...more };
}
