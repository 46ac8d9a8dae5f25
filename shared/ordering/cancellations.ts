import type { CancellationStatement, CancellationTime } from "../billing-contract/cancellation.ts";
import type { AccountReference, CustomerService } from "../billing-contract/customer.ts";
import { formatDate } from "../pages/formats.ts";
import { addDays } from "../platform/calendar.ts";
import type { Text } from "../platform/language.ts";
import { firstRefusal, refusal, type WriteRefusal } from "./refusals.ts";

/** The actions that a billing system takes automatically after a cancellation request. */
export interface CancellationEffects {
  /**
   * Whether an immediate cancellation ends the service when it is requested. If `false`, the next daily run ends the
   * service.
   */
  endsAtOnce: boolean;
  /** Whether the request also cancels unpaid invoices for the service. If `false`, they may stay due. */
  withdrawsUnpaid: boolean;
}

/** Returns the first refusal of a cancellation in the contract's order of reasons, or `null` if it is allowed. */
export function refusedCancellation(service: CustomerService): WriteRefusal | null {
  return firstRefusal(
    service.cancellation &&
      refusal(
        "already_requested",
        "The cancellation is already requested, and the service shows its date. Only the provider can change or withdraw it.",
        "La résiliation est déjà demandée, et le service en montre la date. Seul le fournisseur peut la modifier ou la retirer.",
      ),
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
}

/**
 * Returns the effects of a cancellation that {@link refusedCancellation} does not refuse. If nothing is paid in
 * advance, a cancellation at the end of the period takes effect as early as an immediate one. That is today, or
 * tomorrow if a daily run ends the service.
 * @param today YYYY-MM-DD
 */
export function cancellationStatement(
  account: AccountReference,
  service: CustomerService,
  when: CancellationTime,
  today: string,
  effects: CancellationEffects,
): CancellationStatement {
  const due = service.nextDueDate;
  const soonest = effects.endsAtOnce ? today : addDays(today, 1);
  const effectiveOn = when === "end_of_period" && due !== null && due > today ? due : soonest;
  return { account, service, when, effectiveOn, consequences: consequencesOf(service, when, effectiveOn, effects) };
}

function consequencesOf(
  { domain, plan }: CustomerService,
  when: CancellationTime,
  day: string,
  { endsAtOnce, withdrawsUnpaid }: CancellationEffects,
): Text[] {
  const what = domain ? `${plan} (${domain})` : plan;
  return [
    when === "immediately"
      ? immediateEnd(what, endsAtOnce)
      : {
          en: `${what} runs until ${formatDate(day, "en")} and then ends.`,
          fr: `${what} fonctionne jusqu’au ${formatDate(day, "fr")}, puis prend fin.`,
        },
    {
      en: "Everything stored in it (files, databases, mail) is deleted when it ends. Make copies first.",
      fr: "Tout ce qui y est stocké (fichiers, bases de données, courriel) est supprimé à cette date. Faites-en d’abord une copie.",
    },
    withdrawsUnpaid
      ? {
          en: "It is not renewed, and unpaid invoices for it are cancelled now. A payment in progress becomes account credit.",
          fr: "Le service ne sera pas renouvelé, et ses factures impayées sont annulées dès maintenant. Un paiement en cours est porté au crédit du compte.",
        }
      : {
          en: "It is not renewed. Unpaid amounts for it may stay due.",
          fr: "Le service ne sera pas renouvelé. Ses factures impayées peuvent rester dues.",
        },
    { en: "What was paid is not refunded.", fr: "Ce qui a été payé n’est pas remboursé." },
    ...(domain
      ? [
          {
            en: "Domain names are not cancelled with it.",
            fr: "Vos noms de domaine ne sont pas résiliés.",
          },
        ]
      : []),
  ];
}

function immediateEnd(what: string, endsAtOnce: boolean): Text {
  return endsAtOnce
    ? { en: `${what} ends immediately.`, fr: `${what} prend fin immédiatement.` }
    : {
        en: `${what} ends within a day, at the next run of the billing system.`,
        fr: `${what} prend fin au prochain passage du système de facturation, d’ici un jour.`,
      };
}
