import { WorkerEntrypoint } from "cloudflare:workers";

/** A key-value store whose reads and writes all fail. If `MANNER` is `hangs`, they fail after a minute. */
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
