import type { ServiceCancellation } from "../../../shared/billing-contract/customer.ts";
import { log } from "../../../shared/platform/log.ts";
import { type CancellationRow, getCancelledPackages } from "../api/actions/get-cancelled-packages.ts";
import type { CallContext } from "../api/call-context.ts";
import { instantOf } from "../api/local-time.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import { PAGE_ROWS, type WhmcsApi } from "../api/whmcs-api.ts";

/** All that were ever made are listed, of every account. */
const MAX_REQUESTS = 50_000;

/** Null for a word that is not known: when the service ends is not guessed. */
function timingOf(type: string): ServiceCancellation["when"] | null {
  if (/^immediate/i.test(type)) return "immediately";
  return /^end of/i.test(type) ? "end_of_period" : null;
}

const DAY_MS = 86_400_000;
/** A request that was made here is listed by then. */
const OWN_KEPT_MS = 600_000;

/** How far the list was read, see the table. */
interface Reading {
  rows: number;
  highest: number;
  newest_first: number;
  /** Epoch milliseconds. */
  all_read_at: number;
}

/** A request to cancel a service, without the day it takes effect. */
export type RequestedCancellation = Pick<ServiceCancellation, "when" | "requestedAt">;

/** The requests to cancel, which the API gives for all accounts together: mirrored by the scheduled handler. */
export class CancellationMirror {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** Those of some services, by the service's id. */
  async of(serviceIds: number[]): Promise<ReadonlyMap<number, RequestedCancellation>> {
    if (serviceIds.length === 0) return new Map();
    const { results } = await this.#db
      .prepare(
        `SELECT service_id, timing, requested_at FROM cancellations
         WHERE service_id IN (SELECT value FROM json_each(?))`,
      )
      .bind(JSON.stringify(serviceIds))
      .all<{ service_id: number; timing: ServiceCancellation["when"]; requested_at: string }>();
    return new Map(
      results.map((row) => [row.service_id, { when: row.timing, requestedAt: row.requested_at }] as const),
    );
  }

  /** A request that was made here, before WHMCS's own row of it is mirrored. */
  async add(serviceId: number, { when, requestedAt }: RequestedCancellation): Promise<void> {
    await this.#db
      .prepare(
        `INSERT INTO cancellations (service_id, request_id, timing, requested_at) VALUES (?, 0, ?, ?)
         ON CONFLICT (service_id) DO NOTHING`,
      )
      .bind(serviceId, when, requestedAt)
      .run();
  }

  /** The request to cancel a service as WHMCS has it now; null where it has none. */
  async find(
    api: WhmcsApi,
    serviceId: number,
    timeZone: string,
    requestId: string | undefined,
  ): Promise<ApiOutcome<RequestedCancellation | null>> {
    const read = await api.list(getCancelledPackages, {}, { accountId: null, requestId, maxRows: MAX_REQUESTS });
    if (read.kind !== "ok") return read;
    const newest = read.body.filter(({ relid }) => relid === serviceId).toSorted((one, other) => other.id - one.id)[0];
    const when = newest && timingOf(newest.type);
    if (!newest?.date || !when) return { kind: "ok", body: null };
    return { kind: "ok", body: { when, requestedAt: instantOf(newest.date, timeZone) } };
  }

