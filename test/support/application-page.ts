import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { CALLBACK } from "./connecting-application.ts";

/** Serves an application's page with the heading `Back` during the file's tests. A browser returns to this page. */
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
