import { DeadlineError, inTime } from "../../../shared/platform/deadline.ts";
import { keepNewest } from "../../../shared/platform/keep-newest.ts";
import { logFailure, valueOrLogged } from "../../../shared/platform/log.ts";
import { SlidingLog } from "../../../shared/platform/rate-limit.ts";
import type { ClientRegistry, KeptDocument } from "./client-registry.ts";
import { mayBeFetched } from "./document-address.ts";
import { fetchDocument } from "./fetch-document.ts";
import type { DocumentCall } from "./oauth-call.ts";
import { type DocumentFailure, type DocumentReading, readDocument } from "./read-document.ts";

const LAST_GOOD_FOR_MS = 30 * 86_400_000;
const FAILURE_FOR_MS = 30_000;
/** Longer than a fetch: what ends it is that the request which asked has gone. */
const FOLLOWING_MS = 6_000;
const MAX_REMEMBERED = 1_000;
/** What one isolate asks of one host, whatever addresses strangers make up there. */
const PER_HOST = { id: "metadata-documents", name: "metadata-documents", quota: 60, windowSeconds: 60 };

/** Whether a document's host may be asked on behalf of whoever calls. */
export type MayFetch = () => Promise<boolean>;

interface RememberedFailure {
  reason: DocumentFailure;
  until: number;
}

/**
 * Client ID Metadata Documents (draft-ietf-oauth-client-id-metadata-document-02): an application's id is the https address
 * of a document about it. One per isolate.
 *
 * A copy is used for as long as its `Cache-Control` allows, within five minutes and a day. When the host cannot be asked
 * then, or what it serves is no good document, the last good copy goes on for up to 30 days, for refreshing as well as for
 * new authorizations. For refreshing, because a host's bad hour must not make its customers connect again: clients drop
 * their tokens when they are told that they are unknown. For new authorizations, because the copy lets nobody in who was
 * not let in before: its redirect addresses are those that the domain itself published, the code is bound to the
 * application by PKCE, and the customer is asked in any case. An application that wants an address gone publishes a
 * document without it, which counts from when it is read.
 *
 * @param allowLoopback lets documents be on this machine: for the demonstration and for tests
 * @param knownSchemes private-use schemes without a dot that are known applications'
 */
export function metadataDocuments(
  registry: ClientRegistry,
  allowLoopback: boolean,
  knownSchemes: ReadonlySet<string>,
  now: () => number,
) {
  const running = new Map<string, Promise<DocumentReading>>();
  const failures = new Map<string, RememberedFailure>();
  const hosts = new Map<string, SlidingLog>();

  const isLastGood = (kept: KeptDocument | null): kept is KeptDocument =>
    kept !== null && now() - kept.readAt <= LAST_GOOD_FOR_MS;

  function mayAsk(host: string): boolean {
    const log = hosts.get(host) ?? new SlidingLog();
    keepNewest(hosts, host, log, MAX_REMEMBERED);
    return log.take(PER_HOST, now()).allowed;
  }

  function release(clientId: string, asking: Promise<DocumentReading>): void {
    if (running.get(clientId) === asking) running.delete(clientId);
  }

  async function ask(clientId: string, requestId: string): Promise<DocumentReading> {
    const fetched = await fetchDocument(clientId);
    const readAt = now();
    const reading = fetched.ok ? readDocument(clientId, fetched.text, readAt, knownSchemes) : fetched;
    if (!reading.ok) {
      keepNewest(failures, clientId, { reason: reading.reason, until: now() + FAILURE_FOR_MS }, MAX_REMEMBERED);
    } else if (fetched.ok) {
      const freshUntil = readAt + fetched.freshForMs;
      // A copy that could not be kept is read again the next time.
      const kept = registry.keepDocument(clientId, { record: reading.record, readAt, freshUntil });
      await logFailure("client_table_failed", kept, { request_id: requestId });
    }
    return reading;
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
    { requestId, waitUntil }: DocumentCall,
    mayFetch: MayFetch,
  ): Promise<DocumentReading> {
    const failure = failures.get(clientId);
    if (failure && now() < failure.until) return { ok: false, reason: failure.reason };
    if (!running.has(clientId) && !(await mayFetch())) return { ok: false, reason: "too_many_fetches" };
    const others = running.get(clientId);
    if (others) return follow(clientId, others);
    if (!mayAsk(new URL(clientId).host)) return { ok: false, reason: "host_unreachable" };

    const asking = ask(clientId, requestId).finally(() => release(clientId, asking));
    running.set(clientId, asking);
    // expected: the requests that wait get the failure; this one only keeps it going when its own has gone away
    waitUntil(asking.catch(() => undefined));
    return asking;
  }

  return {
    /**
     * The client's record as the OAuth library stores it (JSON), or why it is not known.
     * @param mayFetch asked only where the host would be asked
     */
    async read(clientId: string, call: DocumentCall, mayFetch: MayFetch = async () => true): Promise<DocumentReading> {
      if (!mayBeFetched(clientId, allowLoopback)) return { ok: false, reason: "address_refused" };
      // Without the table the host can still be asked.
      const reading = registry.document(clientId);
      const kept = await valueOrLogged("client_table_failed", reading, { request_id: call.requestId });
      if (kept && now() < kept.freshUntil) return { ok: true, record: kept.record };

      const asked = await askOnce(clientId, call, mayFetch);
      return asked.ok || !isLastGood(kept) ? asked : { ok: true, record: kept.record };
    },
  };
}
