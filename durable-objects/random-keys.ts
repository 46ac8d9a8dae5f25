import { DurableObject } from "cloudflare:workers";
import type { DailyKeyPort } from "../shared/platform/address-limit.ts";
import { type ServiceKeyPort, type ServiceKeys, SIGNS_AFTER_MS } from "../shared/platform/service-key.ts";

const KEY = "key";
const ROTATED = "rotated";
const LIFETIME_MS = 2 * 86_400_000;

/** The random keys for one purpose. The original key is never deleted. */
export class ServiceKey extends DurableObject implements ServiceKeyPort {
  async read(): Promise<ArrayBuffer> {
    return this.ctx.storage.kv.get<ArrayBuffer>(KEY) ?? newKey(this.ctx.storage);
  }

  async keys(): Promise<ServiceKeys> {
    return { original: await this.read(), rotated: this.ctx.storage.kv.get<ServiceKeys["rotated"]>(ROTATED) };
  }

  async rotate(now: number): Promise<number | null> {
    const { original, rotated } = await this.keys();
    if (rotated && now < rotated.signsFrom) return null;
    const signsFrom = now + SIGNS_AFTER_MS;
    this.ctx.storage.kv.put(ROTATED, { earlier: rotated?.newest ?? original, newest: randomKey(), signsFrom });
    return signsFrom;
  }
}

/** The random key of one day. Each day has its own object, which deletes its key after two days. */
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
  const key = randomKey();
  kv.put(KEY, key);
  return key;
}

function randomKey(): ArrayBuffer {
  return crypto.getRandomValues(new Uint8Array(32)).buffer;
}
