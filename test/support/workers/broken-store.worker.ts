import { WorkerEntrypoint } from "cloudflare:workers";

/** A replacement for a key-value store. Every call fails; if `MANNER` is `hangs`, it first waits for a minute. */
export default class BrokenStore extends WorkerEntrypoint<{ MANNER: "throws" | "hangs" }> {
  get() {
    return this.#fail();
  }

  put() {
    return this.#fail();
  }

  override fetch() {
    return new Response(null, { status: 404 });
  }

  async #fail(): Promise<never> {
    if (this.env.MANNER === "hangs") await new Promise((resolve) => setTimeout(resolve, 60_000));
    throw new Error("KV is down");
  }
}
