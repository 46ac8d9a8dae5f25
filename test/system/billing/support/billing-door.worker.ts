import { WorkerEntrypoint } from "cloudflare:workers";

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** Passes each posted call `[method, ...arguments]` to the billing Worker over a real binding. */
export default class BillingDoor extends WorkerEntrypoint<{ BILLING: Methods }> {
  override async fetch(request: Request) {
    const [method, ...args] = (await request.json()) as [string, ...unknown[]];
    return Response.json(await this.env.BILLING[method]?.(...args));
  }
}
