import type { FoundDomain } from "../../../shared/catalogue-contract/domain-search-answer.ts";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import type { Visit } from "../../../shared/pages/visit.ts";
import { domainTexts } from "../pages/domain-texts.ts";
import { extensionPrice, type PriceFormat } from "../shown-prices.ts";
import { searchLink } from "./domain-search.tsx";
import { priceOf } from "./first-bill.tsx";

/** A domain under an extension that is sold, with its prices and the catalogue's order link. */
export type OfferedName = Pick<
  FoundDomain,
  "unicode_domain" | "status" | "register" | "renew" | "years_sold" | "order_url"
>;

/** The CSS class of the chip for each status. */
export const CHIPS: Record<FoundDomain["status"], string> = {
  available: "ok",
  taken: "",
  unavailable: "",
  unknown: "waits",
};

/** If the renewal price is at least this many times the first price, the page points it out. */
const STEEP = 3;

interface OffersProps extends PriceFormat {
  visit: Visit;
  id: string;
  title: string;
  names: OfferedName[];
}

/** Renders domains with their status and prices, each with its next action. */
export function Offers({ visit, id, title, names, ...format }: OffersProps) {
  const { elsewhere: texts, statuses, years: forYears } = domainTexts[visit.language];
  if (names.length === 0) return null;
  return (
    <section class="stack tight" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="card flush">
        <DataTable
          caption={title}
          columns={[
            { label: texts.name },
            { label: texts.now },
            { label: texts.firstBill, amount: true },
            { label: texts.renewsAt, amount: true },
            { label: texts.action, amount: true, whole: true, heard: true },
          ]}
          rows={names.map((found) => {
            const { unicode_domain: name, status, register, renew } = found;
            const years = found.years_sold[0] ?? 1;
            const isSold = status === "available" || status === "unknown";
            return {
              key: name,
              cells: [
                <>
                  <bdi>{name}</bdi>
                  {isSold && renew >= STEEP * register && register > 0 && (
                    <p class="faint small">{texts.steep(Math.round(renew / register))}</p>
                  )}
                </>,
                <span class={`chip ${CHIPS[status]}`}>{statuses[status]}</span>,
                isSold ? (
                  <>
                    <strong>{extensionPrice(priceOf(found, years), format)}</strong>
                    {years > 1 && <p class="faint small">{forYears(years)}</p>}
                  </>
                ) : (
                  "–"
                ),
                isSold ? extensionPrice(renew, format) : "–",
                <WayOn visit={visit} found={found} />,
              ],
            };
          })}
        />
      </div>
    </section>
  );
}

/**
 * Renders the next action: the cart for a free domain, a transfer for a taken one, or another check for an unknown one.
 */
function WayOn({
  visit,
  found: { unicode_domain: name, status, order_url: order },
}: {
  visit: Visit;
  found: OfferedName;
}) {
  const texts = domainTexts[visit.language].elsewhere;
  const heard = <span class="only-heard"> {name}</span>;
  if (status === "unknown") {
    return (
      <a class="button" href={searchLink(visit, name)} rel="nofollow">
        {texts.check}
        {heard}
      </a>
    );
  }
  if (order === null) return null;
  return (
    <a class={status === "available" ? "button" : undefined} href={order}>
      {status === "available" ? texts.choose : texts.transfer}
      {heard}
    </a>
  );
}
