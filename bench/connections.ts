import type { Miniflare } from "miniflare";
import { logins } from "../dev/seed/customers/logins.ts";
import { hashApiToken, mintApiToken, shownParts } from "../shared/connections/api-token.ts";
import type { Agreement, ConnectionPort } from "../shared/connections/connection.ts";
import { ObjectIds } from "../shared/object-id.ts";
import { type ServiceKeyPort, Signer } from "../shared/service-key.ts";

const ACCOUNT_WORKER = "frontdesk-account";
const LOGIN_ID = logins[0]?.id ?? 0;
const ACCOUNT_ID = logins[0]?.accounts[0]?.id ?? 0;
const AT_ONCE = 50;

/** Opens so many connections, each with its own object and request window; their API tokens. */
export async function openConnections(runtime: Miniflare, count: number): Promise<string[]> {
  const keys = await runtime.getDurableObjectNamespace("SERVICE_KEY", ACCOUNT_WORKER);
  const connections = await runtime.getDurableObjectNamespace("CONNECTION", ACCOUNT_WORKER);
  const key = asPort<ServiceKeyPort>(keys.get(keys.idFromName("service")));
  const ids = new ObjectIds(new Signer(() => key.read()), "connection");

  const open = async (): Promise<string> => {
    const id = await ids.mint();
    const token = mintApiToken(id);
    const connection = asPort<ConnectionPort>(connections.get(connections.idFromName(id)));
    await connection.openToken(agreementOf(id, token), await hashApiToken(token));
    return token;
  };
  const tokens: string[] = [];
  while (tokens.length < count) {
    tokens.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - tokens.length) }, open))));
  }
  return tokens;
}

function agreementOf(id: string, token: string): Agreement {
  return {
    id,
    name: "Benchmark",
    application: id,
    origin: { kind: "token", ...shownParts(token) },
    returnsTo: null,
    loginId: LOGIN_ID,
    accountId: ACCOUNT_ID,
    accountName: "",
    currency: "CAD",
    scopes: ["account:read"],
    operations: null,
    limit: { kind: "account" },
    limitName: null,
    madeAt: new Date().toISOString(),
    pages: "http://localhost:8787",
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
  };
}

/** The runtime's proxy of an object calls its methods by name; its types know none of them. */
function asPort<Port>(object: unknown): Port {
  return object as Port;
}
