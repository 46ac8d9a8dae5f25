import type { Origin } from "../../../shared/connections/connection.ts";
import { cleaned } from "../../../shared/plain-text.ts";
import type { ClientRegistry } from "./client-registry.ts";
import { looksLikeDocument } from "./document-address.ts";
import type { MetadataDocuments } from "./metadata-document.ts";
import type { WaitUntil } from "./oauth-call.ts";
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

/** `unknown`: nobody registered it, or it was not used for 90 days. */
export type ClientFailure = "unknown" | DocumentFailure;

export type ClientLookUp = { ok: true; client: KnownClient } | { ok: false; reason: ClientFailure };

const LONGEST_ID = 2_000;
const LONGEST_NAME = 60;

/** The applications, whether they registered themselves or have a metadata document. */
export class Clients {
  readonly #registry: ClientRegistry;
  readonly #documents: MetadataDocuments;

  constructor(registry: ClientRegistry, documents: MetadataDocuments) {
    this.#registry = registry;
    this.#documents = documents;
  }

  /** @throws when the table of clients does not answer */
  async clientOf(clientId: string, waitUntil: WaitUntil): Promise<ClientLookUp> {
    if (looksLikeDocument(clientId)) {
      const reading = await this.#documents.read(clientId, waitUntil);
      if (!reading.ok) return reading;
      const domain = new URL(clientId).host;
      const name = nameIn(reading.record) || domain;
      return { ok: true, client: { id: clientId, record: reading.record, name, origin: { kind: "verified", domain } } };
    }
    const record = clientId.length > LONGEST_ID ? null : await this.#registry.find(clientId);
    if (record === null) return { ok: false, reason: "unknown" };
    const name = nameIn(record) || "Unnamed application";
    return { ok: true, client: { id: clientId, record, name, origin: { kind: "unverified" } } };
  }
}

function nameIn(record: string): string {
  const { clientName }: { clientName?: unknown } = JSON.parse(record);
  return typeof clientName === "string" ? cleaned(clientName, LONGEST_NAME) : "";
}
