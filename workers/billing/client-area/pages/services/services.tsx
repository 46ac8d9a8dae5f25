import type { CustomerService } from "../../../../../shared/billing-contract/customer.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import type { Language } from "../../../../../shared/platform/language.ts";
import { failed, notFound, show } from "../../answers.tsx";
import { areaLink, idOf, PATHS } from "../../area-paths.ts";
import { actorQuery, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage } from "../../components/area-page.tsx";
import { type DescriptionItem, DescriptionList } from "../../components/description-list.tsx";
import { moneyOf, readableName } from "../../components/formats.ts";
import { listPage, PAGE_LENGTH, placeOf } from "../../components/list-page.tsx";
import { ordersToPay, ToPayNotes } from "../../components/order-notes.tsx";
import { serviceTexts } from "./service-texts.ts";

export async function showServices(request: SignedInRequest): Promise<Response> {
  const place = placeOf(request);
  const { language } = request.visit;
  const { services, status, notSet } = areaTexts[language];
  const texts = serviceTexts[language];
  return listPage(request, {
    title: services,
    path: PATHS.services,
    read: await request.engine.listServices(actorQuery(request, "products"), {
      status: "all",
      limit: PAGE_LENGTH,
      within: { kind: "account" },
      ...(place && { after: { id: place.id } }),
    }),
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
      texts.statuses[service.status],
      nextDueOf(service, language) ?? notSet,
      moneyOf(request, service.recurringPrice),
    ],
    order: () => "",
  });
}

export async function showService(request: SignedInRequest, id: string): Promise<Response> {
  const number = idOf(id);
  if (number === null) return notFound(request);
  const read = await request.engine.readService(actorQuery(request, "products"), number);
  if (!read.ok) return failed(request, read);
  const service = read.value;
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

/** In words; null for a service that has ended or is about to end. */
function nextDueOf({ status, cancellation, nextDueDate }: CustomerService, language: Language): string | null {
  const goesOn = (status === "pending" || status === "active" || status === "suspended") && cancellation === null;
  return goesOn && nextDueDate ? formatDate(nextDueDate, language) : null;
}
