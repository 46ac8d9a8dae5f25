import type { Child } from "hono/jsx";
import type { UndecidedApproval } from "../../../../../shared/billing-contract/client-area.ts";
import type { CustomerInvoice, CustomerService } from "../../../../../shared/billing-contract/customer.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { AREA_PATH } from "../../../../../shared/pages/sign-in/sign-in-address.ts";
import { linkTo } from "../../../../../shared/pages/visit.ts";
import { valueOrLogged } from "../../../../../shared/platform/log.ts";
import type { MinorUnits } from "../../../../../shared/platform/money.ts";
import { MAX_TOGETHER } from "../../../engine/payments/payment-settings.ts";
import type { AreaListPage, InvoiceGroup, ServiceGroup } from "../../../engine/records/area-lists.ts";
import { failed, show } from "../../answers.tsx";
import { actorQuery, areaLink, mayDo, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AccountSwitch, AreaPage, moneyOf, readableName } from "../../components/area-page.tsx";
import { groupLink, PAGE_LENGTH } from "../../components/list-page.tsx";
import { unpaidRenewals } from "../../components/order-notes.tsx";
import { chargeOf, PayInvoices } from "../../components/pay-invoices.tsx";
import { StatusChip } from "../../components/status-chip.tsx";
import { RecentEvents, readEvents } from "../account/history.tsx";
import { isToPay } from "../invoices/invoices.tsx";
import { endOf, nextDueOf } from "../services/service-list.tsx";
import { serviceTexts } from "../services/service-texts.ts";
import { Attention, type OverviewLists, Row, soonOf } from "./attention.tsx";
import { overviewTexts } from "./overview-texts.ts";

const MAX_SERVICES = 5;
const MAX_EVENTS = 5;

/** Handles `GET /client-area`. It shows payments due, upcoming renewals, items that need attention, and services. */
export async function showOverview(request: SignedInRequest): Promise<Response> {
  const { actions, engine, requestId, visit } = request;
  const page = { search: "", limit: PAGE_LENGTH };
  const [unpaid, domains, services, account, renewals, approvals, events] = await Promise.all([
    mayDo(request, "invoices")
      ? engine.listAreaInvoices(actorQuery(request, "invoices"), { ...page, limit: MAX_TOGETHER, group: "unpaid" })
      : null,
    mayDo(request, "domains")
      ? engine.listAreaDomains(actorQuery(request, "domains"), { ...page, group: "current" })
      : null,
    mayDo(request, "products")
      ? engine.listAreaServices(actorQuery(request, "products"), { ...page, group: "current" })
      : null,
    mayDo(request, "invoices") ? engine.readAccount(actorQuery(request, "invoices")) : null,
    unpaidRenewals(request),
    // If the account's Durable Object does not respond, the page omits approvals and events.
    valueOrLogged("account_unreachable", actions.openApprovals(request.account.id), { request_id: requestId }),
    valueOrLogged("account_unreachable", readEvents(request, null, MAX_EVENTS), {
      request_id: requestId,
    }),
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
        {lists.unpaid && (
          <ToPay request={request} unpaid={lists.unpaid} credit={account?.ok ? account.value.creditBalance : 0} />
        )}
        {approvals && approvals.length > 0 && <Waiting request={request} approvals={approvals} />}
        <Renewing request={request} lists={lists} />
        {account?.ok && account.value.creditBalance > 0 && (
          <Tile
            label={overviewTexts[visit.language].credit}
            value={moneyOf(request, account.value.creditBalance)}
            text={overviewTexts[visit.language].creditUse}
          />
        )}
      </div>
      <div class="aside-grid">
        <div class="stack loose">
          <Attention request={request} lists={lists} renewals={renewals} />
          {lists.services && <Services request={request} services={lists.services} />}
        </div>
        {events?.ok && <RecentEvents request={request} events={events.value} />}
      </div>
      <AccountSwitch request={request} next={AREA_PATH} label={areaTexts[visit.language].yourOtherAccounts} />
    </AreaPage>,
    { formsLeadTo: request.payment.checkoutOrigin },
  );
}

interface TileProps {
  label: string;
  value: string;
  text: string;
  isWaiting?: boolean;
  /** The button for the next step. */
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

interface ToPayProps {
  request: SignedInRequest;
  unpaid: AreaListPage<CustomerInvoice, InvoiceGroup>;
  credit: MinorUnits;
}

/** Renders the total amount due. The button that pays everything shows the amount that remains after account credit. */
function ToPay({ request, unpaid, credit }: ToPayProps) {
  const texts = overviewTexts[request.visit.language];
  const invoices = unpaid.items.filter(isToPay);
  const balance = invoices.reduce((total, { balanceDue }) => total + balanceDue, 0);
  const sum = moneyOf(request, balance);
  if (invoices.length === 0) return <Tile label={texts.toPay} value={moneyOf(request, 0)} text={texts.nothingToPay} />;
  const isAll = unpaid.next === null;
  const charge = chargeOf(request, balance, credit);
  const used = isAll && charge !== null ? balance - charge : 0;
  const pending = unpaid.items.length - invoices.length;
  const state = [
    texts.unpaid(unpaid.counts.unpaid, unpaid.counts.overdue),
    pending > 0 && texts.underWay(pending),
    used > 0 && texts.creditUsed(moneyOf(request, used)),
  ];
  return (
    <Tile
      label={texts.toPay}
      value={isAll ? sum : texts.moreThan(sum)}
      text={state.filter(Boolean).join(" · ")}
      isWaiting
    >
      {isAll ? (
        <PayInvoices request={request} invoices={invoices} credit={credit} />
      ) : (
        <a class="button primary" href={groupLink(request, PATHS.invoices, "unpaid")}>
          {texts.see}
        </a>
      )}
    </Tile>
  );
}

/** Renders the approval requests that the customer has not decided yet. */
function Waiting({ request: { visit }, approvals }: { request: SignedInRequest; approvals: UndecidedApproval[] }) {
  const texts = overviewTexts[visit.language];
  const [first, ...others] = approvals;
  if (!first) return null;
  return (
    <Tile label={texts.waiting} value={String(approvals.length)} text={first.title} isWaiting>
      <a class="button" href={linkTo(visit, others.length > 0 ? "/connected-assistants" : first.path)}>
        {texts.review}
      </a>
    </Tile>
  );
}

/** Renders the items that renew, or must be renewed, soon. */
function Renewing({ request, lists: { domains, services } }: { request: SignedInRequest; lists: OverviewLists }) {
  const { language } = request.visit;
  const texts = overviewTexts[language];
  if (!domains && !services) return null;
  const due = [
    ...soonOf(domains).map(({ name, expiresOn }) => ({ name: readableName(name), day: expiresOn ?? "" })),
    ...soonOf(services).map(({ plan, nextDueDate }) => ({ name: plan, day: nextDueDate ?? "" })),
  ].toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const [next] = due;
  const ofDomains = domains?.counts.soon ?? 0;
  const ofServices = services?.counts.soon ?? 0;
  return (
    <Tile
      label={texts.renewing}
      value={String(ofDomains + ofServices)}
      text={next ? texts.next(next.name, formatDate(next.day, language)) : texts.nothingSoon}
    >
      {next && (
        <div class="buttons">
          {ofDomains > 0 && (
            <a class="button" href={groupLink(request, PATHS.domains, "soon")}>
              {texts.domains(ofDomains)}
            </a>
          )}
          {ofServices > 0 && (
            <a class="button" href={groupLink(request, PATHS.services, "soon")}>
              {texts.services(ofServices)}
            </a>
          )}
        </div>
      )}
    </Tile>
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
