import type { ServiceCancellation } from "../../../shared/billing-contract/customer.ts";
import { log } from "../../../shared/platform/log.ts";
import { getCancelledPackages } from "../api/actions/get-cancelled-packages.ts";
import { instantOf } from "../api/local-time.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import type { WhmcsApi } from "../api/whmcs-api.ts";

/** All that were ever made are listed, of every account. */
const MAX_REQUESTS = 50_000;

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
    if (!newest?.date) return { kind: "ok", body: null };
    const when = /immediate/i.test(newest.type) ? "immediately" : "end_of_period";
    return { kind: "ok", body: { when, requestedAt: instantOf(newest.date, timeZone) } };
  }

  /** Takes over what WHMCS has now: requests that were withdrawn there go. An answer that cannot be read changes nothing. */
  async refresh(api: WhmcsApi, timeZone: string, requestId: string): Promise<void> {
    const read = await api.list(getCancelledPackages, {}, { accountId: null, requestId, maxRows: MAX_REQUESTS });
    if (read.kind !== "ok") {
      log("scheduled_work_failed", { request_id: requestId, work: "cancellations" });
      return;
    }
    const rows = read.body.flatMap(({ id, relid, date, type }) =>
      date
        ? [
            {
              id,
              service: relid,
              timing: /immediate/i.test(type) ? "immediately" : "end_of_period",
              at: instantOf(date, timeZone),
            },
          ]
        : [],
    );
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
