import { WorkerEntrypoint } from "cloudflare:workers";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import { CONTRACT_METHOD_NAMES } from "../../../workers/billing/engine/billing-engine.ts";

/** The behaviour of the proxy. With `acts-and-throws`, a write with `commit` takes effect and then throws. */
export type Mood = "well" | "throws" | "hangs" | "acts-and-throws";

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

const HANGS_MS = 60_000;

let mood: Mood = "well";

/** A proxy to the real billing Worker. A request to `/mood/<mood>` sets its behaviour. */
export default class WatchedBilling extends WorkerEntrypoint<{ REAL: Methods }> {
  static {
    for (const method of CONTRACT_METHOD_NAMES) {
      Object.defineProperty(WatchedBilling.prototype, method, {
        value(this: WatchedBilling, ...args: unknown[]) {
          return this.pass(method, args);
        },
      });
    }
  }

  async pass(method: string, args: unknown[]): Promise<unknown> {
    if (mood === "throws") throw new Error("secret: database password is hunter2");
    if (mood === "hangs") await new Promise((resolve) => setTimeout(resolve, HANGS_MS));
    const answer = await this.env.REAL[method]?.(...args);
    const [call] = args as [Partial<WriteCall>];
    if (call.commit && mood === "acts-and-throws") throw new Error("secret: database password is hunter2");
    return answer;
  }

  override fetch(request: Request) {
    mood = new URL(request.url).pathname.split("/").at(-1) as Mood;
    console.warn(JSON.stringify({ event: "mood", mood }));
    return Response.json(null);
  }
}
