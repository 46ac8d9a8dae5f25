import type { CustomerService } from "../../../../../shared/billing-contract/customer.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { linkTo } from "../../../../../shared/pages/visit.ts";
import type { Language } from "../../../../../shared/platform/language.ts";
import { actorQuery, areaLink, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { moneyOf, readableName } from "../../components/area-page.tsx";
import { groupedListPage } from "../../components/list-page.tsx";
import { StatusChip } from "../../components/status-chip.tsx";
import { serviceTexts } from "./service-texts.ts";

/** Handles `GET /client-area/services`. */
export function showServices(request: SignedInRequest): Promise<Response> {
  const { language } = request.visit;
  const { services, status, notSet } = areaTexts[language];
  const texts = serviceTexts[language];
  return groupedListPage(request, {
    title: services,
    actions: (
      <a class="button primary" href={linkTo(request.visit, "/plans")}>
        {texts.order}
      </a>
    ),
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

/**
 * Returns a text that states when a cancelled service ends; `null` if the service is not cancelled or has already
 * ended.
 */
export function endOf({ status, cancellation }: CustomerService, language: Language): string | null {
  const isOver = status !== "active" && status !== "suspended";
  return cancellation && !isOver ? serviceTexts[language].ends(formatDate(cancellation.effectiveOn, language)) : null;
}

/** Returns the formatted next due date; `null` for a service that has ended, is cancelled or has no due date. */
export function nextDueOf({ status, cancellation, nextDueDate }: CustomerService, language: Language): string | null {
  const goesOn = (status === "pending" || status === "active" || status === "suspended") && cancellation === null;
  return goesOn && nextDueDate ? formatDate(nextDueDate, language) : null;
}
