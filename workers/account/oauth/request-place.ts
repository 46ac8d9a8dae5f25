import type { Place } from "../../../durable-objects/connection/place.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";

/** Where a request came from, as the edge knows it; null where it does not say. */
export type RequestOrigin = { country: string; asn: number } | null;

/** Reads where a request came from. */
export type ReadRequestOrigin = (request: Request) => RequestOrigin;

const HASH_BYTES = 12;

/** As Cloudflare's edge says it (`request.cf`): ISO 3166-1 country, or `T1` for Tor, and number of the autonomous system. */
export const originInCf: ReadRequestOrigin = ({ cf }) => {
  const { country, asn } = (cf ?? {}) as { country?: unknown; asn?: unknown };
  return typeof country === "string" && country !== "" && typeof asn === "number" ? { country, asn } : null;
};

/** Makes places of requests: hashes under the service's key, of each connection its own. */
export class RequestPlaces {
  readonly #signer: Signer;
  readonly #originOf: ReadRequestOrigin;

  constructor(signer: Signer, originOf: ReadRequestOrigin) {
    this.#signer = signer;
    this.#originOf = originOf;
  }

  /** Null where it is not known from where the request came. */
  async of(request: Request, connectionId: string): Promise<Place | null> {
    const origin = this.#originOf(request);
    if (!origin) return null;
    const [country, network] = await Promise.all([
      this.#hash("country of a refresh", [connectionId, origin.country]),
      this.#hash("network of a refresh", [connectionId, String(origin.asn)]),
    ]);
    return { country, network };
  }

  async #hash(purpose: string, parts: string[]): Promise<string> {
    const signature = await this.#signer.sign(purpose, JSON.stringify(parts), HASH_BYTES);
    return signature.toBase64({ alphabet: "base64url", omitPadding: true });
  }
}
