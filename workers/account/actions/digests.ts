import type { IdempotencyKey } from "../../../durable-objects/account/account-port.ts";
import type { ApprovalStatement } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { Standing } from "../../../shared/account-access/standing.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import { readChange } from "../../../shared/zones-contract/read-change.ts";
import type { ZoneChange } from "../../../shared/zones-contract/zone-system.ts";

/**
 * The meaning of commands, changed where the same members come to mean something else. It is not the API's version: a key and an
 * approval hold across versions.
 */
const MEANING = "1";

/**
 * An idempotency key of one login and application, with its request: either digest only shows whether another one is
 * the same.
 * @param input as it is validated
 * @param caller `application`: null of what the login does by hand
 */
export async function keyDigests(
  signer: Signer,
  key: string,
  operation: string,
  input: object,
  { loginId, application }: { loginId: number; application: string | null },
): Promise<IdempotencyKey> {
  // Two statements of the same cancellation have two `confirm`s; confirming it with either is the same request.
  const { confirm: _, ...request } = { confirm: null, ...input };
  const [id, fingerprint] = await Promise.all([
    digest(signer, "idempotency key", [loginId, application, key]),
    digest(signer, "idempotency request", [MEANING, operation, request]),
  ]);
  return { id, fingerprint };
}

/**
 * Of what a customer approves or declines, however it is guarded, reasoned, ordered or spelled: price, terms and reason are compared as
 * parts of the statement, a confirmation and a zone's revision are checked before.
 */
export function contentDigest(signer: Signer, operation: string, input: object): Promise<string> {
  const members = Object.entries(withSortedLists(asStored(input))).filter(([member]) => !GUARDS.has(member));
  return digest(signer, "approval content", [MEANING, operation, Object.fromEntries(members)]);
}

const GUARDS = new Set([
  ...["confirm", "confirm_domain", "expected_price", "accept_terms", "auth_code", "reason", "revision"],
]);

/** An input with the records of a zone as they would be stored. */
export function asStored(input: object): object {
  if (!isZoneChange(input)) return input;
  const read = readChange(input.zone, input);
  return "change" in read ? { ...input, ...read.change } : input;
}

function isZoneChange(input: object): input is ZoneChange & { zone: string } {
  return "zone" in input && "remove" in input && "add" in input;
}

const UNORDERED = new Set(["nameservers", "remove", "add"]);

/** Members with the lists sorted whose order means nothing. */
function withSortedLists(members: object): object {
  const sorted = (list: unknown[]) => list.map((item) => JSON.stringify(canonical(item))).toSorted();
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      UNORDERED.has(name) && Array.isArray(value) ? sorted(value) : value,
    ]),
  );
}

/** Of what an approval is given for: everything that is shown of a command, and what its connection may do and asks about. */
export function approvalDigest(
  signer: Signer,
  { preview, input, ...statement }: ApprovalStatement,
  { scopes, operations, limit, asks }: Standing,
): Promise<string> {
  const { settings } = preview;
  // Registrars give them in any order.
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

/** The same content in another order, or with members that are undefined, is the same content. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, canonical(member)]);
}
