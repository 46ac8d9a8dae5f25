import type { Origin } from "../../../shared/account-access/authorization-request.ts";
import { addressOf, widestNetworkOf } from "../../../shared/platform/caller-address.ts";
import { DeadlineError, inTime } from "../../../shared/platform/deadline.ts";
import { keepNewest } from "../../../shared/platform/keep-newest.ts";
import { logFailure, valueOrLogged } from "../../../shared/platform/log.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { SlidingLog } from "../../../shared/platform/rate-limit.ts";
import type { ClientRegistry, KeptDocument } from "./client-registry.ts";
import {
  type DocumentFailure,
  type DocumentReading,
  fetchDocument,
  looksLikeDocument,
  mayBeFetched,
} from "./metadata-document.ts";
import type { OAuthCall } from "./oauth-call.ts";

/** An application that registered itself or has a metadata document. */
export interface KnownClient {
  id: string;
  /** The application's record as JSON, in the OAuth library's format. */
  record: string;
  /** The name to show. The application chose it, so it is untrusted text. */
  name: string;
  origin: Exclude<Origin, { kind: "token" }>;
}

/** `unknown` means that the application never registered, or that its registration was deleted. */
export type ClientFailure = "unknown" | DocumentFailure;

export type ClientLookUp = { ok: true; client: KnownClient } | { ok: false; reason: ClientFailure };

type DocumentCall = Pick<OAuthCall, "request" | "requestId" | "waitUntil">;

type MayFetch = () => Promise<boolean>;

const MAX_ID = 2_000;
const MAX_NAME = 60;

/**
 * Looks up an application that registered itself or has a metadata document.
 * @param mayFetch decides before each fetch from a document's host; if it returns false, the last good copy is used
 * @throws if a registration cannot be read from the table of clients, or if `mayFetch` throws
 */
export type FindClient = (clientId: string, call: DocumentCall, mayFetch?: MayFetch) => Promise<ClientLookUp>;

export interface ClientFinderSettings {
  /** Whether documents on the local machine are allowed, for the demonstration and for tests. */
  allowLoopback: boolean;
  /** Checks whether anyone may publish on a host. A document on that host proves nothing about its author. */
  isShared: (hostname: string) => boolean;
  now: () => number;
}

