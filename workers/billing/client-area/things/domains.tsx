import { parseDomainName } from "../../../../shared/availability/parse-domain.ts";
import type { CustomerDomain } from "../../../../shared/billing-customer.ts";
import { formatDate } from "../../../../shared/pages/formats.ts";
import { failed, notFound, show } from "../answers.tsx";
import { areaLink, DOMAINS_PATH } from "../area-paths.ts";
import { asks, type OwnRequest } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { AreaPage } from "../components/area-page.tsx";
import { Facts } from "../components/facts.tsx";
import { PAGE_LENGTH, PagedList, placeOf } from "../components/paged-list.tsx";
import { moneyOf } from "./shown.ts";
import { thingsTexts } from "./things-texts.ts";

/** `GET /client-area/domains`. */
export async function showDomains(own: OwnRequest): Promise<Response> {
  const place = placeOf(own);
  const read = await own.engine.listDomains(asks(own, "domains"), {
    status: "all",
    limit: PAGE_LENGTH,
    reach: { kind: "account" },
    ...(place && { after: { name: place.text, id: place.id } }),
  });
  if (!read.ok) return failed(own, read);
  const { language } = own.visit;
  const texts = thingsTexts[language];
  const title = areaTexts[language].domains;
  const { items, next } = read.value;
  return show(
    own,
    <AreaPage own={own} title={title}>
      <PagedList
        own={own}
        path={DOMAINS_PATH}
        caption={title}
        columns={[
          { label: texts.domainName },
          { label: texts.status },
          { label: texts.expires },
          { label: texts.autoRenew },
        ]}
        rows={items.map((domain) => ({
          key: String(domain.id),
          cells: [
            <a href={areaLink(own.visit, `${DOMAINS_PATH}/${domain.name}`)}>{readable(domain.name)}</a>,
            texts.domainStatuses[domain.status],
            domain.expiresOn ? formatDate(domain.expiresOn, language) : texts.notSet,
            domain.autoRenew ? texts.yes : texts.no,
          ],
        }))}
        next={next && { text: next.name, id: next.id }}
      />
    </AreaPage>,
  );
}

/** `GET /client-area/domains/<name>`; the name in either of its forms. */
export async function showDomain(own: OwnRequest, name: string): Promise<Response> {
  const parsed = parseDomainName(name);
  if ("refused" in parsed) return notFound(own);
  const read = await own.reading.domain(asks(own, "domains"), parsed.ascii);
  if (!read.ok) return failed(own, read);
  const texts = thingsTexts[own.visit.language];
  return show(
    own,
    <AreaPage
      own={own}
      title={parsed.unicode}
      back={{ label: areaTexts[own.visit.language].domains, path: DOMAINS_PATH }}
    >
      <div class="card stack">
        <PendingNote own={own} status={read.value.status} />
        <Facts facts={factsOf(own, read.value)} />
        <p class="small muted">{texts.changedByAssistant}</p>
      </div>
    </AreaPage>,
  );
}

/** What a name that is on order waits for. */
export function PendingNote({ own, status }: { own: OwnRequest; status: CustomerDomain["status"] }) {
  const { notPaid, atRegistry, noRegistry } = thingsTexts[own.visit.language];
  if (status === "pending") return <p class="note">{notPaid}</p>;
  if (status !== "pending_registration" && status !== "pending_transfer") return null;
  return <p class="note">{own.hasRegistrar ? atRegistry : noRegistry}</p>;
}

function factsOf(own: OwnRequest, domain: CustomerDomain): [string, string][] {
  const { language } = own.visit;
  const texts = thingsTexts[language];
  const date = (day: string | null) => (day ? formatDate(day, language) : texts.notSet);
  const renewal =
    domain.renewalPrice === null
      ? texts.notSet
      : `${moneyOf(own, domain.renewalPrice)} (${texts.renewalYears(domain.renewalYears)})`;
  return [
    [texts.status, texts.domainStatuses[domain.status]],
    [texts.registered, date(domain.registeredOn)],
    [texts.expires, date(domain.expiresOn)],
    [texts.renewal, renewal],
    [texts.autoRenew, domain.autoRenew ? texts.yes : texts.no],
  ];
}

function readable(name: string): string {
  const parsed = parseDomainName(name);
  return "refused" in parsed ? name : parsed.unicode;
}
