import { DurableObject } from "cloudflare:workers";
import type { DailyKeyPort } from "../shared/platform/address-limit.ts";
import type { ServiceKeyPort } from "../shared/platform/service-key.ts";

const KEY = "key";
const LIFETIME_MS = 2 * 86_400_000;

/** The service's random key: a single object, and the key is never deleted. */
export class ServiceKey extends DurableObject implements ServiceKeyPort {
  async read(): Promise<ArrayBuffer> {
    return this.ctx.storage.kv.get<ArrayBuffer>(KEY) ?? newKey(this.ctx.storage);
  }
}

/** The random key of one day, one object per day. Deletes the key after two days. */
export class DailyKey extends DurableObject implements DailyKeyPort {
  async read(): Promise<ArrayBuffer> {
    const known = this.ctx.storage.kv.get<ArrayBuffer>(KEY);
    if (known) return known;
    const key = newKey(this.ctx.storage);
    await this.ctx.storage.setAlarm(Date.now() + LIFETIME_MS);
    return key;
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}

function newKey({ kv }: DurableObjectStorage): ArrayBuffer {
  const key = crypto.getRandomValues(new Uint8Array(32)).buffer;
  kv.put(KEY, key);
  return key;
}
