import type { IdempotencyKey } from "../../../durable-objects/account/account-port.ts";
import type { ApprovalStatement } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { Standing } from "../../../shared/account-access/standing.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import { readChange } from "../../../shared/zones-contract/read-change.ts";
import type { ZoneChange } from "../../../shared/zones-contract/zone-system.ts";

/**
 * The version of the commands' meaning. It changes if existing fields get a different meaning. It is independent of the
 * API's version, because keys and approvals stay valid across API versions.
 */
const MEANING = "1";

/**
 * Computes the digests of an idempotency key and of its request, for one login and application. A digest only shows
 * whether two values are equal.
 * @param input the validated input
 * @param caller `application` is `null` for a change in the client area
 */
export async function keyDigests(
  signer: Signer,
  key: string,
  operation: string,
  input: object,
  { loginId, application }: { loginId: number; application: string | null },
): Promise<IdempotencyKey> {
  // Two statements of the same cancellation have different `confirm` values, but confirming either is the same request.
  const { confirm: _, ...request } = { confirm: null, ...input };
  const [id, fingerprint] = await Promise.all([
    digest(signer, "idempotency key", [loginId, application, key]),
    digest(signer, "idempotency request", [MEANING, operation, request]),
  ]);
  return { id, fingerprint };
}

/**
 * Computes the digest of the content that a customer approves or declines. It ignores the spelling of DNS records, the
 * order of unordered lists, and the fields in `GUARDS`, which the statement or an earlier check covers.
 */
export function contentDigest(signer: Signer, operation: string, input: object): Promise<string> {
  const members = Object.entries(withSortedLists(asStored(input))).filter(([member]) => !GUARDS.has(member));
  return digest(signer, "approval content", [MEANING, operation, Object.fromEntries(members)]);
}

const GUARDS = new Set([
  ...["confirm", "confirm_domain", "expected_price", "accept_terms", "auth_code", "reason", "revision"],
]);

/** Returns an input with its DNS records in stored form. */
export function asStored(input: object): object {
  if (!isZoneChange(input)) return input;
  const read = readChange(input.zone, input);
  return "change" in read ? { ...input, ...read.change } : input;
}

function isZoneChange(input: object): input is ZoneChange & { zone: string } {
  return "zone" in input && "remove" in input && "add" in input;
}

const UNORDERED = new Set(["nameservers", "remove", "add"]);

/** Sorts the lists in which the order has no meaning. */
function withSortedLists(members: object): object {
  const sorted = (list: unknown[]) => list.map((item) => JSON.stringify(canonical(item))).toSorted();
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      UNORDERED.has(name) && Array.isArray(value) ? sorted(value) : value,
    ]),
  );
}

/**
 * Computes the digest that an approval is valid for. It covers the shown command, and the connection's permissions and
 * required approvals.
 */
export function approvalDigest(
  signer: Signer,
  { preview, input, ...statement }: ApprovalStatement,
  { scopes, operations, limit, asks }: Standing,
): Promise<string> {
  const { settings } = preview;
  // Registrars return the current settings in any order.
  const current = settings && withSortedLists(settings);
  const shown = {
    ...statement,
    input: withSortedLists(input),
    preview: { ...preview, settings: current },
  };
  return digest(signer, "approval", { shown, connection: { scopes, operations, limit, asks } });
}

async function digest(signer: Signer, purpose: string, content: unknown): Promise<string> {
  const bytes = await signer.digest(purpose, JSON.stringify(canonical(content)));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Returns a form that is equal for equal content, regardless of the order of fields. Undefined fields are dropped. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, canonical(member)]);
}
