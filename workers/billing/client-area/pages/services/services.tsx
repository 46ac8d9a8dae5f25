import type { CustomerService } from "../../../../../shared/billing-contract/customer.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import type { Language } from "../../../../../shared/platform/language.ts";
import { failed, notFound, show } from "../../answers.tsx";
import { areaLink, SERVICES_PATH } from "../../area-paths.ts";
import { asks, type OwnRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage } from "../../components/area-page.tsx";
import { Facts } from "../../components/facts.tsx";
import { idOf, moneyOf, readableName } from "../../components/formats.ts";
import { ordersToPay, ToPayNotes } from "../../components/order-notes.tsx";
import { PAGE_LENGTH, PagedList, placeOf } from "../../components/paged-list.tsx";
import { thingsTexts } from "../pages-texts.ts";

/** `GET /client-area/services`. */
export async function showServices(own: OwnRequest): Promise<Response> {
  const place = placeOf(own);
  const read = await own.engine.listServices(asks(own, "products"), {
    status: "all",
    limit: PAGE_LENGTH,
    within: { kind: "account" },
    ...(place && { after: { id: place.id } }),
  });
  if (!read.ok) return failed(own, read);
  const { language } = own.visit;
  const texts = thingsTexts[language];
  const title = areaTexts[language].services;
  const { items, next } = read.value;
  return show(
    own,
    <AreaPage own={own} title={title}>
      <PagedList
        own={own}
        path={SERVICES_PATH}
        caption={title}
        columns={[
          { label: texts.plan },
          { label: texts.forName },
          { label: texts.status },
          { label: texts.nextDue },
          { label: texts.price, amount: true },
        ]}
        rows={items.map((service) => ({
          key: String(service.id),
          cells: [
            <a href={areaLink(own.visit, `${SERVICES_PATH}/${service.id}`)}>{service.plan}</a>,
            service.domain ? readableName(service.domain) : texts.notSet,
            texts.serviceStatuses[service.status],
            nextDueOf(service, language) ?? texts.notSet,
            moneyOf(own, service.recurringPrice),
          ],
        }))}
        next={next && { text: "", id: next.id }}
      />
    </AreaPage>,
  );
}

/** `GET /client-area/services/<id>`. */
export async function showService(own: OwnRequest, id: string): Promise<Response> {
  const number = idOf(id);
  if (number === null) return notFound(own);
  const read = await own.reading.service(asks(own, "products"), number);
  if (!read.ok) return failed(own, read);
  const service = read.value;
  const toPay = await ordersToPay(own, { kind: "service", id: service.id });
  if (!toPay.ok) return failed(own, toPay);
  const texts = thingsTexts[own.visit.language];
  return show(
    own,
    <AreaPage
      own={own}
      title={service.domain ? `${service.plan} (${readableName(service.domain)})` : service.plan}
      back={{ label: areaTexts[own.visit.language].services, path: SERVICES_PATH }}
    >
      <div class="card stack">
        <ToPayNotes own={own} orders={toPay.value} />
        <Facts facts={factsOf(own, service)} />
        <p class="small muted">{texts.changedByAssistant}</p>
      </div>
    </AreaPage>,
  );
}

function factsOf(own: OwnRequest, service: CustomerService): (readonly [string, string])[] {
  const { language } = own.visit;
  const texts = thingsTexts[language];
  const { cancellation } = service;
  const nextDue = nextDueOf(service, language);
  const status = texts.serviceStatuses[service.status];
  return [
    [texts.status, service.status === "pending" ? `${status}. ${texts.waitsForPayment}` : status],
    [texts.forName, service.domain ? readableName(service.domain) : texts.notSet],
    [texts.cycle, texts.cycles[service.billingCycle]],
    [texts.price, moneyOf(own, service.recurringPrice)],
    ...(nextDue === null ? [] : [[texts.nextDue, nextDue] as const]),
    ...(cancellation
      ? [
          [
            texts.cancellation,
            texts.cancellationAt[cancellation.when](formatDate(cancellation.effectiveOn, language)),
          ] as const,
        ]
      : []),
  ];
}

/** In words; null for what has ended or is about to, and will not be due again. */
function nextDueOf({ status, cancellation, nextDueDate }: CustomerService, language: Language): string | null {
  const goesOn = (status === "pending" || status === "active" || status === "suspended") && cancellation === null;
  return goesOn && nextDueDate ? formatDate(nextDueDate, language) : null;
}