/** Creates the lookup function, once per isolate. The function remembers which documents could not be read. */
export function clientFinder(registry: ClientRegistry, settings: ClientFinderSettings): FindClient {
  const readDocument = documentReader(registry, settings);
  return async (clientId, call, mayFetch = async () => true) => {
    if (looksLikeDocument(clientId)) {
      const reading = await readDocument(clientId, call, mayFetch);
      if (!reading.ok) return reading;
      const { host: domain, hostname } = new URL(clientId);
      const name = nameIn(reading.record) || domain;
      const kind = settings.isShared(hostname) ? "unverified" : "verified";
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

const LAST_GOOD_FOR_MS = 30 * 86_400_000;
const FAILURE_FOR_MS = 30_000;
/**
 * The longest wait for a fetch that another request started, in milliseconds. A fetch takes less time, unless the
 * request that started it ends early.
 */
const FOLLOWING_MS = 6_000;
/** The maximum number of copies in memory. Each copy has at most 4 KiB. */
const MAX_REMEMBERED = 1_000;
/** The maximum number of requests from one isolate to one host, for all document URLs on that host. */
const PER_HOST = { id: "metadata-documents", name: "metadata-documents", quota: 60, windowSeconds: 60 };
/** The share of one network, so that a network's invented URLs cannot block others from an application's real URL. */
const PER_NETWORK = { ...PER_HOST, quota: 10 };
/** The share for networks that fetched another document within the same minute. The rest is for other networks. */
const PER_HOST_AGAIN = { ...PER_HOST, quota: 40 };

/**
 * Reads Client ID Metadata Documents (draft-ietf-oauth-client-id-metadata-document-02). An application's id is the
 * https URL of a document about the application.
 *
 * This isolate keeps a copy in memory. The table has a copy only for a connected application, so that strangers cannot
 * fill the table. A copy is fresh for as long as its `Cache-Control` allows, between five minutes and a day. If the
 * host then fails or serves a bad document, the last good copy stays valid for up to 30 days:
 * - A token refresh may use the copy, because clients drop their tokens if a server does not know them. A short outage
 *   must not make customers reconnect.
 * - A new authorization may use the copy, because it gives nobody new access. The domain itself published the redirect
 *   URIs, PKCE binds the code to the application, and the customer must consent.
 *
 * To remove a redirect URI, an application publishes a document without it. The removal takes effect with the next
 * successful fetch.
 */
function documentReader(registry: ClientRegistry, { allowLoopback, now }: ClientFinderSettings) {
  const copies = new Map<string, KeptDocument>();
  const running = new Map<string, Promise<DocumentReading>>();
  const failures = new Map<string, { reason: DocumentFailure; until: number }>();
  const asked = new Map<string, SlidingLog>();

  function askedOf(key: string): SlidingLog {
    const log = asked.get(key) ?? new SlidingLog();
    keepNewest(asked, key, log, MAX_REMEMBERED);
    return log;
  }

  function mayAsk(host: string, network: string): boolean {
    const own = askedOf(`${host} ${network}`);
    const { allowed, remaining } = own.look(PER_NETWORK, now());
    const ofHost = remaining === PER_NETWORK.quota ? PER_HOST : PER_HOST_AGAIN;
    return allowed && askedOf(host).take(ofHost, now()).allowed && own.take(PER_NETWORK, now()).allowed;
  }

  function release(clientId: string, asking: Promise<DocumentReading>): void {
    if (running.get(clientId) === asking) running.delete(clientId);
  }

  async function ask(clientId: string, requestId: string): Promise<DocumentReading> {
    const fetched = await fetchDocument(clientId, now);
    if (!fetched.ok) {
      keepNewest(failures, clientId, { reason: fetched.reason, until: now() + FAILURE_FOR_MS }, MAX_REMEMBERED);
      return fetched;
    }
    keepNewest(copies, clientId, fetched, MAX_REMEMBERED);
    // If the copy is not stored, other isolates fetch the document again.
    await logFailure("client_table_failed", registry.keepDocument(clientId, fetched), { request_id: requestId });
    return fetched;
  }

  async function follow(clientId: string, asking: Promise<DocumentReading>): Promise<DocumentReading> {
    try {
      return await inTime(asking, FOLLOWING_MS);
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      release(clientId, asking);
      return { ok: false, reason: "host_unreachable" };
    }
  }

  async function askOnce(
    clientId: string,
    { request, requestId, waitUntil }: DocumentCall,
    mayFetch: MayFetch,
  ): Promise<DocumentReading> {
    const failure = failures.get(clientId);
    if (failure && now() < failure.until) return { ok: false, reason: failure.reason };
    if (!running.has(clientId) && !(await mayFetch())) return { ok: false, reason: "too_many_fetches" };
    const others = running.get(clientId);
    if (others) return follow(clientId, others);
    const network = widestNetworkOf(addressOf(request));
    if (!mayAsk(new URL(clientId).host, network)) return { ok: false, reason: "host_unreachable" };

    const asking = ask(clientId, requestId).finally(() => release(clientId, asking));
    running.set(clientId, asking);
    // expected: the waiting requests handle the failure. This call only keeps the fetch running.
    waitUntil(asking.catch(() => undefined));
    return asking;
  }

  return async (clientId: string, call: DocumentCall, mayFetch: MayFetch): Promise<DocumentReading> => {
    if (!mayBeFetched(clientId, allowLoopback)) return { ok: false, reason: "address_refused" };
    // If the table cannot be read, the document can still be fetched.
    const reading = registry.document(clientId);
    const stored = await valueOrLogged("client_table_failed", reading, { request_id: call.requestId });
    const kept = newer(copies.get(clientId) ?? null, stored);
    if (kept && now() < kept.freshUntil) return { ok: true, record: kept.record };

    const asked = await askOnce(clientId, call, mayFetch);
    const isLastGood = kept !== null && now() - kept.readAt <= LAST_GOOD_FOR_MS;
    return asked.ok || !isLastGood ? asked : { ok: true, record: kept.record };
  };
}

function newer(one: KeptDocument | null, other: KeptDocument | null): KeptDocument | null {
  if (!one || !other) return one ?? other;
  return other.readAt > one.readAt ? other : one;
}
