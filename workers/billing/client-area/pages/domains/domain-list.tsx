import {
  type CustomerDomain,
  type InvoiceReference,
  isRegistered,
} from "../../../../../shared/billing-contract/customer.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { linkTo } from "../../../../../shared/pages/visit.ts";
import { actorQuery, areaLink, mayDo, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { moneyOf, readableName } from "../../components/area-page.tsx";
import { groupedListPage } from "../../components/list-page.tsx";
import { unpaidRenewals } from "../../components/order-notes.tsx";
import { StatusChip } from "../../components/status-chip.tsx";
import { PayRenewal } from "./domain-forms.tsx";
import { domainTexts } from "./domain-texts.ts";
import { chargesCard, hasLeft, isOver, renewalWords } from "./domains.tsx";

/** Handles `GET /client-area/domains`. */
export async function showDomains(request: SignedInRequest): Promise<Response> {
  const { visit } = request;
  const { domains, status, notSet } = areaTexts[visit.language];
  const texts = domainTexts[visit.language];
  const [isCharged, unpaid] = await Promise.all([chargesCard(request), unpaidRenewals(request)]);
  return groupedListPage(request, {
    title: domains,
    actions: (
      <a class="button primary" href={linkTo(visit, "/domains")}>
        {texts.register}
      </a>
    ),
    path: PATHS.domains,
    read: (list) => request.engine.listAreaDomains(actorQuery(request, "domains"), list),
    searchLabel: texts.search,
    groups: [
      ["current", texts.groups.current],
      ["active", texts.groups.active],
      ["soon", texts.groups.soon],
      ["expired", texts.groups.expired],
      ["pending", texts.groups.pending],
      ["former", texts.groups.former],
    ],
    columns: [
      { label: texts.name },
      { label: status },
      { label: texts.expires },
      { label: texts.renewsAutomatically },
      { label: texts.renewal, amount: true },
      { label: texts.renew, amount: true, heard: true, whole: true },
    ],
    row: (domain) => [
      <a href={areaLink(visit, `${PATHS.domains}/${domain.name}`)}>{readableName(domain.name)}</a>,
      <StatusChip status={domain.status} label={texts.statuses[domain.status]} />,
      domain.expiresOn && !hasLeft(domain) ? formatDate(domain.expiresOn, visit.language) : notSet,
      isOver(domain) ? notSet : renewalWords(request, domain, isCharged),
      isOver(domain) || domain.renewalPrice === null ? notSet : moneyOf(request, domain.renewalPrice),
      <RenewLink request={request} domain={domain} unpaid={unpaid} />,
    ],
    note: texts.beforeTax,
  });
}

interface RenewLinkProps {
  request: SignedInRequest;
  domain: CustomerDomain;
  unpaid: Map<string, InvoiceReference>;
}

/**
 * Renders a link to the page that renews or restores the domain, or to the invoice of its pending renewal. Renders
 * nothing if the domain cannot be renewed or the login cannot renew it.
 */
export function RenewLink({ request, domain, unpaid }: RenewLinkProps) {
  const { visit } = request;
  const texts = domainTexts[visit.language];
  const invoice = unpaid.get(domain.name);
  if (invoice) return <PayRenewal request={request} invoice={invoice} look="button" />;
  if (!isRegistered(domain) || !mayDo(request, "orders")) return null;
  return (
    <a class="button" href={areaLink(visit, `${PATHS.domains}/${domain.name}/renew`)}>
      {domain.status === "redemption" ? texts.restore : texts.renew}
      <span class="only-heard"> {readableName(domain.name)}</span>
    </a>
  );
}
