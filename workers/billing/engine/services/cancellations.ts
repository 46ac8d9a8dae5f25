import type {
  Action,
  ActionResult,
  Cancellation,
  CancellationRequest,
  CancellationStatement,
  CancellationTime,
  QuoteResult,
} from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { CustomerService } from "../../../../shared/billing-contract/customer.ts";
import { formatDate } from "../../../../shared/pages/formats.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { ActionRefusal, ActionRunner, Snapshot } from "../actions/action-runner.ts";
import { because, first, NOT_FOUND } from "../actions/refusals.ts";
import { instantOf } from "../clock/days.ts";
import { notice } from "../mails/notices.ts";
import type { OrderFollower } from "../orders/order-follower.ts";
import { endService } from "./end-service.ts";
import { ownService, ownServiceRead } from "./own-service.ts";
import { withdrawOrders } from "./withdraw-orders.ts";

/** Cancelling services: at once, or at the end of what is paid. */
export class Cancellations {
  readonly #db: D1Database;
  readonly #runner: ActionRunner;
  readonly #follower: OrderFollower;

  constructor(db: D1Database, runner: ActionRunner, follower: OrderFollower) {
    this.#db = db;
    this.#runner = runner;
    this.#follower = follower;
  }

  state(query: ActorQuery, request: CancellationRequest): Promise<QuoteResult<CancellationStatement>> {
    return this.#runner.quote(query, this.#reads(query.accountId, request), (situation) => {
      const judged = judge(situation, request.when);
      return "refused" in judged ? judged : { value: judged.statement };
    });
  }

  /** What was asked for stays on the service; at the end of the period the clock does it. */
  cancel(action: Action, cancellation: Cancellation): Promise<ActionResult<CancellationStatement>> {
    const handler = {
      reads: this.#reads(action.accountId, cancellation),
      decide: (situation: Snapshot) => {
        const judged = judge(situation, cancellation.when);
        if ("refused" in judged) return judged;
        const { statement } = judged;
        const requestedAt = instantOf(situation.moment.at);
        const request = this.#db
          .prepare(
            "INSERT INTO cancellations (service_id, timing, effective_on, requested_at, reason) VALUES (?, ?, ?, ?, ?)",
          )
          .bind(cancellation.serviceId, cancellation.when, statement.effectiveOn, requestedAt, cancellation.reason);
        const now = cancellation.when === "immediately";
        const { when, effectiveOn } = statement;
        const service: CustomerService = {
          ...statement.service,
          ...(now ? { status: "cancelled" } : {}),
          cancellation: { when, effectiveOn, requestedAt },
        };
        return {
          done: {
            statements: [
              request,
              ...(now
                ? endService(this.#db, cancellation.serviceId, "cancelled")
                : withdrawOrders(this.#db, cancellation.serviceId)),
              notice(this.#db, action, situation.moment.at, {
                kind: "serviceCancelled",
                service: service.plan,
                site: service.domain,
                when,
                effectiveOn,
              }),
            ],
            value: { ...statement, service },
          },
        };
      },
    };
    return this.#runner.run(action, "cancelService", handler, ({ account }) =>
      this.#follower.follow({ account, orderId: null, invoice: null }, action),
    );
  }

  #reads(accountId: number, { serviceId }: CancellationRequest): D1PreparedStatement[] {
    return [ownServiceRead(this.#db, accountId, serviceId)];
  }
}

function judge(
  { results: [services], account, moment }: Snapshot,
  when: CancellationTime,
): { refused: ActionRefusal } | { statement: CancellationStatement } {
  const service = ownService(services);
  if (!service) return { refused: NOT_FOUND };
  const refused = first(
    service.cancellation &&
      because("already_requested", "The cancellation is already requested.", "La résiliation est déjà demandée."),
    service.status !== "active" &&
      service.status !== "suspended" &&
      because(
        "not_cancellable",
        "Only an active or suspended service can be cancelled.",
        "Seul un service actif ou suspendu peut être résilié.",
      ),
    service.billingCycle === "one_time" &&
      because("not_cancellable", "A one-time service cannot be cancelled.", "Un service ponctuel ne se résilie pas."),
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
