import { inTime } from "../../../shared/platform/deadline.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";
import { MAX_ANSWER_BYTES } from "./ask/wire-format.ts";

/** Constants from RFC 1035 §3.2.2, §3.2.4 and §4.1.1, then two limits for malformed messages. */
const TYPE_NS = 2;
const TYPE_SOA = 6;
const CLASS_IN = 1;
const HEADER_BYTES = 12;
const RECURSION_DESIRED = 0x01;
const IS_RESPONSE = 0x8000;
const RESPONSE_CODE = 0x000f;
const MAX_RECORDS = 200;
const MAX_POINTERS = 20;

/**
 * Returns whether a DNS-over-HTTPS resolver (RFC 8484, GET) shows that a domain is delegated in its parent zone. Only
 * `true` proves anything, because a registered domain may have no delegation. This function never throws.
 * @param name domain in lower-case A-label form
 */
export async function hasDelegation(resolver: string, name: string, deadlineMs: number): Promise<boolean> {
  const abort = new AbortController();
  try {
    return await inTime(ask(resolver, name, abort.signal), deadlineMs);
  } catch {
    // expected: a resolver that does not respond proves nothing
    return false;
  } finally {
    abort.abort();
  }
}

async function ask(resolver: string, name: string, signal: AbortSignal): Promise<boolean> {
  const url = new URL(resolver);
  url.searchParams.set("dns", delegationQuery(name).toBase64({ alphabet: "base64url", omitPadding: true }));
  const response = await fetch(url, {
    headers: { Accept: "application/dns-message" },
    redirect: "manual",
    signal,
  });
  const isMessage = response.headers.get("Content-Type")?.split(";")[0]?.trim() === "application/dns-message";
  const bytes = await readAtMost(response.body, MAX_ANSWER_BYTES);
  return response.status === 200 && isMessage && bytes !== null && showsDelegation(bytes, name);
}

/** Returns the DNS query for a domain's nameservers. Its ID is 0, so that HTTP caches can answer it (RFC 8484 §4.1). */
export function delegationQuery(name: string): Uint8Array {
  const labels = name.split(".").map((label) => new TextEncoder().encode(label));
  const header = [0, 0, RECURSION_DESIRED, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  return new Uint8Array([
    ...header,
    ...labels.flatMap((label) => [label.length, ...label]),
    0,
    0,
    TYPE_NS,
    0,
    CLASS_IN,
  ]);
}

/**
 * Returns whether a DNS response has nameservers for the domain, or shows that the domain is its own zone. These
 * records are in the answer section, or in the authority section of a referral or of a zone without nameserver records.
 * Records of the parent zone or of an alias's target are ignored.
 */
export function showsDelegation(message: Uint8Array, name: string): boolean {
  try {
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    const flags = view.getUint16(2);
    const [questions, answers, authorities] = [4, 6, 8].map((at) => view.getUint16(at)) as [number, number, number];
    if ((flags & IS_RESPONSE) === 0 || (flags & RESPONSE_CODE) !== 0) return false;
    if (questions !== 1 || answers + authorities > MAX_RECORDS) return false;

    const question = readName(view, HEADER_BYTES);
    if (question.name !== name || view.getUint16(question.end) !== TYPE_NS) return false;
    let at = question.end + 4;
    for (let record = 0; record < answers + authorities; record++) {
      const owner = readName(view, at);
      const [type, recordClass] = [view.getUint16(owner.end), view.getUint16(owner.end + 2)];
      const end = owner.end + 10 + view.getUint16(owner.end + 8);
      if (end > message.byteLength) return false;
      const isZone = type === TYPE_NS || (type === TYPE_SOA && record >= answers);
      if (owner.name === name && recordClass === CLASS_IN && isZone) return true;
      at = end;
    }
    return false;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Reads a domain name at an offset, following compression (RFC 1035 §4.1.4). `end` is the offset after the name. */
function readName(view: DataView, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  let end: number | null = null;
  for (let pointers = 0; pointers <= MAX_POINTERS; ) {
    const length = view.getUint8(at);
    if (length === 0) return { name: labels.join("."), end: end ?? at + 1 };
    if (length >= 0xc0) {
      end ??= at + 2;
      at = view.getUint16(at) & 0x3fff;
      pointers++;
    } else {
      if (length > 63 || labels.length > 127) throw new RangeError("no label");
      const bytes = Array.from({ length }, (_, index) => view.getUint8(at + 1 + index));
      labels.push(String.fromCharCode(...bytes).toLowerCase());
      at += length + 1;
    }
  }
  throw new RangeError("endless compression pointers");
}
