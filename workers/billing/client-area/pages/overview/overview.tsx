import type { CustomerInvoice, Page } from "../../../../../shared/billing-contract/customer.ts";
import { byLanguage } from "../../../../../shared/pages/french-typography.ts";
import { AREA_PATH } from "../../../../../shared/pages/sign-in/sign-in-address.ts";
import { failed, show } from "../../answers.tsx";
import { actorQuery, areaLink, mayDo, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AccountSwitch, AreaPage, moneyOf } from "../../components/area-page.tsx";
import { ItemTable } from "../../components/list-page.tsx";
import { invoiceTexts } from "../invoices/invoice-texts.ts";
import { invoiceTable, UNPAID_ALONE } from "../invoices/invoices.tsx";

const MAX_SHOWN = 10;

/** `GET /client-area`: what is to be paid, by due date, and the other accounts. */
export async function showOverview(request: SignedInRequest): Promise<Response> {
  const { language } = request.visit;
  const texts = overviewTexts[language];
  const { toPay } = invoiceTexts[language];
  let unpaid: Page<CustomerInvoice, unknown> | null = null;
  if (mayDo(request, "invoices")) {
    const read = await request.engine.listUnpaidInvoices(actorQuery(request, "invoices"), MAX_SHOWN);
    if (!read.ok) return failed(request, read);
    unpaid = read.value;
  }
  return show(
    request,
    <AreaPage request={request} title={areaTexts[language].overview}>
      {unpaid && (
        <section class="stack">
          <h2>{toPay}</h2>
          {unpaid.items.length === 0 ? (
            <p class="empty">{texts.nothingToPay}</p>
          ) : (
            <>
              {unpaid.next === null && <ToPay request={request} invoices={unpaid.items} />}
              <ItemTable request={request} caption={toPay} items={unpaid.items} {...invoiceTable(request)} />
            </>
          )}
          {unpaid.next !== null && (
            <p class="links">
              <a href={areaLink(request.visit, PATHS.invoices, UNPAID_ALONE)}>{texts.allToPay}</a>
            </p>
          )}
        </section>
      )}
      <AccountSwitch request={request} next={AREA_PATH} label={areaTexts[language].yourOtherAccounts} />
    </AreaPage>,
  );
}

/** The sum of what is to be paid. */
function ToPay({ request, invoices }: { request: SignedInRequest; invoices: CustomerInvoice[] }) {
  const sum = invoices.reduce((total, { balanceDue }) => total + balanceDue, 0);
  const overdue = invoices.filter((invoice) => invoice.overdue).length;
  return (
    <div class="tiles">
      <p class="tile waits">
        <strong>{moneyOf(request, sum)}</strong>
        {overviewTexts[request.visit.language].unpaid(invoices.length, overdue)}
      </p>
    </div>
  );
}

const overviewTexts = byLanguage({
  nothingToPay: { en: "There is nothing to pay.", fr: "Il n’y a rien à payer." },
  unpaid: (count: number, overdue: number) => ({
    en: `${count === 1 ? "1 invoice" : `${count} invoices`}, ${overdue} overdue`,
    fr: `${count === 1 ? "1 facture" : `${count} factures`}, dont ${overdue} en retard`,
  }),
  allToPay: { en: "Everything that is to be paid", fr: "Tout ce qui est à payer" },
});
