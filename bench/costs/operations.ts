import { connectionOfApiToken, mintApiToken } from "../../durable-objects/connection/tokens/api-token.ts";
import { ID_LENGTH } from "../../shared/platform/ids.ts";
import { toolCall } from "../../test/support/account-client.ts";
import { ConnectingApplication, type TokenPair } from "../../test/support/connecting-application.ts";
import { usageOf } from "../../test/support/counting/counted-world.ts";
import type { World } from "../../test/support/world.ts";

/**
 * A function that prepares an operation, and runs whatever must not be measured with it.
 * @returns the part to measure
 */
type Prepare = (world: World) => Promise<() => Promise<unknown>>;

/** An operation and the part of it that is measured. */
interface MeasuredOperation {
  name: string;
  prepare: Prepare;
}

/** Returns an operation that runs once before the measurement, because its first run has a different cost. */
function repeated(name: string, prepare: Prepare): MeasuredOperation {
  return {
    name,
    async prepare(world) {
      const call = await prepare(world);
      await call();
      return call;
    },
  };
}

/**
 * Returns a response if it has the expected status.
 * @throws {Error} with the actual status otherwise
 */
async function expecting(status: number, answer: Response | Promise<Response>): Promise<Response> {
  const response = await answer;
  if (response.status !== status)
    throw new Error(`${response.url}: ${response.status} instead of ${status}: ${await response.text()}`);
  await response.clone().text();
  return response;
}

const get = (world: World, path: string, init?: RequestInit) => fetch(`${world.origin}/api/v1${path}`, init);
const orders = { scopes: ["billing:write", "domains:write"] };
let names = 0;
/** Returns a domain that no other operation uses. */
const newName = (extension = "ca") => `scale-${process.pid}-${++names}.${extension}`;
const terms = async (world: World, path: string, token: string): Promise<string> => {
  const quote = await world.api.read<{ terms: { version: string } }>(path, token);
  return quote.terms.version;
};
const order = (world: World, token: string, path: string, body: object, key: string = crypto.randomUUID()) =>
  world.api.request(path, token, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify(body),
  });
const PLAN_ORDER = "/account/orders/plan";
const PLAN_QUOTE = `${PLAN_ORDER}?plan=web-start`;
const placed = async (world: World) => {
  const token = await world.api.token(orders);
  const body = { plan: "web-start", accept_terms: await terms(world, PLAN_QUOTE, token) };
  return { token, body };
};
const mistyped = (text: string) => text.slice(0, -1) + (text.endsWith("a") ? "b" : "a");
const REQUESTS_A_MINUTE = 120;
/** A network address that has no domain checks left. */
const LIMITED = "198.51.101.7";

