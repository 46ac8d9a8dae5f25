import { compareNames } from "./domain-name.ts";
import { type Verdict, verdict } from "./verdict.ts";

/** One HTTP answer of a registry's RDAP server, redirects already followed, with the name that was asked. */
export interface RdapAnswer {
  readonly status: number;
  /** The `Content-Type` header, `""` when there was none. */
  readonly contentType: string;
  /** The body as text, whatever its type. */
  readonly body: string;
  /** The A-label form of the name asked. */
  readonly name: string;
  /** Whether this server's 404 is known to mean "not registered" (see the sources table). */
  readonly trusted404: boolean;
}

/**
 * What an RDAP answer proves about `name` (RFC 7480 §5, RFC 9083 §5.3 and §6). Pure, never throws.
 *
 * A 404 counts only with an RDAP body, since any web server can say 404. Where it is not trusted the verdict is
 * `unknown` with reason `no_registration_found`: nothing found here, to be confirmed by another source.
 */
export function classifyRdap({ status, contentType, body, name, trusted404 }: RdapAnswer): Verdict {
  if (status === 200) return fromRecord(parse(body), name);
  if (status === 404) return fromNotFound(body, contentType, trusted404);
  if (status === 429) return verdict("throttled", "rate_limited");
  if (status === 400 || status === 422) return verdict("invalid", "invalid_name");
  if (status === 401 || status === 403 || status === 451) return verdict("unknown", "refused");
  if (status === 408 || status === 504) return verdict("unknown", "timeout");
  if (status === 502 || status === 503) return verdict("unknown", "unreachable");
  return verdict("unknown", "bad_answer");
}

function fromRecord(record: Json | null, name: string): Verdict {
  if (record?.objectClassName !== "domain" || record.errorCode !== undefined) return verdict("unknown", "bad_answer");
  const printed = [record.ldhName, record.unicodeName].filter((value) => typeof value === "string");
  if (!printed.some((value) => compareNames(value, name) === "same")) return verdict("unknown", "bad_answer");
  const statuses = Array.isArray(record.status) ? record.status.map((value) => `${value}`.toLowerCase()) : [];
  if (statuses.some((value) => /redemption|restore/.test(value))) return verdict("taken", "redemption");
  if (statuses.includes("pending delete")) return verdict("taken", "pending_delete");
  return verdict("taken", "registered");
}

function fromNotFound(body: string, contentType: string, trusted404: boolean): Verdict {
  const isTyped = /^application\/rdap\+json\b/i.test(contentType.trim());
  // RFC 7480 §5.3 leaves the body of an error optional, and some large registries send none.
  const error = body.trim() === "" && isTyped ? {} : parse(body);
  if (error === null || (error.objectClassName ?? "error") !== "error") return verdict("unknown", "bad_answer");
  const isRdap = isTyped || error.errorCode !== undefined || Array.isArray(error.rdapConformance);
  if (!isRdap || (error.errorCode !== undefined && Number(error.errorCode) !== 404)) {
    return verdict("unknown", "bad_answer");
  }
  const words = [error.title, ...(Array.isArray(error.description) ? error.description : [error.description])];
  const text = words
    .filter((word) => typeof word === "string")
    .join(" ")
    .slice(0, 2000)
    .replace(/\brights? reserved/gi, "");
  if (/\bblocked\b/i.test(text)) return verdict("reserved", "blocked");
  if (/\breserved\b|\bnot available for registration\b/i.test(text)) return verdict("reserved", "reserved");
  return trusted404 ? verdict("available", "no_registration_found") : verdict("unknown", "no_registration_found");
}

type Json = Record<string, unknown>;

function parse(body: string): Json | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}
