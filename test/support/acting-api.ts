import type { TestHarness } from "wrangler";
import { PACE } from "../../dev/sandbox/failure-mode.ts";
import { SandboxRegistry } from "../../dev/sandbox/sandbox-registry.ts";
import { type AnyOperation, takesBody } from "../../shared/api/definition/operation.ts";
import { API_PATH } from "../../shared/platform/addresses.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";
import { registrarVars, sandboxVars } from "./checking-system.ts";
import { exampleRequest, operationUrl } from "./operation-url.ts";
import { PageVisitor, textOf, type VisitedPage } from "./page-visitor.ts";
import { WATCHED_BILLING } from "./watched-system.ts";
import { startSystem } from "./workers.ts";

/** Seen as the transports see them, without their own schemas. */
const operations: readonly AnyOperation<never>[] = accountOperations;

/** A whole system of a test's own, with registry, registrar, mails and client area, in which something is done. */
export interface ActingApi {
  system: TestHarness;
  origin: string;
  registry: SandboxRegistry;
  billing: D1Database;
  accounts: D1Database;
  /** Lets the billing engine's clock strike. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

interface ActingApiOptions {
  /** How long a transfer in is pending at the registry. */
  transferTakesMs?: number;
  /** Where the registry keeps what it knows; nowhere by default. */
  registryFile?: string;
  /** The account Worker asks a billing system that can be shut, see `WATCHED_BILLING`. */
  isWatched?: boolean;
}

export async function startActingApi({
  transferTakesMs = 0,
  registryFile,
  isWatched,
}: ActingApiOptions = {}): Promise<ActingApi> {
  const kept = registryFile === undefined ? {} : { file: registryFile };
  const registry = await SandboxRegistry.start({}, PACE, { transferTakesMs, ...kept });
  const MAIL_FROM = "no-reply@maple.example";
  const system = await startSystem(
    {
      "workers/catalogue/wrangler.toml": { vars: sandboxVars(registry) },
      "workers/account/wrangler.toml": {
        vars: { DEMONSTRATION: "true", MAIL_FROM },
        ...(isWatched && { bindingOverrides: { BILLING: WATCHED_BILLING.config.name } }),
      },
      "workers/billing/wrangler.toml": { vars: { ...registrarVars(registry), MAIL_FROM } },
    },
    isWatched ? [WATCHED_BILLING] : [],
  );
  const { url } = await system.listen();
  const engine = system.getWorker<{ DB: D1Database }>("frontdesk-billing");
  const account = system.getWorker<{ ACCOUNT_DB: D1Database }>("frontdesk-account");
  return {
    system,
    origin: url.origin,
    registry,
    billing: (await engine.getEnv()).DB,
    accounts: (await account.getEnv()).ACCOUNT_DB,
    async tick() {
      const { outcome } = await engine.scheduled({ cron: "*/5 * * * *", scheduledTime: new Date() });
      if (outcome !== "ok") throw new Error(`the scheduled handler ended as ${outcome}`);
    },
    async stop() {
      await system.close();
      await registry.stop();
    },
  };
}

/** What an answer was, whichever way it came. */
export interface ApiOutcome {
  ok: boolean;
  value: unknown;
}

/** Calls a tool, or the operation behind it. */
export type Act = (tool: string, input?: Record<string, unknown>) => Promise<ApiOutcome>;

/** One that is refused. */
export interface RefusedCall {
  code: string;
  [member: string]: unknown;
}

/** The operation behind a tool over HTTP, as a request with the tool's own arguments. */
export function actOverHttp({ origin }: { origin: string }, token: string) {
  return (tool: string, input: Record<string, unknown> = {}): Promise<Response> => {
    const { idempotency_key, ...example } = input;
    const { url, init } = requestFor(tool, example);
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${token}`);
    headers.delete("Idempotency-Key");
    if (idempotency_key !== undefined) headers.set("Idempotency-Key", String(idempotency_key));
    return fetch(`${origin}${API_PATH}${url}`, { ...init, headers });
  };
}

function requestFor(tool: string, example: Record<string, unknown>): { url: string; init: RequestInit } {
  const operation = operations.find((one) => one.tool === tool);
  if (!operation) throw new Error(`no operation behind ${tool}`);
  const { firstStep } = operation;
  const asked = firstStep && !(firstStep.without in example) ? firstStep.is : operation;
  if (!takesBody({ effect: asked.effect ?? "read" })) return { url: operationUrl(asked, example), init: {} };
  return exampleRequest({ ...asked, example });
}

/** What was done. @throws with the answer where it was refused */
export async function done<Body>(answer: Promise<ApiOutcome>): Promise<Body> {
  const { ok, value } = await answer;
  if (!ok) throw new Error(`refused: ${JSON.stringify(value)}`);
  return value as Body;
}

/** Why it was refused. @throws with the answer where it was done */
export async function refused(answer: Promise<ApiOutcome>): Promise<RefusedCall> {
  const { ok, value } = await answer;
  if (ok) throw new Error(`done: ${JSON.stringify(value)}`);
  return value as RefusedCall;
}

/** An order that was placed, as its answer has it. */
export interface PlacedOrder {
  order_id: number;
  invoice: { id: number; total: number; status: string };
  action_required: { url: string };
}

/** The customer goes where the answer sent them, signs in and pays; the page that says so. */
export async function pay(api: ActingApi, url: string, login = "owner"): Promise<VisitedPage> {
  const visitor = new PageVisitor(api.origin, "203.0.113.77");
  const asked = await visitor.open(url);
  const credentials = { email: `${login}@maple.example`, password: `maple-${login}` };
  const invoice = await visitor.submit(asked, "password", credentials);
  const form = new RegExp(`<form[^>]*action="${invoice.url.pathname}[^"]*"[^>]*>(.*?)</form>`, "s").exec(invoice.html);
  const [, name, value] = /type="hidden" name="([^"]*)" value="([^"]*)"/.exec(form?.[1] ?? "") ?? [];
  if (!name || !value) throw new Error(`nothing to pay at ${invoice.url}: ${textOf(invoice.html)}`);
  return visitor.post(invoice.url, [[name, value]]);
}
