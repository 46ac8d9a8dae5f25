import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { CALLBACK } from "./connecting-application.ts";

/** Serves the page at the application's redirect URI, with the heading `Back`, while a file's tests run. */
export function useApplicationPage(): { readonly callback: string } {
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end("<h1>Back</h1>"));
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    get callback() {
      return CALLBACK.replace(/:\d+/, `:${(server.address() as AddressInfo).port}`);
    },
  };
}
