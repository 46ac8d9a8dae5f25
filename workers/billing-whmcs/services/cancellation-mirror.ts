import type { ServiceCancellation } from "../../../shared/billing-contract/customer.ts";
import { log } from "../../../shared/platform/log.ts";
import { getCancelledPackages } from "../api/actions/get-cancelled-packages.ts";
import { instantOf } from "../api/local-time.ts";
import type { WhmcsApi } from "../api/whmcs-api.ts";

/** All that were ever made are listed, of every account. */
const MAX_REQUESTS = 50_000;

/** Null for a word that is not known: when the service ends is not guessed. */
function timingOf(type: string): ServiceCancellation["when"] | null {
  if (/^immediate/i.test(type)) return "immediately";
  return /^end of/i.test(type) ? "end_of_period" : null;
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

  /** Takes over what WHMCS has now: requests that were withdrawn there go. An answer that cannot be read changes nothing. */
  async refresh(api: WhmcsApi, timeZone: string, requestId: string): Promise<void> {
    const read = await api.list(getCancelledPackages, {}, { accountId: null, requestId, maxRows: MAX_REQUESTS });
    if (read.kind !== "ok") {
      log("scheduled_work_failed", { request_id: requestId, work: "cancellations" });
      return;
    }
    const rows = read.body.flatMap(({ id, relid, date, type }) => {
      const timing = timingOf(type);
      if (date && timing) return [{ id, service: relid, timing, at: instantOf(date, timeZone) }];
      log("billing_row_unread", { request_id: requestId, action: getCancelledPackages.name, row: id });
      return [];
    });
    await this.#db.batch([
      this.#db.prepare("DELETE FROM cancellations"),
      this.#db
        .prepare(
          `INSERT INTO cancellations (service_id, request_id, timing, requested_at)
           SELECT value ->> 'service', value ->> 'id', value ->> 'timing', value ->> 'at' FROM json_each(?)
           WHERE true ON CONFLICT (service_id) DO UPDATE
             SET request_id = excluded.request_id, timing = excluded.timing, requested_at = excluded.requested_at
             WHERE excluded.request_id > cancellations.request_id`,
        )
        .bind(JSON.stringify(rows)),
    ]);
  }
}
