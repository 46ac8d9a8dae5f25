import type { AccountCommand } from "../../../durable-objects/account/account-command.ts";
import type { Grant, Standing } from "../../../durable-objects/connection/connection-port.ts";
import type { ActionPreview } from "../../../shared/billing-contract/actions.ts";
import { INTERFACE_VERSION } from "../../../shared/platform/addresses.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";

const MAJOR = INTERFACE_VERSION.split(".")[0];

/** Identifies an idempotency key: of one login and application. */
export function keyDigest(
  signer: Signer,
  key: string,
  { loginId, application }: Pick<Grant, "loginId" | "application">,
): Promise<string> {
  return digest(signer, "idempotency key", [loginId, application, key]);
}

/** Of a command with its validated input: only whether another one is the same can be told from it. */
export function fingerprintOf(signer: Signer, command: AccountCommand): Promise<string> {
  return digest(signer, "idempotency request", [MAJOR, command.name, fingerprinted(command)]);
}

/** Of everything that is shown of what a command would do. */
export function statementDigest(signer: Signer, { account: _, settings, ...preview }: ActionPreview): Promise<string> {
  // Registrars give them in any order.
  const nameservers = settings?.nameservers.toSorted();
  return digest(signer, "approval statement", { ...preview, settings: settings && { ...settings, nameservers } });
}

/** Of what a connection may do and is asked about. */
export function standingDigest(signer: Signer, { scopes, operations, limit, asks }: Standing): Promise<string> {
  return digest(signer, "approval standing", { scopes, operations, limit, asks });
}

async function digest(signer: Signer, purpose: string, content: unknown): Promise<string> {
  const bytes = await signer.sign(purpose, JSON.stringify(canonical(content)));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Two statements of the same cancellation have two `confirm`s; confirming it with either is the same request. */
function fingerprinted({ request }: AccountCommand): object {
  if (!("confirm" in request)) return request;
  const { confirm: _, ...cancellation } = request;
  return cancellation;
}

/** The same content in another order is the same content. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, canonical(member)]);
}
