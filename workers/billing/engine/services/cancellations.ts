import type { ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type {
  Cancellation,
  CancellationRequest,
  CancellationStatement,
  CancellationTime,
} from "../../../../shared/billing-contract/cancellation.ts";
import type { CustomerService } from "../../../../shared/billing-contract/customer.ts";
import { cancellationStatement, refusedCancellation } from "../../../../shared/ordering/cancellations.ts";
import { NOT_FOUND, type WriteRefusal } from "../../../../shared/ordering/refusals.ts";
import { instantOf } from "../../../../shared/platform/calendar.ts";
import { quote, runWrite, type Snapshot } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import { notice, sendNoticesAfterwards } from "../mails/notices.ts";
import { endService, withdrawServiceOrders } from "../records/orders.ts";
import { type ServiceRow, serviceRead, toService } from "../records/services.ts";
import { sql, type TypedStatement } from "../store/sql.ts";

export const cancellationReads = { stateCancellation };
export const cancellationWrites = { cancelService };

function stateCancellation(engine: EngineContext, query: ActorQuery, { serviceId, when }: CancellationRequest) {
  const reads = { service: serviceRead(engine.db, query, serviceId) };
  return quote(engine, query, reads, (snapshot) => {
    const decided = statementOf(snapshot, when);
    return "refused" in decided ? decided : { value: decided.statement };
  });
}

/** Cancels a service immediately, or schedules its cancellation for the end of the paid term. */
function cancelService(engine: EngineContext, call: WriteCall, { serviceId, when, reason }: Cancellation) {
  const { db } = engine;
  return runWrite<CancellationRows, CancellationStatement>(engine, call, {
    operation: "cancelService",
    reads: { service: serviceRead(db, call, serviceId) },
    decide(snapshot) {
      const decided = statementOf(snapshot, when);
      if ("refused" in decided) return decided;
      const { statement } = decided;
      const { effectiveOn } = statement;
      const requestedAt = instantOf(snapshot.moment.at);
      const request = sql(db)`
        INSERT INTO cancellations (service_id, timing, effective_on, requested_at, reason)
        VALUES (${serviceId}, ${when}, ${effectiveOn}, ${requestedAt}, ${reason})`;
      const isNow = when === "immediately";
      const service: CustomerService = {
        ...statement.service,
        ...(isNow ? { status: "cancelled" } : {}),
        cancellation: { when, effectiveOn, requestedAt },
      };
      const cancelled = { service: service.plan, site: service.domain, when, effectiveOn };
      return {
        statements: [
          request,
          ...(isNow
            ? endService(db, serviceId, "cancelled", snapshot.moment.at)
            : withdrawServiceOrders(db, serviceId)),
          notice(db, call, snapshot.moment.at, { kind: "serviceCancelled", ...cancelled }),
        ],
        value: { ...statement, service },
        preview: { statement },
        afterwards: () => sendNoticesAfterwards(engine, call.accountId),
      };
    },
  });
}

type CancellationRows = { service: TypedStatement<ServiceRow> };

function statementOf(
  { rows, account, moment }: Snapshot<CancellationRows>,
  when: CancellationTime,
): { refused: WriteRefusal } | { statement: CancellationStatement } {
  const [row] = rows.service;
  if (!row) return { refused: NOT_FOUND };
  const service = toService(row);
  const refused = refusedCancellation(service);
  if (refused) return { refused };
  const effects = { endsAtOnce: true, withdrawsUnpaid: true };
  return { statement: cancellationStatement(account, service, when, moment.today, effects) };
}
