import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROJECT } from "../../../scripts/workers.ts";
import { World } from "../../support/world.ts";

const tls = (name: string) => readFileSync(join(PROJECT, "test/support/tls", name), "utf8");
const folder = mkdtempSync(join(tmpdir(), "verify-"));
const authorities = join(folder, "authorities.pem");

let world: World;
let server: Server;
let origin: string;
/** Whether the proxy responds to every request with an empty object. */
let isBroken = false;

// A TLS proxy forwards requests to the front door.
beforeAll(async () => {
  writeFileSync(authorities, ["ca.pem", "expired.pem", "other-name.pem"].map(tls).join("\n"));
  server = createServer({ key: tls("localhost.key"), cert: tls("localhost.pem") }, async (request, response) => {
    if (isBroken) return response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    const { method = "GET", url = "/", headers } = request;
    const sent = Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
    const answer = await world.system.getWorker("frontdesk").fetch(origin + url, {
      ...{ method, headers: Object.fromEntries(sent), redirect: "manual" },
      ...(method === "POST" && { body: await buffer(request) }),
    });
    const { "content-encoding": _, "content-length": __, ...rest } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, rest).end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, "localhost");
  await once(server, "listening");
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const own = { ORIGIN: origin };
  world = await new World({ vars: { site: own, account: own, catalogue: own, billing: own } }).start();
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

/** Runs `npm run deploy -- --verify`. Returns its exit code and its lines without the origin. */
function verified(): Promise<{ code: number; findings: string[] }> {
  const args = ["scripts/commands.ts", "deploy", "--verify", "NAME=verified", `ORIGIN=${origin}`, "DEMONSTRATION=true"];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authorities };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: PROJECT, env }, (error, stdout, stderr) =>
      resolve({
        code: error ? Number(error.code) : 0,
        findings: `${stdout}${stderr}`.replaceAll(origin, "").split("\n").filter(Boolean),
      }),
    );
  });
}

test("a deployment is ready if every URL responds correctly", async () => {
  const { code, findings } = await verified();
  expect(findings.filter((line) => !line.startsWith("ok"))).toEqual([
    "warn  MAIL_FROM is not set: no mail is sent.",
    "Ready: 0 to fix, 1 to review.",
  ]);
  expect([code, findings.length]).toEqual([0, 21]);
});

test("the findings list every URL with a wrong response and what is wrong", async () => {
  isBroken = true;
  const { code, findings } = await verified();
  isBroken = false;
  expect(code).toBe(1);
  expect(findings).toMatchInlineSnapshot(`
    [
      "ok    : its certificate is good until 2056-11-20.",
      "stop  /: the home page: no page, status 200.",
      "stop  /developers: the developers' pages: no page, status 200.",
      "stop  /api/v1/status: the status: says no status.",
      "stop  /api/v1/plans: the plans of the catalogue: nothing is sold: run npm run catalogue -- load --remote.",
      "stop  /api/v1/mcp: the catalogue's MCP server: no handshake, status 200.",
      "stop  /api/v1/account: the account's API without a token: status 200, and not a challenge that names /.well-known/oauth-protected-resource/api/v1.",
      "stop  /api/v1/account/mcp: the account's MCP server without a token: status 200, and not a challenge that names /.well-known/oauth-protected-resource/api/v1/account/mcp.",
      "stop  /connected-assistants: the sign-in page: no password field at /connected-assistants.",
      "stop  /client-area: the client area: no password field at /client-area.",
      "stop  /.well-known/oauth-authorization-server: the authorization server's metadata: status 200, and  is not in its issuer.",
      "stop  /.well-known/oauth-protected-resource/api/v1: the resource metadata of /api/v1: status 200, and /api/v1 is not in its resource.",
      "stop  /.well-known/oauth-protected-resource/api/v1/account/mcp: the resource metadata of /api/v1/account/mcp: status 200, and /api/v1/account/mcp is not in its resource.",
      "stop  /.well-known/oauth-protected-resource/api/v1/account/mcp/read: the resource metadata of /api/v1/account/mcp/read: status 200, and /api/v1/account/mcp/read is not in its resource.",
      "stop  /api/v1/mcp/server-card: the server card of /api/v1/mcp: status 200, and /api/v1/mcp is not in its remotes.",
      "stop  /api/v1/account/mcp/server-card: the server card of /api/v1/account/mcp: status 200, and /api/v1/account/mcp is not in its remotes.",
      "stop  /api/v1/account/mcp/read/server-card: the server card of /api/v1/account/mcp/read: status 200, and /api/v1/account/mcp/read is not in its remotes.",
      "stop  /.well-known/ai-catalog.json: the AI catalogue: status 200, and /api/v1/mcp/server-card is not in its entries.",
      "stop  /.well-known/api-catalog: the API catalogue: status 200, and /api/v1 is not in its linkset.",
      "warn  MAIL_FROM is not set: no mail is sent.",
      "Not ready: 18 to fix, 1 to review.",
    ]
  `);
});

test.each([
  ["expired.pem", "its certificate has expired: renew it in Cloudflare's dashboard"],
  ["other-name.pem", "its certificate is for another name: check the route of this host in Cloudflare's dashboard"],
])("the findings name only the certificate if the server has %s", async (name, reason) => {
  server.setSecureContext({ key: tls("localhost.key"), cert: tls(name) });
  const { code, findings } = await verified();
  expect(findings).toEqual([`stop  : ${reason}.`, "Not ready: 1 to fix, 0 to review."]);
  expect(code).toBe(1);
});
