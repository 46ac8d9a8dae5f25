import type { ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import type {
  Cancellation,
  CancellationRequest,
  CancellationStatement,
  CancellationTime,
} from "../../../shared/billing-contract/cancellation.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import { cancellationStatement, refusedCancellation } from "../../../shared/ordering/cancellations.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { inOrder } from "../bridge/outcome.ts";
import { Refused } from "../results.ts";
import { findService } from "../services/services.ts";
import { instantNow, todayOf, type WhmcsContext } from "../whmcs-context.ts";
import { admitActing } from "./acting.ts";
import { endAction } from "./action-rows.ts";
import { refusedBy, runWrite, SERVICE_UNDER_WAY } from "./run-write.ts";

const ACTION = "AddCancelRequest";
const SEND_DEADLINE_MS = 12_000;

/** WHMCS ends a cancelled service in its daily run. It is unknown whether WHMCS then withdraws unpaid invoices. */
const EFFECTS = { endsAtOnce: false, withdrawsUnpaid: false };

export async function stateCancellation(
  context: WhmcsContext,
  query: ActorQuery,
  { serviceId, when }: CancellationRequest,
): Promise<CancellationStatement> {
  const [admitted, service] = await inOrder(
    admitActing(context, query),
    findService(context, query.accountId, serviceId),
  );
  const refused = service ? refusedCancellation(service) : NOT_FOUND;
  if (refused || !service) throw new Refused(refused ?? NOT_FOUND);
  return cancellationStatement(admitted.account, service, when, todayOf(context), EFFECTS);
}

export function cancelService(
  context: WhmcsContext,
  call: WriteCall,
  { serviceId, when, reason }: Cancellation,
): Promise<CancellationStatement | WritePreview> {
  return runWrite<CancellationStatement, CancellationStatement>(context, call, {
    operation: "cancelService",
    target: `service:${serviceId}`,
    underWay: SERVICE_UNDER_WAY,
    judge: () => stateCancellation(context, call, { serviceId, when }),
    preview: (statement) => previewOf(statement.account, { statement }),
    requestOf: (statement) => ({ kind: "cancellation", serviceId, when, value: cancelled(context, statement, when) }),
    async send(statement, row) {
      const type = when === "immediately" ? "Immediate" : "End of Billing Period";
      const parameters = { serviceid: serviceId, type, reason: reason ?? undefined };
      const options = { accountId: call.accountId, deadlineMs: SEND_DEADLINE_MS };
      const outcome = await context.api.write(ACTION, parameters, options);
      if (outcome.kind !== "ok") return refusedBy(context, call, ACTION, outcome);
      return endAction(context.db, row, "finish", { answer: cancelled(context, statement, when) });
    },
  });
}

function cancelled(
  context: WhmcsContext,
  statement: CancellationStatement,
  when: CancellationTime,
): CancellationStatement {
  const requestedAt = instantNow(context).replace(/\.\d+Z$/, "Z");
  const cancellation = { when, requestedAt, effectiveOn: statement.effectiveOn };
  return { ...statement, service: { ...statement.service, cancellation } };
}
