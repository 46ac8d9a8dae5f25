import type { Child } from "hono/jsx";
import type {
  CustomerDomain,
  CustomerInvoice,
  CustomerService,
  InvoiceReference,
} from "../../../../../shared/billing-contract/customer.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import type { AreaListPage, DomainGroup, InvoiceGroup, ServiceGroup } from "../../../engine/records/area-lists.ts";
import { areaLink, mayDo, PATHS, type SignedInRequest } from "../../area-request.ts";
import { moneyOf, readableName } from "../../components/area-page.tsx";
import { StatusChip } from "../../components/status-chip.tsx";
import { RenewLink } from "../domains/domain-list.tsx";
import { domainTexts } from "../domains/domain-texts.ts";
import { invoiceTexts } from "../invoices/invoice-texts.ts";
import { InvoiceStatus, isToPay, PayLink } from "../invoices/invoices.tsx";
import { overviewTexts } from "./overview-texts.ts";

/** The account's lists, sorted by due or expiry date. A list is `null` if the login cannot see it. */
export interface OverviewLists {
  unpaid: AreaListPage<CustomerInvoice, InvoiceGroup> | null;
  domains: AreaListPage<CustomerDomain, DomainGroup> | null;
  services: AreaListPage<CustomerService, ServiceGroup> | null;
}

const MAX_ROWS = 10;

/**
 * Returns the active items that are due or expire soon and are not cancelled. The list is sorted by date, so these
 * items come first.
 */
export function soonOf<Item extends { status: string; cancellation?: unknown }>(
  page: AreaListPage<Item, "soon"> | null,
): Item[] {
  const goOn = page?.items.filter(({ status, cancellation }) => status === "active" && !cancellation) ?? [];
  return goOn.slice(0, page?.counts.soon);
}

interface RowProps {
  title: Child;
  chip: Child;
  text: Child;
  amount?: string | null;
  children?: Child;
}

/** Renders one row of a card: an item, its status and its actions. */
export function Row({ title, chip, text, amount, children }: RowProps) {
  return (
    <li>
      <div class="grow">
        <p>
          <strong>{title}</strong> {chip}
        </p>
        <p class="small muted">{text}</p>
      </div>
      {amount && <strong class="amounts">{amount}</strong>}
      {children}
    </li>
  );
}

interface AttentionProps {
  request: SignedInRequest;
  lists: OverviewLists;
  renewals: Map<string, InvoiceReference>;
}

/**
 * Renders the items that need the customer's attention: domains that may be lost, and payments. Each item links to the
 * page where the customer can resolve it.
 */
export function Attention({ request, lists: { unpaid, domains }, renewals }: AttentionProps) {
  const { visit } = request;
  const { language } = visit;
  const texts = overviewTexts[language];
  const date = (day: string | null) => formatDate(day ?? "", language);
  const domainRow = (domain: CustomerDomain, chip: Child, text: string) => (
    <Row
      title={<a href={areaLink(visit, `${PATHS.domains}/${domain.name}`)}>{readableName(domain.name)}</a>}
      chip={chip}
      text={text}
      amount={domain.renewalPrice === null ? null : moneyOf(request, domain.renewalPrice)}
    >
      <RenewLink request={request} domain={domain} unpaid={renewals} />
    </Row>
  );
  const invoiceRow = (invoice: CustomerInvoice) => (
    <Row
      title={invoiceTexts[language].invoice(invoice.number)}
      chip={<InvoiceStatus request={request} invoice={invoice} />}
      text={texts.dueOn(date(invoice.dueOn))}
      amount={moneyOf(request, invoice.balanceDue)}
    >
      <PayLink request={request} invoice={invoice} />
    </Row>
  );
  const invoices = (unpaid?.items ?? []).filter(isToPay);
  const rows = [
    ...(domains?.items ?? [])
      .filter(({ status }) => status === "redemption" || status === "grace")
      .map((domain) =>
        domainRow(
          domain,
          <StatusChip status={domain.status} label={domainTexts[language].statuses[domain.status]} />,
          `${texts.expiredOn(date(domain.expiresOn))} ${mayDo(request, "orders") ? texts.renewBefore : texts.ofOwner}`,
        ),
      ),
    ...invoices.filter(({ overdue }) => overdue).map(invoiceRow),
    ...soonOf(domains)
      .filter(({ autoRenew }) => !autoRenew)
      .map((domain) =>
        domainRow(domain, <span class="chip waits">{texts.renewalOff}</span>, texts.expiresOn(date(domain.expiresOn))),
      ),
    ...invoices.filter(({ overdue }) => !overdue).map(invoiceRow),
  ];
  if (rows.length === 0) return null;
  return (
    <section class="card flush" aria-labelledby="attention">
      <header>
        <h2 id="attention">{texts.attention}</h2>
      </header>
      <ul class="rows">{rows.slice(0, MAX_ROWS)}</ul>
    </section>
  );
}