  /**
   * Takes over what WHMCS has now. Of a long list only the end that new requests come at is read, as long as it shows that none was
   * withdrawn; all of it otherwise, and once a day. An answer that cannot be read changes nothing.
   * @returns whether that was read
   * @param now epoch milliseconds
   */
  async refresh(api: WhmcsApi, timeZone: string, requestId: string, now: number): Promise<boolean> {
    const call = { accountId: null, requestId, maxRows: MAX_REQUESTS };
    const before = await this.#reading();
    if (before && before.rows >= PAGE_ROWS && now >= before.all_read_at && now - before.all_read_at < DAY_MS) {
      const added = await newRows(api, before, call);
      if (added) {
        const highest = added.reduce((most, { id }) => Math.max(most, id), before.highest);
        const reading = { ...before, rows: before.rows + added.length, highest };
        await this.#db.batch([this.#adding(added, timeZone, requestId), this.#keeping(reading)]);
        return true;
      }
    }
    const read = await api.list(getCancelledPackages, {}, call);
    if (read.kind !== "ok") {
      log("scheduled_work_failed", { request_id: requestId, work: "cancellations" });
      return false;
    }
    const order = orderOf(read.body);
    await this.#db.batch([
      // A request that was made here while the list was read need not be in it.
      this.#db
        .prepare("DELETE FROM cancellations WHERE request_id > 0 OR requested_at < ?")
        .bind(new Date(now - OWN_KEPT_MS).toISOString()),
      this.#adding(read.body, timeZone, requestId),
      order
        ? this.#keeping({ rows: read.body.length, ...order, all_read_at: now })
        : this.#db.prepare("DELETE FROM cancellation_reading"),
    ]);
    return true;
  }

  #reading(): Promise<Reading | null> {
    return this.#db
      .prepare("SELECT rows, highest, newest_first, all_read_at FROM cancellation_reading")
      .first<Reading>();
  }

  #keeping({ rows, highest, newest_first, all_read_at }: Reading): D1PreparedStatement {
    return this.#db
      .prepare(
        `INSERT OR REPLACE INTO cancellation_reading (only_row, rows, highest, newest_first, all_read_at)
         VALUES (1, ?, ?, ?, ?)`,
      )
      .bind(rows, highest, newest_first, all_read_at);
  }

  /** Of several for one service, the last one counts. */
  #adding(requests: CancellationRow[], timeZone: string, requestId: string): D1PreparedStatement {
    const rows = requests.flatMap(({ id, relid, date, type }) => {
      const timing = timingOf(type);
      if (date && timing) return [{ id, service: relid, timing, at: instantOf(date, timeZone) }];
      log("billing_row_unread", { request_id: requestId, action: getCancelledPackages.name, row: id });
      return [];
    });
    return this.#db
      .prepare(
        `INSERT INTO cancellations (service_id, request_id, timing, requested_at)
         SELECT value ->> 'service', value ->> 'id', value ->> 'timing', value ->> 'at' FROM json_each(?)
         WHERE true ON CONFLICT (service_id) DO UPDATE
           SET request_id = excluded.request_id, timing = excluded.timing, requested_at = excluded.requested_at
           WHERE excluded.request_id > cancellations.request_id`,
      )
      .bind(JSON.stringify(rows));
  }
}

/**
 * The requests that have come since, where a page at that end of the list shows them next to the last one that is known, and the count
 * has grown by them alone; null where it shows anything else, such as a request that was withdrawn.
 */
async function newRows(
  api: WhmcsApi,
  { rows: known, highest, newest_first: newestFirst }: Reading,
  call: CallContext,
): Promise<CancellationRow[] | null> {
  const read = await api.page(getCancelledPackages, {}, newestFirst ? 0 : known - 1, call);
  if (read.kind !== "ok" || read.body.rows.length !== read.body.ids.length) return null;
  const { rows, total } = read.body;
  const at = rows.findIndex(({ id }) => id === highest);
  const added = newestFirst ? rows.slice(0, at) : rows.slice(at + 1);
  const isNextToKnown = newestFirst ? at >= 0 : at === 0;
  const isWhole = isNextToKnown && total === known + added.length && added.every(({ id }) => id > highest);
  return isWhole ? added : null;
}

/** The highest number and which end it is at; null for rows that are in no order. */
function orderOf(rows: CancellationRow[]): Pick<Reading, "highest" | "newest_first"> | null {
  const ids = rows.map(({ id }) => id);
  const isSorted = (sign: 1 | -1) => ids.every((id, index) => index === 0 || sign * (id - (ids[index - 1] ?? id)) > 0);
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (isSorted(1)) return { highest: last, newest_first: 0 };
  return isSorted(-1) ? { highest: first, newest_first: 1 } : null;
}
