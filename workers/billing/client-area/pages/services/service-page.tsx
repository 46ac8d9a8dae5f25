import type { CustomerService } from "../../../../../shared/billing-contract/customer.ts";
import { ButtonLink } from "../../../../../shared/pages/buttons.tsx";
import { ErrorSummary, type FormError } from "../../../../../shared/pages/error-summary.tsx";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { failed, notFound, show } from "../../answers.tsx";
import { actorQuery, areaLink, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import {
  AreaPage,
  type DescriptionItem,
  DescriptionList,
  moneyOf,
  readableName,
  serviceTitle,
} from "../../components/area-page.tsx";
import { ordersToPay, ToPayNotes } from "../../components/order-notes.tsx";
import { StatusChip } from "../../components/status-chip.tsx";
import { paymentTexts } from "../invoices/invoice-texts.ts";
import { CancelCard, cancellationChoices, WHEN } from "./cancel-service.tsx";
import { isChangeable, PLAN, PlanCard, planOffers } from "./change-plan.tsx";
import { mayChangeRecords, RecordsCard } from "./dns-records.tsx";
import { DONE, MISSING } from "./service-address.ts";
import { endOf, nextDueOf } from "./service-list.tsx";
import { serviceTexts } from "./service-texts.ts";

/** Handles `GET /client-area/services/<id>`. */
export async function showService(request: SignedInRequest, id: number): Promise<Response> {
  const read = await request.engine.readService(actorQuery(request, "products"), id);
  if (!read.ok) return failed(request, read);
  const { service, server } = read.value;
  if (!service) return notFound(request);
  const [toPay, offers, choices] = await Promise.all([
    ordersToPay(request, { kind: "service", id: service.id }),
    planOffers(request, service),
    cancellationChoices(request, service),
  ]);
  if (!toPay.ok) return failed(request, toPay);
  const { visit } = request;
  const texts = serviceTexts[visit.language];
  const missing = visit.url.searchParams.get(MISSING);
  const errors: FormError[] = [
    { field: PLAN, text: texts.change.choose },
    { field: WHEN, text: texts.cancel.choose },
  ].filter(({ field }) => field === missing);
  const isDone = visit.url.searchParams.get(DONE);
  const end = service.status === "active" ? endOf(service, visit.language) : null;
  const due = toPay.value.find(({ invoice, isTakenFirst }) => !isTakenFirst && invoice.status !== "payment_pending");
  return show(
    request,
    <AreaPage
      request={request}
      title={serviceTitle(service)}
      back={{ label: areaTexts[visit.language].services, path: PATHS.services }}
      status={<StatusChip status={end ? "pending" : service.status} label={end ?? texts.statuses[service.status]} />}
      actions={
        <>
          {isChangeable(offers) && <ButtonLink class="button" href="#change-plan" label={texts.change.title} />}
          {choices.length > 0 && <ButtonLink class="button" href="#cancel" label={texts.cancel.short} />}
          {due && (
            <ButtonLink
              class="button primary"
              href={areaLink(visit, `${PATHS.invoices}/${due.invoice.id}`)}
              label={paymentTexts[visit.language].pay(moneyOf(request, due.invoice.balanceDue))}
            />
          )}
        </>
      }
    >
      <ErrorSummary errors={errors} />
      {isDone === "plan" && toPay.value.length === 0 && (
        <p class="note" role="status">
          {texts.change.done}
        </p>
      )}
      {isDone === "cancel" && service.cancellation && (
        <p class="note" role="status">
          {texts.cancel.done}
        </p>
      )}
      <ToPayNotes request={request} orders={toPay.value} />
      <div class="aside-grid">
        <section class="card stack details" aria-labelledby="facts">
          <h2 id="facts">{texts.facts}</h2>
          <DescriptionList items={factsOf(request, service)} />
        </section>
        <div class="stack loose">
          {offers.length > 0 && (
            <PlanCard request={request} service={service} offers={offers} errors={errors} isDue={due !== undefined} />
          )}
          {server && service.domain && mayChangeRecords(request) && (
            <RecordsCard request={request} id={service.id} name={service.domain} />
          )}
          {choices.length > 0 && <CancelCard request={request} service={service} choices={choices} errors={errors} />}
        </div>
      </div>
    </AreaPage>,
  );
}

function factsOf(request: SignedInRequest, service: CustomerService): (DescriptionItem | null)[] {
  const { language } = request.visit;
  const texts = serviceTexts[language];
  const { cancellation } = service;
  const nextDue = nextDueOf(service, language);
  return [
    service.status === "pending" ? [areaTexts[language].status, texts.waitsForPayment] : null,
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
