import { expect } from "vitest";
import { ACCOUNT_MCP_PATH } from "../../../../shared/platform/addresses.ts";
import { returnedTo } from "../../../support/connecting-application.ts";
import { GENERATIONS, type Generation, KeptByHost } from "../../../support/host-clients.ts";
import { PageVisitor } from "../../../support/page-visitor.ts";
import { asksToSignIn, signInStep } from "../../../support/sign-in-step.ts";
import type { JourneySystem } from "../reading/journey-system.ts";
import type { Act } from "./act.ts";

const SCOPES = ["billing:write", "domains:write"];

/** A customer who connects an assistant. */
export interface Customer {
  login: string;
  account: number;
  /** A domain that can be renewed and transferred away. */
  domain: string;
}

/** A connected assistant with the scopes for orders and domain settings. */
export interface Connected {
  act: Act;
  /** Returns the assistant's access token. */
  token(): string;
  close(): Promise<void>;
}

export interface Way {
  name: string;
  customer: Customer;
  connect(system: JourneySystem, customer: Customer): Promise<Connected>;
}

const EUROPE: Customer = { login: "owner", account: 1002, domain: "ana-europe.fr" };
const BIG: Customer = { login: "big", account: 1005, domain: "portfolio-552.com" };

/** The generations of the official MCP client. The tests in test/system/calls cover plain HTTP. */
export const WAYS: Way[] = GENERATIONS.map((generation, index) => ({
  name: generation.name,
  customer: index === 0 ? EUROPE : BIG,
  connect: (system: JourneySystem, customer: Customer) => connectHost(generation, system, customer),
}));

/** Connects an MCP host with only the read scope first. The host gets the other scopes when a call needs them. */
async function connectHost(
  { open, finish, unauthorized }: Generation,
  { origin }: JourneySystem,
  { login, account, domain }: Customer,
): Promise<Connected> {
  const address = new URL(ACCOUNT_MCP_PATH, origin);
  const kept = new KeptByHost();
  const visitor = new PageVisitor(origin, "203.0.113.51");
  const agree = async (scope: string[]) => {
    if (!kept.sentTo) throw new Error("the client sent nobody anywhere");
    let page = await visitor.open(kept.sentTo);
    if (asksToSignIn(page)) page = await signInStep(visitor, page, login);
    if (page.html.includes('name="account"'))
      page = await visitor.submit(page, "account", { account: String(account) });
    const returned = returnedTo(visitor.submit(page, "decision", { scope, limit: "all", decision: "allow" }));
    await finish(address, kept, await returned);
  };
  await expect(open(address, kept)).rejects.toThrow(unauthorized);
  await agree([]);
  const reader = await open(address, kept);
  kept.forgetWhere();
  const refusal = await reader.callTool("renew_domain", { domain, idempotency_key: "k" }).catch(() => null);
  if (kept.sentTo) {
    expect((kept.sentTo as URL).searchParams.get("scope")?.split(" ")).toContain("billing:write");
  } else {
    // This client tries a refresh, which adds no scope. The customer must therefore connect again.
    expect(JSON.stringify(refusal)).toContain("insufficient_scope");
    kept.kept = undefined;
    await expect(open(address, kept)).rejects.toThrow(unauthorized);
  }
  await agree(SCOPES);
  await reader.close();
  const client = await open(address, kept);
  const act: Act = async (tool, input = {}) => {
    const { isError, structuredContent, content } = await client.callTool(tool, input);
    if (!isError) return { ok: true, value: structuredContent };
    const [{ text }] = content as [{ text: string }];
    return { ok: false, value: JSON.parse(text) };
  };
  return { act, token: () => kept.kept?.access_token ?? "", close: () => client.close() };
}
