import type { Place } from "../../../durable-objects/connection/connection-port.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";

/** Where a request came from, as the edge knows it; null where it does not say. */
export type RequestOrigin = { country: string; asn: number } | null;

export type ReadRequestOrigin = (request: Request) => RequestOrigin;

const HASH_BYTES = 12;

/** As Cloudflare's edge says it (`request.cf`): ISO 3166-1 country, or `T1` for Tor, and number of the autonomous system. */
export const originInCf: ReadRequestOrigin = ({ cf }) => {
  const { country, asn } = (cf ?? {}) as { country?: unknown; asn?: unknown };
  return typeof country === "string" && country !== "" && typeof asn === "number" ? { country, asn } : null;
};

/** Finds the place of a request to a connection; null where the request's origin is not known. */
export type RequestPlaces = (request: Request, connectionId: string) => Promise<Place | null>;

/** Places are keyed hashes, for each connection its own: two of them can be compared, and nothing else. */
export function requestPlaces(signer: Signer, originOf: ReadRequestOrigin): RequestPlaces {
  const hash = async (purpose: string, ...parts: string[]) => {
    const signature = await signer.sign(purpose, JSON.stringify(parts), HASH_BYTES);
    return signature.toBase64({ alphabet: "base64url", omitPadding: true });
  };
  return async (request, connectionId) => {
    const origin = originOf(request);
    if (!origin) return null;
    const [country, network] = await Promise.all([
      hash("country of a refresh", connectionId, origin.country),
      hash("network of a refresh", connectionId, String(origin.asn)),
    ]);
    return { country, network };
  };
}