/** The measured operations: those of the catalogue, those of the account, and those that connect an application. */
export const OPERATIONS: MeasuredOperation[] = [
  {
    name: "a list of plans, cached nowhere",
    prepare: async (world) => () => expecting(200, get(world, "/plans?currency=USD&lang=fr")),
  },
  repeated("a list of plans", async (world) => () => expecting(200, get(world, "/plans"))),
  {
    name: "the same, not modified (304)",
    async prepare(world) {
      const etag = (await expecting(200, get(world, "/plans"))).headers.get("ETag") ?? "";
      return () => expecting(304, get(world, "/plans", { headers: { "If-None-Match": etag } }));
    },
  },
  repeated("`list_plans` over MCP", async (world) => {
    const body = JSON.stringify(toolCall("list_plans"));
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    return () => expecting(200, get(world, "/mcp", { method: "POST", headers, body }));
  }),
  {
    name: "a domain check at the registry",
    async prepare(world) {
      await expecting(200, world.check(newName()));
      const name = newName();
      return () => expecting(200, world.check(name));
    },
  },
  // The check stays in memory for five seconds, longer than the wait before the next request.
  repeated("a domain check from the isolate's memory", async (world) => {
    const name = newName();
    return () => expecting(200, world.check(name));
  }),
  {
    name: "a domain check above the address's limit (429), first in an isolate",
    async prepare(world) {
      const name = newName();
      for (let check = 0; check < 30; check++) await expecting(200, world.check(name, { address: LIMITED }));
      return () => expecting(429, world.check(name, { address: LIMITED }));
    },
  },
  {
    name: "the same again in that isolate",
    prepare: async (world) => () => expecting(429, world.check(newName(), { address: LIMITED })),
  },
  repeated("the list of domains", async (world) => {
    const token = await world.api.token();
    return () => expecting(200, world.api.request("/account/domains", token));
  }),
  {
    name: "the same, `list_my_domains` over MCP",
    async prepare(world) {
      const token = await world.api.token();
      return () => expecting(200, world.api.post(toolCall("list_my_domains"), token));
    },
  },
  repeated("a catalogue tool over the account's MCP server", async (world) => {
    const token = await world.api.token();
    return () => expecting(200, world.api.post(toolCall("list_plans"), token));
  }),
  {
    name: "no credential, or a forged one (401)",
    async prepare(world) {
      const made = mintApiToken("A".repeat(ID_LENGTH));
      if (connectionOfApiToken(made) === null) throw new Error("the forged token is not well-formed");
      return () => expecting(401, world.api.request("/account/domains", made));
    },
  },
  {
    name: "a wrong secret (401), first in an isolate",
    async prepare(world) {
      const token = mistyped(await world.api.token());
      return () => expecting(401, world.api.request("/account/domains", token));
    },
  },
  {
    name: "a missing scope (403)",
    async prepare(world) {
      const token = await world.api.token({ scopes: [] });
      return () => expecting(403, order(world, token, PLAN_ORDER, { plan: "web-start", accept_terms: "x" }));
    },
  },
  {
    name: "above a connection's limit (429)",
    async prepare(world) {
      const token = await world.api.connect({ scopes: [] });
      const batch = Array.from({ length: 20 }, (_, id) => toolCall("get_my_account", {}, id));
      for (let sent = 0; sent < REQUESTS_A_MINUTE; sent += batch.length)
        await expecting(200, world.api.post(batch, token));
      return () => expecting(429, world.api.request("/account", token));
    },
  },
  repeated("a quote of a plan", async (world) => {
    const token = await world.api.token(orders);
    return () => terms(world, PLAN_QUOTE, token);
  }),
  repeated("an order of a plan", async (world) => {
    const { token, body } = await placed(world);
    return () => expecting(201, order(world, token, PLAN_ORDER, body));
  }),
  {
    name: "the same order again, with its key",
    async prepare(world) {
      const { token, body } = await placed(world);
      const key = crypto.randomUUID();
      await usageOf(world, () => expecting(201, order(world, token, PLAN_ORDER, body, key)));
      return () => expecting(201, order(world, token, PLAN_ORDER, body, key));
    },
  },
  {
    name: "an order of a domain, checked at its registry",
    async prepare(world) {
      const token = await world.api.token(orders);
      const domain = newName("com");
      const accept_terms = await terms(world, `/account/orders/domain?domain=${domain}`, token);
      return () => expecting(201, order(world, token, "/account/orders/domain", { domain, accept_terms }));
    },
  },
  {
    name: "automatic renewal of a domain, switched",
    async prepare(world) {
      const token = await world.api.token(orders);
      const { domains } = await world.api.read<{ domains: { domain: string; auto_renew: boolean }[] }>(
        "/account/domains",
        token,
      );
      const [first] = domains;
      if (!first) throw new Error("the account has no domain");
      const path = `/account/domains/${first.domain}/auto-renew`;
      const init = { method: "PUT", headers: { "Content-Type": "application/json" } };
      const body = JSON.stringify({ auto_renew: !first.auto_renew });
      return () => expecting(200, world.api.request(path, token, { ...init, body }));
    },
  },
  {
    name: "an application registers itself",
    prepare: async (world) => () => ConnectingApplication.register(world.origin),
  },
  {
    name: "a customer signs in and consents, all pages",
    async prepare(world) {
      const application = await ConnectingApplication.register(world.origin);
      return () => application.connect();
    },
  },
  {
    name: "the code is exchanged for tokens",
    async prepare(world) {
      const application = await ConnectingApplication.register(world.origin);
      const returned = await application.connectDirectly();
      return () => application.exchange(returned);
    },
  },
  {
    name: "tokens are refreshed, hourly in use",
    async prepare(world) {
      const application = await ConnectingApplication.register(world.origin);
      const { refresh_token }: TokenPair = await application.directTokens();
      return () => application.refresh(refresh_token);
    },
  },
];
