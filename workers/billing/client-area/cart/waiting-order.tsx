import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import { ButtonLink } from "../../../../shared/pages/buttons.tsx";
import type { OrderToPay } from "../../engine/records/details.ts";
import { show } from "../answers.tsx";
import { actorQuery, areaLink, mayDo, PATHS, type SignedInRequest } from "../area-request.ts";
import { AreaPage } from "../components/area-page.tsx";
import { PAGE_LENGTH } from "../components/list-page.tsx";
import { ordersToPay, ToPayNotes } from "../components/order-notes.tsx";
import { PayInvoices } from "../components/pay-invoices.tsx";
import { isToPay } from "../pages/invoices/invoices.tsx";
import { cartTexts } from "./cart-texts.ts";

/**
 * Returns the unpaid orders for a domain and for the plans of its site, as far as the login may see them. Renewals are
 * excluded.
 */
export async function waitingOrders(request: SignedInRequest, domain: CustomerDomain): Promise<OrderToPay[]> {
  const about = [{ kind: "domain", id: domain.id } as const];
  const plans = mayDo(request, "products")
    ? await request.engine.listAreaServices(actorQuery(request, "products"), {
        ...{ search: domain.name, limit: PAGE_LENGTH, group: "pending" },
      })
    : null;
  const ofSite = plans?.ok ? plans.value.items.filter((service) => service.domain === domain.name) : [];
  const reads = await Promise.all(
    [...about, ...ofSite.map(({ id }) => ({ kind: "service", id }) as const)].map((one) => ordersToPay(request, one)),
  );
  return reads.flatMap((read) => (read.ok ? read.value.filter(({ kind }) => !RENEWALS.has(kind)) : []));
}

const RENEWALS = new Set<OrderToPay["kind"]>(["renew_domain", "renew_service"]);

/** Returns the cart page for an item that is already ordered. The main button pays for the order. */
export async function showWaiting(request: SignedInRequest, domain: string, orders: OrderToPay[]): Promise<Response> {
  const { payment, visit } = request;
  const texts = cartTexts[visit.language];
  const account = await request.engine.readAccount(actorQuery(request, "invoices"));
  const page = (
    <AreaPage request={request} title={texts.waits}>
      <ToPayNotes request={request} orders={orders} />
      <div class="buttons">
        <ButtonLink class="button" href={areaLink(visit, `${PATHS.domains}/${domain}`)} label={texts.toYours} />
        <PayInvoices
          request={request}
          invoices={orders.map(({ invoice }) => invoice).filter(isToPay)}
          credit={account.ok ? account.value.creditBalance : 0}
        />
      </div>
    </AreaPage>
  );
  return show(request, page, { status: 422, formsLeadTo: payment.checkoutOrigin });
}
