import type { ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import type {
  Cancellation,
  CancellationRequest,
  CancellationStatement,
} from "../../../shared/billing-contract/cancellation.ts";
import type { ServiceCancellation } from "../../../shared/billing-contract/customer.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../shared/billing-contract/writes.ts";
import { cancellationStatement, refusedCancellation } from "../../../shared/ordering/cancellations.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import { admitActing } from "../acting/admit-acting.ts";
import { answerOf, endRefused, judgeClaimed, judgeUnclaimed, runClaimed } from "../acting/run-order.ts";
import { instantNow } from "../acting/stored-write.ts";
import { SERVICE_UNDER_WAY } from "../acting/under-way.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { readServices } from "./list-services.ts";

const ACTION = "AddCancelRequest";
const SEND_DEADLINE_MS = 12_000;

/** WHMCS ends a service by its daily run, and nothing is known of its unpaid invoices. */
const EFFECTS = { endsAtOnce: false, withdrawsUnpaid: false };

export async function stateCancellation(
  context: WhmcsContext,
  query: ActorQuery,
  { serviceId, when }: CancellationRequest,
): Promise<QuoteResult<CancellationStatement>> {
  const { settings, now } = context;
  const [admitted, services] = await Promise.all([
    admitActing(context, query),
    readServices(context, query, serviceId),
  ]);
  if (!admitted.ok) return admitted;
  if (services.kind !== "ok") return unavailable(services);
  const service = services.body.find(({ id }) => id === serviceId);
  const refused = service ? refusedCancellation(service) : NOT_FOUND;
  if (refused || !service) return { ok: false, problem: refused ?? NOT_FOUND };
  const today = dayIn(settings.timeZone, now());
  const value = cancellationStatement(admitted.value.reference, service, when, today, EFFECTS);
  return { ok: true, value };
}

export function cancelService(
  context: WhmcsContext,
  action: WriteCall,
  cancellation: Cancellation,
): Promise<QuoteResult<CancellationStatement>> {
  const claim = claimOf(cancellation);
  return runClaimed<CancellationStatement>(context, action, claim, () => request(context, action, cancellation));
}

export async function checkCancellation(
  context: WhmcsContext,
  query: ActorQuery,
  cancellation: Cancellation,
): Promise<QuoteResult<WritePreview>> {
  const judged = await judgeUnclaimed(context, query, claimOf(cancellation), () =>
    stateCancellation(context, query, cancellation),
  );
  if (!judged.ok) return judged;
  const statement = judged.value;
  return { ok: true, value: previewOf(statement.account, { statement }) };
}

function claimOf({ serviceId }: Cancellation) {
  return { operation: "cancelService", target: `service:${serviceId}`, underWay: SERVICE_UNDER_WAY } as const;
}

async function request(
  context: WhmcsContext,
  action: WriteCall,
  { serviceId, when, reason }: Cancellation,
): Promise<QuoteResult<CancellationStatement>> {
  const { actions, api, cancellations } = context;
  const { accountId, requestId } = action;
  const judged = await judgeClaimed(context, action, () => stateCancellation(context, action, { serviceId, when }));
  if (!judged.ok) return judged;
  const statement = judged.value;
  const requestedAt = instantNow(context).replace(/\.\d+Z$/, "Z");
  const cancellation: ServiceCancellation = { when, requestedAt, effectiveOn: statement.effectiveOn };
  const value = { ...statement, service: { ...statement.service, cancellation } };
  const stored = { kind: "cancellation", serviceId, when, value } as const;
  // Whoever was slower than the lookup of it has been withdrawn, and sends nothing.
  if (!(await actions.sending(action, instantNow(context), stored))) return unavailable();
  const type = when === "immediately" ? "Immediate" : "End of Billing Period";
  const parameters = { serviceid: serviceId, type, reason: reason ?? undefined };
  const outcome = await api.write(ACTION, parameters, { accountId, requestId, deadlineMs: SEND_DEADLINE_MS });
  const refused = await endRefused(context, action, ACTION, outcome);
  if (refused) return refused;
  if (outcome.kind !== "ok") return unavailable();
  await cancellations.add(serviceId, { when, requestedAt });
  await actions.settle(action, "done", value);
  const row = await actions.find(action);
  return row ? answerOf<CancellationStatement>(context, row, "cancelService") : unavailable();
}
