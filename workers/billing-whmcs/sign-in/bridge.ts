import * as z from "zod";
import { unlessAborted } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";

const DEADLINE_MS = 7_000;
const MAX_ANSWER_BYTES = 65_536;
const PATH = "/modules/addons/frontdesk/bridge.php";

/** Sign-in by the addon's own page, which WHMCS shows to signed-in users alone. */
export interface AddonSignIn {
  bridge: Bridge;
  /** Of the client area, as the browser reaches it; without a final slash. */
  clientArea: string;
}

/** The addon of the installation: where it is and the key that calls are signed with. */
export interface BridgeSettings {
  /** Where this Worker reaches the installation. */
  base: string;
  key: string;
  fetch: (request: Request) => Promise<Response>;
}

export type BridgeAnswer<Value> =
  | { kind: "ok"; value: Value }
  | { kind: "refused"; code: string }
  | { kind: "unavailable" };

const Refusal = z.object({ error: z.string().regex(/^[a-z_]{1,60}$/) });

/** Signed calls to the addon. */
export class Bridge {
  readonly #settings: BridgeSettings;
  readonly #now: () => number;

  constructor(settings: BridgeSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Sends one call, signed over its time, path and body. */
  async call<Value>(
    name: "status" | "exchange" | "user",
    parameters: Record<string, unknown>,
    answer: z.ZodType<Value>,
    requestId: string | undefined,
  ): Promise<BridgeAnswer<Value>> {
    const body = JSON.stringify({ call: name, ...parameters });
    const time = Math.floor(this.#now() / 1_000);
    const signature = await this.#sign(`${time}\n${PATH}\n${body}`);
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const request = new Request(this.#settings.base + PATH, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Frontdesk": `t=${time},v1=${signature}` },
      body,
      redirect: "manual",
      signal,
    });
    try {
      // A runtime may lose the request's own signal while the body is read.
      const response = await unlessAborted(this.#settings.fetch(request), signal);
      const bytes = await unlessAborted(readAtMost(response.body, MAX_ANSWER_BYTES), signal);
      const read: unknown = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()));
      if (response.status === 200) return { kind: "ok", value: answer.parse(read) };
      const { error: code } = Refusal.parse(read);
      if (response.status >= 400 && response.status < 500) return { kind: "refused", code };
      log("billing_bridge_failed", { request_id: requestId, call: name, status: response.status });
    } catch (cause) {
      log("billing_bridge_failed", { request_id: requestId, call: name, cause });
    }
    return { kind: "unavailable" };
  }

  async #sign(text: string): Promise<string> {
    const encoder = new TextEncoder();
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", encoder.encode(this.#settings.key), algorithm, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))).toHex();
  }
}
