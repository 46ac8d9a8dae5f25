import type { CustomerDomain } from "../../../../../shared/billing-contract/customer.ts";
import { parseDomainName } from "../../../../../shared/domain-names/parse-domain.ts";
import { ErrorSummary, type FormError } from "../../../../../shared/pages/error-summary.tsx";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { failed, notFound, show } from "../../answers.tsx";
import { areaLink, DOMAINS_PATH } from "../../area-paths.ts";
import { asks, mayDo, type OwnRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage } from "../../components/area-page.tsx";
import { Facts } from "../../components/facts.tsx";
import { moneyOf, readableName } from "../../components/formats.ts";
import { ordersToPay, PendingNote, RefusedNote, ToPayNotes } from "../../components/order-notes.tsx";
import { PAGE_LENGTH, PagedList, placeOf } from "../../components/paged-list.tsx";
import { thingsTexts } from "../pages-texts.ts";
import { readSettings, SwitchForm } from "./domain-settings.tsx";
import { domainSettingTexts } from "./domain-texts.ts";
import { type NameserverForm, Nameservers } from "./nameservers.tsx";

/** `GET /client-area/domains`. */
export async function showDomains(own: OwnRequest): Promise<Response> {
  const place = placeOf(own);
  const read = await own.engine.listDomains(asks(own, "domains"), {
    status: "all",
    limit: PAGE_LENGTH,
    within: { kind: "account" },
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
            <a href={areaLink(own.visit, `${DOMAINS_PATH}/${domain.name}`)}>{readableName(domain.name)}</a>,
            texts.domainStatuses[domain.status],
            domain.expiresOn && !hasLeft(domain) ? formatDate(domain.expiresOn, language) : texts.notSet,
            isOver(domain) ? texts.notSet : domain.autoRenew ? texts.yes : texts.no,
          ],
        }))}
        next={next && { text: next.name, id: next.id }}
      />
    </AreaPage>,
  );
}

/** A form of a name's page as it was sent, with what is wrong in it. */
interface SentForm {
  nameservers?: NameserverForm;
  lock?: FormError[];
  autoRenew?: FormError[];
}

/** `GET /client-area/domains/<name>`; the name in either of its forms. */
export async function showDomain(own: OwnRequest, name: string, sent: SentForm = {}, status = 200): Promise<Response> {
  const parsed = parseDomainName(name);
  if ("refused" in parsed) return notFound(own);
  const read = await own.reading.domain(asks(own, "domains"), parsed.ascii);
  if (!read.ok) return failed(own, read);
  const domain = read.value;
  const [toPay, refused, settings] = await Promise.all([
    ordersToPay(own, { kind: "domain", id: domain.id }),
    own.orders.refused(asks(own, "domains"), domain.id),
    readSettings(own, domain),
  ]);
  if (!toPay.ok) return failed(own, toPay);
  if (!refused.ok) return failed(own, refused);
  const nameservers = sent.nameservers ?? nameserversOf(settings);
  const isLocked = settings && settings !== "unknown" && settings.lockSupported ? settings.locked : null;
  const hasAutoRenewal = !isOver(domain) && mayDo(own, "managedomains");
  const withoutForm = [
    ...(isLocked === null ? (sent.lock ?? []) : []),
    ...(hasAutoRenewal ? [] : (sent.autoRenew ?? [])),
  ];
  return show(
    own,
    <AreaPage
      own={own}
      title={parsed.unicode}
      back={{ label: areaTexts[own.visit.language].domains, path: DOMAINS_PATH }}
    >
      <ErrorSummary errors={withoutForm} />
      <div class="card stack">
        {toPay.value.length > 0 ? (
          <ToPayNotes own={own} orders={toPay.value} />
        ) : (
          <PendingNote own={own} status={domain.status} />
        )}
        {refused.value && <RefusedNote own={own} refused={refused.value} />}
        <Facts facts={factsOf(own, domain)} />
        <p class="small muted">{domainSettingTexts[own.visit.language].elsewhere}</p>
      </div>
      {nameservers && <Nameservers own={own} domain={domain.name} form={nameservers} />}
      {isLocked !== null && (
        <SwitchForm own={own} domain={domain.name} name="lock" isOn={isLocked} errors={sent.lock ?? []} />
      )}
      {hasAutoRenewal && (
        <SwitchForm
          own={own}
          domain={domain.name}
          name="autoRenew"
          isOn={domain.autoRenew}
          errors={sent.autoRenew ?? []}
        />
      )}
    </AreaPage>,
    { status },
  );
}

function nameserversOf(settings: Awaited<ReturnType<typeof readSettings>>): NameserverForm | "unknown" | null {
  return settings && settings !== "unknown" ? { text: settings.nameservers.join("\n"), errors: [] } : settings;
}

function factsOf(own: OwnRequest, domain: CustomerDomain): (readonly [string, string])[] {
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
    ...(hasLeft(domain) ? [] : [[hasExpired(domain) ? texts.expired : texts.expires, date(domain.expiresOn)] as const]),
    ...(isOver(domain)
      ? []
      : [[texts.renewal, renewal] as const, [texts.autoRenew, domain.autoRenew ? texts.yes : texts.no] as const]),
  ];
}

function hasExpired({ status }: CustomerDomain): boolean {
  return status === "grace" || status === "redemption" || status === "expired";
}

/** No longer the account's, so that it does not know of its end. */
function hasLeft({ status }: CustomerDomain): boolean {
  return status === "transferred_away" || status === "cancelled" || status === "fraud";
}

/** Nothing of it is due or renewed any more. */
function isOver(domain: CustomerDomain): boolean {
  return domain.status === "expired" || hasLeft(domain);
}
