import type {
  Action,
  Cancellation,
  CancellationRequest,
  CancellationStatement,
  CancellationTime,
} from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { CustomerService } from "../../../../shared/billing-contract/customer.ts";
import { formatDate } from "../../../../shared/pages/formats.ts";
import { instantOf } from "../../../../shared/platform/calendar.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { firstRefusal, NOT_FOUND, refusal } from "../actions/refusals.ts";
import { type ActionRefusal, quote, runAction, type Snapshot } from "../actions/run-action.ts";
import type { EngineContext } from "../engine-context.ts";
import { notice } from "../mails/notices.ts";
import { sendNoticesAfterwards } from "../orders/after-order.ts";
import { endService, withdrawServiceOrders } from "../records/orders.ts";
import { type ServiceRow, serviceRead, toService } from "../records/services.ts";
import { sql, type TypedStatement } from "../store/sql.ts";

/** Cancellations of services: at once, or at the end of the paid term by a scheduled run. */
export const cancellations = {
  stateCancellation(engine: EngineContext, query: ActorQuery, { serviceId, when }: CancellationRequest) {
    const reads = { service: serviceRead(engine.db, query.accountId, serviceId) };
    return quote(engine, query, reads, (snapshot) => {
      const decided = statementOf(snapshot, when);
      return "refused" in decided ? decided : { value: decided.statement };
    });
  },

  cancelService(engine: EngineContext, action: Action, { serviceId, when, reason }: Cancellation) {
    const { db } = engine;
    return runAction(engine, action, {
      operation: "cancelService",
      reads: { service: serviceRead(db, action.accountId, serviceId) },
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
          write: {
            statements: [
              request,
              ...(isNow ? endService(db, serviceId, "cancelled") : withdrawServiceOrders(db, serviceId)),
              notice(db, action, snapshot.moment.at, { kind: "serviceCancelled", ...cancelled }),
            ],
            value: { ...statement, service },
          },
        };
      },
      afterwards(cancelled: CancellationStatement) {
        sendNoticesAfterwards(engine, cancelled.account.id);
        return cancelled;
      },
    });
  },
};

function statementOf(
  { rows, account, moment }: Snapshot<{ service: TypedStatement<ServiceRow> }>,
  when: CancellationTime,
): { refused: ActionRefusal } | { statement: CancellationStatement } {
  const [row] = rows.service;
  if (!row) return { refused: NOT_FOUND };
  const service = toService(row);
  const refused = firstRefusal(
    service.cancellation &&
      refusal("already_requested", "The cancellation is already requested.", "La résiliation est déjà demandée."),
    service.status !== "active" &&
      service.status !== "suspended" &&
      refusal(
        "not_cancellable",
        "Only an active or suspended service can be cancelled.",
        "Seul un service actif ou suspendu peut être résilié.",
      ),
    service.billingCycle === "one_time" &&
      refusal("not_cancellable", "A one-time service cannot be cancelled.", "Un service ponctuel ne se résilie pas."),
  );
  if (refused) return { refused };
  const { today } = moment;
  const due = service.nextDueDate;
  const effectiveOn = when === "end_of_period" && due !== null && due > today ? due : today;
  return {
    statement: { account, service, when, effectiveOn, consequences: consequencesOf(service, when, effectiveOn) },
  };
}

function consequencesOf({ domain, plan }: CustomerService, when: CancellationTime, day: string): Text[] {
  const what = domain ? `${plan} (${domain})` : plan;
  return [
    when === "immediately"
      ? { en: `${what} ends at once.`, fr: `${what} prend fin immédiatement.` }
      : {
          en: `${what} runs until ${day} and then ends.`,
          fr: `${what} fonctionne jusqu’au ${formatDate(day, "fr")}, puis prend fin.`,
        },
    {
      en: "Everything stored in it (files, databases, mail) is deleted when it ends. Make copies before.",
      fr: "Tout ce qui y est stocké (fichiers, bases de données, courriel) est supprimé à la fin. Faites-en des copies avant.",
    },
    {
      en: "It is not renewed, and what is unpaid for it is withdrawn now.",
      fr: "Il n’est pas renouvelé, et ce qui est impayé pour lui est retiré dès maintenant.",
    },
    { en: "What was paid is not refunded.", fr: "Ce qui a été payé n’est pas remboursé." },
    ...(domain
      ? [
          {
            en: "Domain names are not cancelled with it.",
            fr: "Les noms de domaine ne sont pas résiliés avec lui.",
          },
        ]
      : []),
  ];
}
