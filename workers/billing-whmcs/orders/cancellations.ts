import type { ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import type {
  Cancellation,
  CancellationRequest,
  CancellationStatement,
} from "../../../shared/billing-contract/cancellation.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import { cancellationStatement, refusedCancellation } from "../../../shared/ordering/cancellations.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { inOrder } from "../bridge/outcome.ts";
import { type Decided, NO_ANSWER } from "../results.ts";
import { findService } from "../services/services.ts";
import { instantNow, todayOf, type WhmcsContext } from "../whmcs-context.ts";
import { admitActing } from "./acting.ts";
import { changeAction, findAction, sendAction } from "./action-rows.ts";
import { answerOf, refusedBy, runWrite, SERVICE_UNDER_WAY } from "./run-write.ts";

const OPERATION = "cancelService";
const ACTION = "AddCancelRequest";
const SEND_DEADLINE_MS = 12_000;

/** WHMCS ends a service by its daily run, and nothing is known of its unpaid invoices. */
const EFFECTS = { endsAtOnce: false, withdrawsUnpaid: false };

export async function stateCancellation(
  context: WhmcsContext,
  query: ActorQuery,
  { serviceId, when }: CancellationRequest,
): Promise<Decided<CancellationStatement>> {
  const [admitted, service] = await inOrder(
    admitActing(context, query),
    findService(context, query.accountId, serviceId),
  );
  if ("refused" in admitted) return admitted;
  const refused = service ? refusedCancellation(service) : NOT_FOUND;
  if (refused || !service) return { refused: refused ?? NOT_FOUND };
  return cancellationStatement(admitted.account, service, when, todayOf(context), EFFECTS);
}

export function cancelService(
  context: WhmcsContext,
  call: WriteCall,
  { serviceId, when, reason }: Cancellation,
): Promise<Decided<CancellationStatement | WritePreview>> {
  return runWrite<CancellationStatement, CancellationStatement>(context, call, {
    operation: OPERATION,
    target: `service:${serviceId}`,
    underWay: SERVICE_UNDER_WAY,
    judge: () => stateCancellation(context, call, { serviceId, when }),
    preview: (statement) => previewOf(statement.account, { statement }),
    async act(statement) {
      const { accountId } = call;
      const requestedAt = instantNow(context).replace(/\.\d+Z$/, "Z");
      const cancellation = { when, requestedAt, effectiveOn: statement.effectiveOn };
      const value = { ...statement, service: { ...statement.service, cancellation } };
      if (!(await sendAction(context, call, { kind: "cancellation", serviceId, when, value }))) return NO_ANSWER;
      const type = when === "immediately" ? "Immediate" : "End of Billing Period";
      const parameters = { serviceid: serviceId, type, reason: reason ?? undefined };
      const outcome = await context.api.write(ACTION, parameters, { accountId, deadlineMs: SEND_DEADLINE_MS });
      if (outcome.kind !== "ok") return (await refusedBy(context, call, ACTION, outcome)) ?? NO_ANSWER;
      await changeAction(context.db, call, "finish", { answer: value });
      const row = await findAction(context.db, call);
      return row ? answerOf<CancellationStatement>(context, row, OPERATION) : NO_ANSWER;
    },
  });
}
