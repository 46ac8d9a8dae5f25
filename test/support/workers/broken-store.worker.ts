import { WorkerEntrypoint } from "cloudflare:workers";

/** A replacement for a key-value store. Its calls fail, and first hang if `MANNER` is `hangs`. */
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
