import type { Child } from "hono/jsx";
import type {
  CustomerDomain,
  CustomerInvoice,
  CustomerService,
} from "../../../../../shared/billing-contract/customer.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { AREA_PATH } from "../../../../../shared/pages/sign-in/sign-in-address.ts";
import type { AreaListPage, DomainGroup, InvoiceGroup, ServiceGroup } from "../../../engine/records/area-lists.ts";
import { failed, show } from "../../answers.tsx";
import { actorQuery, areaLink, mayDo, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AccountSwitch, AreaPage, moneyOf, readableName } from "../../components/area-page.tsx";
import { groupLink, PAGE_LENGTH } from "../../components/list-page.tsx";
import { StatusChip } from "../../components/status-chip.tsx";
import { RenewLink } from "../domains/domain-list.tsx";
import { domainTexts } from "../domains/domain-texts.ts";
import { invoiceTexts } from "../invoices/invoice-texts.ts";
import { InvoiceStatus, isToPay, PayLink } from "../invoices/invoices.tsx";
import { endOf, nextDueOf, serviceTexts } from "../services/services.tsx";
import { overviewTexts } from "./overview-texts.ts";

/** What the login may see of the account, the soonest first; null: not that. */
interface OverviewLists {
  unpaid: AreaListPage<CustomerInvoice, InvoiceGroup> | null;
  domains: AreaListPage<CustomerDomain, DomainGroup> | null;
  services: AreaListPage<CustomerService, ServiceGroup> | null;
}

const MAX_SERVICES = 5;
const MAX_ROWS = 10;

/** `GET /client-area`: what is to be paid, what is renewed soon, what needs the customer, and the services. */
export async function showOverview(request: SignedInRequest): Promise<Response> {
  const { engine, visit } = request;
  const page = { search: "", limit: PAGE_LENGTH };
  const [unpaid, domains, services, account] = await Promise.all([
    mayDo(request, "invoices")
      ? engine.listAreaInvoices(actorQuery(request, "invoices"), { ...page, group: "unpaid" })
      : null,
    mayDo(request, "domains")
      ? engine.listAreaDomains(actorQuery(request, "domains"), { ...page, group: "current" })
      : null,
    mayDo(request, "products")
      ? engine.listAreaServices(actorQuery(request, "products"), { ...page, group: "current" })
      : null,
    mayDo(request, "invoices") ? engine.readAccount(actorQuery(request, "invoices")) : null,
  ]);
  for (const read of [unpaid, domains, services, account]) if (read?.ok === false) return failed(request, read);
  const lists: OverviewLists = {
    unpaid: unpaid?.ok ? unpaid.value : null,
    domains: domains?.ok ? domains.value : null,
    services: services?.ok ? services.value : null,
  };
  return show(
    request,
    <AreaPage request={request} title={areaTexts[visit.language].overview}>
      <div class="tiles">
        {lists.unpaid && <ToPay request={request} unpaid={lists.unpaid} />}
        <Renewing request={request} lists={lists} />
        {account?.ok && account.value.creditBalance > 0 && (
          <Tile
            label={overviewTexts[visit.language].credit}
            value={moneyOf(request, account.value.creditBalance)}
            text={overviewTexts[visit.language].creditUse}
          />
        )}
      </div>
      <Attention request={request} lists={lists} />
      {lists.services && <Services request={request} services={lists.services} />}
      <AccountSwitch request={request} next={AREA_PATH} label={areaTexts[visit.language].yourOtherAccounts} />
    </AreaPage>,
  );
}

interface TileProps {
  label: string;
  value: string;
  text: string;
  isWaiting?: boolean;
  /** The way on. */
  children?: Child;
}

