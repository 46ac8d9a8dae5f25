import type { CustomerInvoice, Page } from "../../../../../shared/billing-contract/customer.ts";
import { failed, show } from "../../answers.tsx";
import { AREA_PATH, areaLink, INVOICES_PATH } from "../../area-paths.ts";
import { actorQuery, mayDo, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AccountSwitch } from "../../components/account-switch.tsx";
import { AreaPage } from "../../components/area-page.tsx";
import { Facts } from "../../components/facts.tsx";
import { moneyOf } from "../../components/formats.ts";
import { ItemTable } from "../../components/list-page.tsx";
import { invoiceTexts } from "../invoices/invoice-texts.ts";
import { invoiceTable, UNPAID_ALONE } from "../invoices/invoices.tsx";
import { overviewTexts } from "./overview-texts.ts";

const MAX_SHOWN = 10;

/** `GET /client-area`: what is to be paid, by due date, and the other accounts. */
export async function showOverview(own: SignedInRequest): Promise<Response> {
  const { language } = own.visit;
  const texts = overviewTexts[language];
  const { toPay } = invoiceTexts[language];
  let unpaid: Page<CustomerInvoice, unknown> | null = null;
  if (mayDo(own, "invoices")) {
    const read = await own.engine.listUnpaidInvoices(actorQuery(own, "invoices"), MAX_SHOWN);
    if (!read.ok) return failed(own, read);
    unpaid = read.value;
  }
  return show(
    own,
    <AreaPage own={own} title={own.account.name}>
      {unpaid && (
        <section class="stack">
          <h2>{toPay}</h2>
          {unpaid.items.length === 0 ? (
            <p>{texts.nothingToPay}</p>
          ) : (
            <ItemTable own={own} caption={toPay} items={unpaid.items} {...invoiceTable(own)} />
          )}
          {unpaid.next !== null && (
            <p class="links">
              <a href={areaLink(own.visit, INVOICES_PATH, UNPAID_ALONE)}>{texts.allToPay}</a>
            </p>
          )}
        </section>
      )}
      <AccountSwitch own={own} next={AREA_PATH} label={areaTexts[language].yourOtherAccounts} />
    </AreaPage>,
  );
}

/** `GET /client-area/profile`: the account's details. */
export async function showProfile(own: SignedInRequest): Promise<Response> {
  const read = await own.engine.readAccount(actorQuery(own, "profile"));
  if (!read.ok) return failed(own, read);
  const { name, company, email, country, creditBalance, currency } = read.value;
  const { language } = own.visit;
  const texts = overviewTexts[language];
  return show(
    own,
    <AreaPage own={own} title={areaTexts[language].profile}>
      <div class="card stack">
        <Facts
          facts={[
            [texts.name, name],
            [texts.company, company ?? areaTexts[language].notSet],
            [texts.email, <bdi translate="no">{email}</bdi>],
            [texts.country, new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country],
            [texts.currency, currency],
            [texts.creditBalance, moneyOf(own, creditBalance)],
          ]}
        />
        <p class="small muted">{texts.profileNote}</p>
      </div>
    </AreaPage>,
  );
}
