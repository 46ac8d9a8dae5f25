import { DurableObject } from "cloudflare:workers";
import type { DailyKeyPort } from "../shared/platform/address-limit.ts";

const KEY = "key";
const LIFETIME_MS = 2 * 86_400_000;

/** The random key of one day, one object per day. Deletes the key after two days. */
export class DailyKey extends DurableObject implements DailyKeyPort {
  async read(): Promise<ArrayBuffer> {
    const known = this.ctx.storage.kv.get<ArrayBuffer>(KEY);
    if (known) return known;
    const key = crypto.getRandomValues(new Uint8Array(32)).buffer;
    this.ctx.storage.kv.put(KEY, key);
    await this.ctx.storage.setAlarm(Date.now() + LIFETIME_MS);
    return key;
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