function Tile({ label, value, text, isWaiting = false, children }: TileProps) {
  return (
    <div class={isWaiting ? "tile waits" : "tile"}>
      <p>{label}</p>
      <strong>{value}</strong>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** The sum of what is to be paid, in the button that leads to it. */
function ToPay({ request, unpaid }: { request: SignedInRequest; unpaid: AreaListPage<CustomerInvoice, InvoiceGroup> }) {
  const texts = overviewTexts[request.visit.language];
  const invoices = unpaid.items.filter(isToPay);
  const sum = moneyOf(
    request,
    invoices.reduce((total, { balanceDue }) => total + balanceDue, 0),
  );
  const [first] = invoices;
  if (!first) return <Tile label={texts.toPay} value={moneyOf(request, 0)} text={texts.nothingToPay} />;
  const isAll = unpaid.next === null;
  const href =
    invoices.length === 1
      ? areaLink(request.visit, `${PATHS.invoices}/${first.id}`)
      : groupLink(request, PATHS.invoices, "unpaid");
  return (
    <Tile
      label={texts.toPay}
      value={isAll ? sum : texts.moreThan(sum)}
      text={texts.unpaid(isAll ? invoices.length : unpaid.counts.unpaid, unpaid.counts.overdue)}
      isWaiting
    >
      <a class="button primary" href={href}>
        {isAll ? texts.pay(sum) : texts.see}
      </a>
    </Tile>
  );
}

/** The active ones whose day is soon: the first of a list, as it begins with the soonest. */
function soonOf<Item extends { status: string }>(page: AreaListPage<Item, "soon"> | null): Item[] {
  return (page?.items ?? []).filter(({ status }) => status === "active").slice(0, page?.counts.soon);
}

/** What is renewed, or has to be, within the days that are soon. */
function Renewing({ request, lists: { domains, services } }: { request: SignedInRequest; lists: OverviewLists }) {
  const { language } = request.visit;
  const texts = overviewTexts[language];
  if (!domains && !services) return null;
  const soonServices = soonOf(services).filter(({ cancellation }) => cancellation === null);
  const due = [
    ...soonOf(domains).map(({ name, expiresOn }) => ({ name: readableName(name), day: expiresOn ?? "" })),
    ...soonServices.map(({ plan, nextDueDate }) => ({ name: plan, day: nextDueDate ?? "" })),
  ].toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const [next] = due;
  const ofDomains = domains?.counts.soon ?? 0;
  const ofServices = (services?.counts.soon ?? 0) - (soonOf(services).length - soonServices.length);
  return (
    <Tile
      label={texts.renewing}
      value={String(ofDomains + ofServices)}
      text={next ? texts.next(next.name, formatDate(next.day, language)) : texts.nothingSoon}
    >
      {next && (
        <a class="button" href={groupLink(request, ofDomains > 0 ? PATHS.domains : PATHS.services, "soon")}>
          {texts.see}
        </a>
      )}
    </Tile>
  );
}

interface RowProps {
  title: Child;
  chip: Child;
  text: Child;
  amount?: string | null;
  children?: Child;
}

function Row({ title, chip, text, amount, children }: RowProps) {
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

/** What needs the customer: what may be lost, then what has stopped or will, then what is due. Each with its remedy. */
function Attention({ request, lists: { unpaid, domains } }: { request: SignedInRequest; lists: OverviewLists }) {
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
      <RenewLink request={request} domain={domain} />
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
          texts.expiredOn(date(domain.expiresOn)),
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

function Services(props: { request: SignedInRequest; services: AreaListPage<CustomerService, ServiceGroup> }) {
  const { request, services } = props;
  const { visit } = request;
  const { language } = visit;
  if (services.items.length === 0) return null;
  return (
    <section class="card flush" aria-labelledby="services">
      <header>
        <h2 id="services">{areaTexts[language].services}</h2>
        <p class="links">
          <a href={areaLink(visit, PATHS.services)}>{overviewTexts[language].all(services.counts.current)}</a>
        </p>
      </header>
      <ul class="rows">
        {services.items.slice(0, MAX_SERVICES).map((service) => {
          const due = nextDueOf(service, language);
          const price = moneyOf(request, service.recurringPrice);
          return (
            <Row
              title={<a href={areaLink(visit, `${PATHS.services}/${service.id}`)}>{service.plan}</a>}
              chip={<StatusChip status={service.status} label={serviceTexts[language].statuses[service.status]} />}
              text={service.domain ? readableName(service.domain) : areaTexts[language].notSet}
            >
              <p class="small muted">{due ? overviewTexts[language].dueAt(price, due) : endOf(service, language)}</p>
            </Row>
          );
        })}
      </ul>
    </section>
  );
}
