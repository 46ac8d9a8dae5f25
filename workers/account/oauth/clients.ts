import type { Origin } from "../../../shared/account-access/authorization-request.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import type { ClientRegistry } from "./client-registry.ts";
import { looksLikeDocument } from "./document-address.ts";
import type { MayFetch, metadataDocuments } from "./metadata-document.ts";
import type { DocumentCall } from "./oauth-call.ts";
import type { DocumentFailure } from "./read-document.ts";

/** An application, however it made itself known. */
export interface KnownClient {
  id: string;
  /** As the OAuth library stores it, JSON. */
  record: string;
  /** As it may be shown; still text of a stranger. */
  name: string;
  origin: Exclude<Origin, { kind: "token" }>;
}

/** `unknown`: nobody registered it, or it was forgotten. */
export type ClientFailure = "unknown" | DocumentFailure;

export type ClientLookUp = { ok: true; client: KnownClient } | { ok: false; reason: ClientFailure };

const MAX_ID = 2_000;
const MAX_NAME = 60;

/**
 * Looks an application up, whether it registered itself or has a metadata document.
 * @param mayFetch asked before a document's host is asked; where it says no, the last good copy has to do
 * @throws when the table of clients does not answer, and what `mayFetch` throws
 */
export type FindClient = (clientId: string, call: DocumentCall, mayFetch?: MayFetch) => Promise<ClientLookUp>;

/** @param isShared whether anybody may publish at a host, so that a document there vouches for nothing */
export function clientFinder(
  registry: ClientRegistry,
  documents: ReturnType<typeof metadataDocuments>,
  isShared: (hostname: string) => boolean,
): FindClient {
  return async (clientId, call, mayFetch) => {
    if (looksLikeDocument(clientId)) {
      const reading = await documents.read(clientId, call, mayFetch);
      if (!reading.ok) return reading;
      const { host: domain, hostname } = new URL(clientId);
      const name = nameIn(reading.record) || domain;
      const kind = isShared(hostname) ? "unverified" : "verified";
      return { ok: true, client: { id: clientId, record: reading.record, name, origin: { kind, domain } } };
    }
    const record = clientId.length > MAX_ID ? null : await registry.find(clientId);
    if (record === null) return { ok: false, reason: "unknown" };
    const name = nameIn(record) || "Unnamed application";
    return { ok: true, client: { id: clientId, record, name, origin: { kind: "unverified" } } };
  };
}

function nameIn(record: string): string {
  const { clientName }: { clientName?: unknown } = JSON.parse(record);
  return typeof clientName === "string" ? cleaned(clientName, MAX_NAME) : "";
}
