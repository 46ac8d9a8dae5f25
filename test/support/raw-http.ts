import { request } from "node:http";
import { inject } from "vitest";
import { testSignal } from "./test-signal.ts";

/** Sends a request to the shared system with headers that `fetch` forbids, such as `Host`. */
export function rawHttp(options: {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }> {
  const { hostname, port } = new URL(inject("origin"));
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method: "GET", ...options, signal: testSignal() }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(options.body);
  });
}
