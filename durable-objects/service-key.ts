import { DurableObject } from "cloudflare:workers";
import type { ServiceKeyPort } from "../shared/platform/service-key.ts";

const KEY = "key";

/** The service's random key: a single object, and the key is never deleted. */
export class ServiceKey extends DurableObject implements ServiceKeyPort {
  async read(): Promise<ArrayBuffer> {
    const known = this.ctx.storage.kv.get<ArrayBuffer>(KEY);
    if (known) return known;
    const key = crypto.getRandomValues(new Uint8Array(32)).buffer;
    this.ctx.storage.kv.put(KEY, key);
    return key;
  }
}
