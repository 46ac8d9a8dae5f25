import { WorkerEntrypoint } from "cloudflare:workers";
import type { Call } from "../../../shared/billing-contract/call.ts";
import type { CatalogueQuery, CatalogueReads } from "../../../shared/billing-contract/catalogue.ts";

/** The behaviour of the proxy. With `well` it forwards calls, and with `hangs` after a minute. Otherwise, calls fail. */
export type Mood = "well" | "throws" | "hangs" | "refuses";

let mood: Mood = "well";

/** A proxy to the real billing Worker. A request to `/mood/<mood>` sets its behaviour. */
export default class UnreliableBilling extends WorkerEntrypoint<{ REAL: CatalogueReads }> implements CatalogueReads {
  async readCatalogue(call: Call, query: CatalogueQuery) {
    return this.#through(() => this.env.REAL.readCatalogue(call, query));
  }

  async askRegistrar(call: Call, domain: string) {
    return this.#through(() => this.env.REAL.askRegistrar(call, domain));
  }

  async checkHealth(call: Call) {
    return this.#through(() => this.env.REAL.checkHealth(call));
  }

  override fetch(request: Request) {
    mood = new URL(request.url).pathname.split("/").at(-1) as Mood;
    return new Response(null, { status: 204 });
  }

  async #through<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (mood === "throws") throw new Error("secret: database password is hunter2");
    if (mood === "hangs") await new Promise((resolve) => setTimeout(resolve, 60_000));
    if (mood === "refuses") return { ok: false, problem: { code: "billing_unavailable", retryAfter: 17 } } as Result;
    return ask();
  }
}
