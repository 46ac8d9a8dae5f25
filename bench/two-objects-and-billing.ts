import { DurableObject, type WorkerEntrypoint } from "cloudflare:workers";
import { type OrderAnswer, orderAnswer } from "./order-answer.ts";

interface Billing extends WorkerEntrypoint {
  authorize(id: number): Promise<Record<string, unknown> | null>;
}

interface Bindings {
  CALLER: DurableObjectNamespace<BenchCaller>;
  KEEPER: DurableObjectNamespace<Keeper>;
  BILLING: Service<Billing>;
}

/** An object that counts in memory. This is the minimum work of an admission. */
export class BenchCaller extends DurableObject {
  #count = 0;

  count(): number {
    return ++this.#count;
  }
}

/** An object that stores the response to an order. The first call creates the response. */
export class Keeper extends DurableObject {
  answer(id: number): OrderAnswer {
    const { kv } = this.ctx.storage;
    const kept = kv.get<OrderAnswer>("answer");
    if (kept) return kept;
    const made = orderAnswer({ id, orderId: id, serviceId: id, invoiceId: id, number: `2026-${id}` });
    kv.put("answer", made);
    return made;
  }
}

/**
 * The minimal Worker that repeats a response. One object admits the caller, the billing system checks the permission,
 * and another object has the response. The last part of the path is the account.
 */
export default {
  async fetch(request, env) {
    const name = request.url.slice(request.url.lastIndexOf("/") + 1);
    const id = Number(name);
    await request.text();
    await env.CALLER.get(env.CALLER.idFromName(name)).count();
    if (!(await env.BILLING.authorize(id))) return new Response(null, { status: 403 });
    const answer = await env.KEEPER.get(env.KEEPER.idFromName(name)).answer(id);
    return Response.json(answer, { status: 201 });
  },
} satisfies ExportedHandler<Bindings>;
