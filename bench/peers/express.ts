import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { createMcpExpressApp } from "@modelcontextprotocol/express";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import express from "express";
import { type Fetch, mcpServers } from "./mcp-server.ts";

/**
 * Two servers in a Node process. One has the catalogue's tools on the official SDK in an Express application, as in
 * "Serve with Express", https://ts.sdk.modelcontextprotocol.io/v2/serving/express. The other has the catalogue's list
 * of plans as a route of an Express application, as in "Hello world example",
 * https://expressjs.com/en/5x/starter/hello-world/. The argument is the origin of the catalogue's Worker, which is
 * called once for each answer. The process sends the two ports to its parent, and ends when the parent ends.
 */
const [catalogue = ""] = process.argv.slice(2);
const plans = await (await askCatalogue(`${catalogue}/api/v1/plans`)).json();

const mcp = createMcpExpressApp();
const node = toNodeHandler(createMcpHandler(mcpServers(catalogue, askCatalogue)));
mcp.all("/mcp", (request, response) => void node(request, response, request.body));

const plain = express();
plain.get("/api/v1/plans", (_request, response) => {
  response.json(plans);
});

const ports = await Promise.all(
  [mcp, plain].map(async (application) => {
    const server = application.listen(0, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }),
);
process.once("disconnect", () => process.exit());
process.send?.(ports);

/**
 * Calls the catalogue with the benchmark's host in the `Host` header, so that the links in the answers are the same.
 * `fetch` does not allow that header.
 */
async function askCatalogue(url: string, init: Parameters<Fetch>[1] = { method: "GET", headers: {} }) {
  const sent = request(url, { method: init.method, headers: { ...init.headers, Host: "localhost:8787" } }).end(
    init.body,
  );
  const [response] = await once(sent, "response");
  return { json: () => json(response) };
}
