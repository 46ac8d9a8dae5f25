import { createExecutionContext } from "cloudflare:test";
import { expect, test } from "vitest";
import * as z from "zod";
import type { ApiVersion } from "../../../shared/api/versions/api-versions.ts";
import { addressBook } from "../../../shared/platform/addresses.ts";
import { mcpResources } from "../../../workers/account/oauth/oauth-call.ts";
import { accountOperations } from "../../../workers/account/operations/index.ts";
import { renewDomain } from "../../../workers/account/operations/renew-domain.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";
import { applicationDependencies, bearerOf, bodyOf, eachWithNewAccount, isReplayed } from "../support/account-api.ts";
import { actingApplication } from "../support/acting-application.ts";

eachWithNewAccount();

const MESSAGE = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const JSON_TYPE = { "Content-Type": "application/json" };

const VERSIONS: ApiVersion[] = [
  { major: 1, release: "1.0.0", deprecated: "2026-01-01", sunset: "2099-01-01", notice: "/developers/versions" },
  { major: 2, release: "2.0.0" },
];

/**
 * An operation with a breaking change: the parameter `years` is renamed to `term`. Both versions run the same command.
 */
const renewDomainV2 = {
  ...renewDomain,
  input: z.strictObject({ domain: renewDomain.input.shape.domain, term: renewDomain.input.shape.years }),
  example: { domain: "studio-ana.ca", term: 1 },
  run: (context: Parameters<typeof renewDomain.run>[0], { domain, term }: { domain: string; term: number }) =>
    renewDomain.run(context, { domain, years: term, expected_price: undefined }),
};

const application = actingApplication(applicationDependencies, VERSIONS, [
  { major: 1, operations: accountOperations },
  {
    major: 2,
    operations: accountOperations.map((operation) => (operation === renewDomain ? renewDomainV2 : operation)),
  },
]);

async function renew(major: number, key: string, body: object): Promise<Response> {
  const headers = { ...JSON_TYPE, Authorization: bearerOf(), "Idempotency-Key": key };
  const url = `http://localhost/api/v${major}/account/domains/studio-ana.ca/renew`;
  const request = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
  return application.fetch(request, {}, createExecutionContext());
}

test("a repeat with the same key in another API version gets the same answer", async () => {
  const first = await renew(1, "key-1", { years: 2 });
  const again = await renew(2, "key-1", { term: 2 });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect([isReplayed(first), isReplayed(again)]).toEqual([false, true]);
  expect(await bodyOf(again)).toEqual(await bodyOf(first));
});

test("a key that was used in one version refuses a different request in the other version", async () => {
  expect((await renew(2, "key-1", { term: 1 })).status).toBe(201);
  const other = await renew(1, "key-1", { years: 2 });
  expect([other.status, (await bodyOf(other)).code]).toEqual([422, "idempotency_key_reused"]);
});

test("the MCP server of each version refers to its own metadata, and all versions share the same resources", async () => {
  const challengeAt = async (path: string) => {
    const request = new Request(`http://localhost${path}`, { method: "POST", body: MESSAGE, headers: JSON_TYPE });
    const answer = await application.fetch(request, {}, createExecutionContext());
    return /resource_metadata="([^"]+)"/.exec(answer.headers.get("WWW-Authenticate") ?? "")?.[1];
  };
  const metadata = "http://localhost/.well-known/oauth-protected-resource";
  expect(await challengeAt("/api/v1/account/mcp")).toBe(`${metadata}/api/v1/account/mcp`);
  expect(await challengeAt("/api/v2/account/mcp")).toBe(`${metadata}/api/v2/account/mcp`);
  const addresses = addressBook(UNSET_ADDRESSES)("http://localhost/");
  const mcp = "http://localhost/api/v1/account/mcp";
  expect(addresses && [...mcpResources(addresses, VERSIONS)]).toEqual([
    [mcp, "http://localhost/api/v1"],
    ["http://localhost/api/v2/account/mcp", "http://localhost/api/v1"],
    [`${mcp}/read`, `${mcp}/read`],
    ["http://localhost/api/v2/account/mcp/read", `${mcp}/read`],
  ]);
});
