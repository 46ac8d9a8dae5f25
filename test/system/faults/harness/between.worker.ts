import { WorkerEntrypoint } from "cloudflare:workers";
import type { WriteCall } from "../../../../shared/billing-contract/call.ts";
import { WRITE_OPERATIONS } from "../../../../shared/billing-contract/writes.ts";
import { CONTRACT_METHOD_NAMES } from "../../../../workers/billing/engine/billing-engine.ts";
import {
  type AccountVars,
  type ActionFault,
  actionName,
  type CampaignTimes,
  type LateRequest,
  type LookupFault,
  OUTAGE,
  type Reported,
} from "./faults.ts";
import { reportTo } from "./report.ts";

interface Bindings extends AccountVars {
  REAL: Record<string, (...args: unknown[]) => Promise<unknown>>;
}

const NEVER_MS = 600_000;
const NO = { en: "The provider says no.", fr: "Le fournisseur dit non." };

/** A proxy between the account Worker and the billing Worker. It makes requests fail as the harness decides. */
export default class Between extends WorkerEntrypoint<Bindings> {
  /** Takes a request that the harness has delayed, and forwards it to the billing Worker. */
  override async fetch(request: Request) {
    const { method, args } = (await request.json()) as LateRequest;
    return Response.json(await this.env.REAL[method]?.(...args));
  }
}

function define(method: string, run: (env: Bindings, args: unknown[]) => Promise<unknown>): void {
  Object.defineProperty(Between.prototype, method, {
    configurable: true,
    value(this: { env: Bindings }, ...args: unknown[]) {
      return run(this.env, args);
    },
  });
}

for (const method of CONTRACT_METHOD_NAMES) define(method, async (env, args) => env.REAL[method]?.(...args));
for (const method of WRITE_OPERATIONS) define(method, (env, args) => act(env, method, args));
define("findWrite", lookUp);

async function act(env: Bindings, method: string, args: unknown[]): Promise<unknown> {
  const [{ reference, commit }, about] = args as [WriteCall, { serviceId?: number; domain?: string | null }];
  // A preview changes nothing, so it never fails here.
  if (!commit) return env.REAL[method]?.(...args);
  const target = about.serviceId ?? about.domain ?? null;
  const what = actionName(method, target);
  const sent: Reported = { at: "sent", what, reference, request: { method, args } };
  const fault = (await reportTo(env.HARNESS, sent)) as ActionFault | null;
  const { journal } = JSON.parse(env.TIMES) as CampaignTimes;
  const forward = async () => {
    const answer = await env.REAL[method]?.(...args);
    await reportTo(env.HARNESS, { at: "done", what, reference });
    return answer;
  };
  switch (fault) {
    case null:
      return forward();
    case "never arrives":
      throw new Error("the request was lost");
    case "never arrives nor answers":
      return never();
    case "arrives late":
    case "arrives after the delivery window":
      // The harness delivers the request later, because a request in transit can outlive its caller.
      return never();
    case "arrives twice": {
      const answers = await Promise.all([forward(), env.REAL[method]?.(...args)]);
      // A refusal leaves no record, so the other copy may still act. The request then has the result of that copy.
      return answers.find((answer) => (answer as { ok?: boolean }).ok) ?? answers[0];
    }
    case "done, answers late": {
      const answer = await forward();
      await scheduler.wait(journal.answerTimeoutMs * 1.2);
      return answer;
    }
    case "done, never answers":
      await forward();
      return never();
    case "done, the answer is lost":
      await forward();
      throw new Error("the answer was lost");
    case "done, half an answer":
      await forward();
      return { half: "an answer" };
    case "refused":
      return { ok: false, problem: { code: "refused", reason: NO } };
    case "temporarily unavailable":
      return { ok: false, problem: { code: "server_unavailable", retryAfter: 1 } };
  }
}

async function lookUp(env: Bindings, args: unknown[]): Promise<unknown> {
  const fault = (await reportTo(env.HARNESS, { at: "lookup", reference: String(args[1]) })) as LookupFault | null;
  switch (fault) {
    case null:
      return env.REAL.findWrite?.(...args);
    case "a lookup is not answered":
      return never();
    case "a lookup fails":
    case OUTAGE:
      throw new Error("the lookup was lost");
    case "a lookup is answered with garbage":
      return { half: "an answer" };
  }
}

async function never(): Promise<null> {
  await scheduler.wait(NEVER_MS);
  return null;
}
