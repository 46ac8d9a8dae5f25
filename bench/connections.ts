import type { Miniflare } from "miniflare";
import { logins } from "../dev/seed/customers/logins.ts";
import type { Agreement, ConnectionPort } from "../durable-objects/connection/connection-port.ts";
import { hashOf, mintApiToken, shownParts } from "../durable-objects/connection/tokens/api-token.ts";
import { NO_ASKS } from "../shared/account-access/asks.ts";
import type { Scope } from "../shared/account-access/scopes.ts";
import { ObjectIds } from "../shared/platform/object-id.ts";
import { type ServiceKeyPort, Signer } from "../shared/platform/service-key.ts";

export const ACCOUNT_WORKER = "frontdesk-account";
const AT_ONCE = 50;

/** Who a connection acts for, and on which account. */
export interface Customer {
  loginId: number;
  accountId: number;
}

/** The demonstration's first. */
export const ANA: Customer = { loginId: logins[0]?.id ?? 0, accountId: logins[0]?.accounts[0]?.id ?? 0 };

/** Opens a connection for each, with its own object and request window; their API tokens, in the same order. */
export async function openConnections(runtime: Miniflare, customers: Customer[], scopes: Scope[]): Promise<string[]> {
  const keys = await runtime.getDurableObjectNamespace("SERVICE_KEY", ACCOUNT_WORKER);
  const bytes = await asPort<ServiceKeyPort>(keys.get(keys.idFromName("service"))).read();
  // Ids that the account Worker takes for its own.
  const ids = new ObjectIds(new Signer(async () => bytes), "connection");
  const connections = await runtime.getDurableObjectNamespace("CONNECTION", ACCOUNT_WORKER);
  const open = async (customer: Customer): Promise<string> => {
    const id = await ids.mint();
    const token = mintApiToken(id);
    const connection = asPort<ConnectionPort>(connections.get(connections.idFromName(id)));
    await connection.openToken(agreementOf(id, token, customer, scopes), await hashOf(token));
    return token;
  };
  const tokens: string[] = [];
  while (tokens.length < customers.length) {
    tokens.push(...(await Promise.all(customers.slice(tokens.length, tokens.length + AT_ONCE).map(open))));
  }
  return tokens;
}

function agreementOf(id: string, token: string, customer: Customer, scopes: Scope[]): Agreement {
  return {
    id,
    name: "Benchmark",
    application: id,
    origin: { kind: "token", ...shownParts(token) },
    returnsTo: null,
    ...customer,
    accountName: "",
    currency: "CAD",
    scopes,
    operations: null,
    limit: { kind: "account" },
    limitName: null,
    asks: NO_ASKS,
    madeAt: new Date().toISOString(),
    pages: "http://localhost:8787",
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    contact: { email: "bench@maple.example", language: "en" },
  };
}

/** The runtime's proxy of an object calls its methods by name; its types know none of them. */
function asPort<Port>(object: unknown): Port {
  return object as Port;
}
