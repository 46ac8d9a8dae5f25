import type { CustomerService } from "../../../../../shared/billing-contract/customer.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { byLanguage } from "../../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../../shared/platform/language.ts";
import { failed, notFound, show } from "../../answers.tsx";
import { actorQuery, areaLink, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage, type DescriptionItem, DescriptionList, moneyOf, readableName } from "../../components/area-page.tsx";
import { groupedListPage } from "../../components/list-page.tsx";
import { ordersToPay, ToPayNotes } from "../../components/order-notes.tsx";
import { StatusChip } from "../../components/status-chip.tsx";

export function showServices(request: SignedInRequest): Promise<Response> {
  const { language } = request.visit;
  const { services, status, notSet } = areaTexts[language];
  const texts = serviceTexts[language];
  return groupedListPage(request, {
    title: services,
    path: PATHS.services,
    read: (list) => request.engine.listAreaServices(actorQuery(request, "products"), list),
    searchLabel: texts.search,
    groups: [
      ["current", texts.groups.current],
      ["active", texts.groups.active],
      ["soon", texts.groups.soon],
      ["suspended", texts.groups.suspended],
      ["pending", texts.groups.pending],
      ["former", texts.groups.former],
    ],
    columns: [
      { label: texts.plan },
      { label: texts.forName },
      { label: status },
      { label: texts.nextDue },
      { label: texts.price, amount: true },
    ],
    row: (service) => [
      <a href={areaLink(request.visit, `${PATHS.services}/${service.id}`)}>{service.plan}</a>,
      service.domain ? readableName(service.domain) : notSet,
      <StatusChip status={service.status} label={texts.statuses[service.status]} />,
      endOf(service, language) ?? nextDueOf(service, language) ?? notSet,
      moneyOf(request, service.recurringPrice),
    ],
    note: texts.beforeTax,
  });
}

export async function showService(request: SignedInRequest, id: number): Promise<Response> {
  const read = await request.engine.readService(actorQuery(request, "products"), id);
  if (!read.ok) return failed(request, read);
  const { service } = read.value;
  if (!service) return notFound(request);
  const toPay = await ordersToPay(request, { kind: "service", id: service.id });
  if (!toPay.ok) return failed(request, toPay);
  const { language } = request.visit;
  return show(
    request,
    <AreaPage
      request={request}
      title={service.domain ? `${service.plan} (${readableName(service.domain)})` : service.plan}
      back={{ label: areaTexts[language].services, path: PATHS.services }}
    >
      <div class="card stack">
        <ToPayNotes request={request} orders={toPay.value} />
        <DescriptionList items={factsOf(request, service)} />
        <p class="small muted">{serviceTexts[language].changedByAssistant}</p>
      </div>
    </AreaPage>,
  );
}

function factsOf(request: SignedInRequest, service: CustomerService): (DescriptionItem | null)[] {
  const { language } = request.visit;
  const texts = serviceTexts[language];
  const { cancellation } = service;
  const nextDue = nextDueOf(service, language);
  const status = texts.statuses[service.status];
  return [
    [areaTexts[language].status, service.status === "pending" ? `${status}. ${texts.waitsForPayment}` : status],
    [texts.forName, service.domain ? readableName(service.domain) : areaTexts[language].notSet],
    [texts.cycle, texts.cycles[service.billingCycle]],
    [texts.price, moneyOf(request, service.recurringPrice)],
    nextDue === null ? null : [texts.nextDue, nextDue],
    cancellation && [
      texts.cancellation,
      texts.cancellationAt[cancellation.when](formatDate(cancellation.effectiveOn, language)),
    ],
  ];
}

/** When it ends because its customer cancelled it, in words; null: it goes on, or has ended. */
export function endOf({ status, cancellation }: CustomerService, language: Language): string | null {
  const isOver = status !== "active" && status !== "suspended";
  return cancellation && !isOver ? serviceTexts[language].ends(formatDate(cancellation.effectiveOn, language)) : null;
}

/** In words; null for a service that has ended or is about to end. */
export function nextDueOf({ status, cancellation, nextDueDate }: CustomerService, language: Language): string | null {
  const goesOn = (status === "pending" || status === "active" || status === "suspended") && cancellation === null;
  return goesOn && nextDueDate ? formatDate(nextDueDate, language) : null;
}

export const serviceTexts = byLanguage({
  search: { en: "Find a service", fr: "Trouver un service" },
  groups: {
    current: { en: "Current", fr: "Actuels" },
    active: { en: "Active", fr: "Actifs" },
    soon: { en: "Due soon", fr: "Bientôt à échéance" },
    suspended: { en: "Suspended", fr: "Suspendus" },
    pending: { en: "Pending", fr: "En attente" },
    former: { en: "Former", fr: "Anciens" },
  },
  beforeTax: { en: "Prices before tax", fr: "Prix avant taxes" },
  ends: (date: string) => ({ en: `Ends on ${date}`, fr: `Prend fin le ${date}` }),
  plan: { en: "Plan", fr: "Forfait" },
  forName: { en: "For", fr: "Pour" },
  cycle: { en: "Billed", fr: "Facturation" },
  price: { en: "Price", fr: "Prix" },
  nextDue: { en: "Next due", fr: "Prochaine échéance" },
  cancellation: { en: "Cancellation", fr: "Résiliation" },
  cancellationAt: {
    end_of_period: (date: string) => ({
      en: `Ends on ${date}, when the paid period is over.`,
      fr: `Prend fin le ${date}, à la fin de la période payée.`,
    }),
    immediately: (date: string) => ({ en: `Ended on request, on ${date}.`, fr: `A pris fin sur demande, le ${date}.` }),
  },
  waitsForPayment: { en: "It begins once its invoice is paid.", fr: "Il commencera une fois sa facture payée." },
  changedByAssistant: {
    en: "Plans are changed and cancelled through the API or a connected assistant; this page shows how things stand.",
    fr: "Les forfaits se modifient et se résilient par l’API ou par un assistant connecté ; cette page montre où en sont les choses.",
  },

  cycles: {
    free: { en: "Free", fr: "Gratuit" },
    one_time: { en: "Once", fr: "Une fois" },
    monthly: { en: "Monthly", fr: "Chaque mois" },
    quarterly: { en: "Every 3 months", fr: "Tous les 3 mois" },
    semiannually: { en: "Every 6 months", fr: "Tous les 6 mois" },
    annually: { en: "Yearly", fr: "Chaque année" },
    biennially: { en: "Every 2 years", fr: "Tous les 2 ans" },
    triennially: { en: "Every 3 years", fr: "Tous les 3 ans" },
  },
  statuses: {
    pending: { en: "Pending", fr: "En attente" },
    active: { en: "Active", fr: "Actif" },
    suspended: { en: "Suspended", fr: "Suspendu" },
    terminated: { en: "Terminated", fr: "Supprimé" },
    cancelled: { en: "Cancelled", fr: "Résilié" },
    fraud: { en: "Blocked", fr: "Bloqué" },
    completed: { en: "Completed", fr: "Terminé" },
  },
});
