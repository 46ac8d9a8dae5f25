import { type CustomerDomain, isRegistered } from "../../../../../shared/billing-contract/customer.ts";
import { parseDomainName } from "../../../../../shared/domain-names/parse-domain.ts";
import { ErrorSummary, type FormError } from "../../../../../shared/pages/error-summary.tsx";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { failed, notFound, show } from "../../answers.tsx";
import { actorQuery, mayDo, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage, type DescriptionItem, DescriptionList, moneyOf } from "../../components/area-page.tsx";
import { ordersToPay, PendingNote, RefusedNote, ToPayNotes } from "../../components/order-notes.tsx";
import { StatusChip } from "../../components/status-chip.tsx";
import { mayChangeRecords, RecordsCard } from "../services/dns-records.tsx";
import {
  type NameserverForm,
  Nameservers,
  PayRenewal,
  RenewButton,
  readSettings,
  SwitchForm,
  TransferStep,
} from "./domain-forms.tsx";
import { domainTexts } from "./domain-texts.ts";

/** A submitted form from a domain's page, with its errors. */
export interface SentForm {
  nameservers?: NameserverForm;
  lock?: FormError[];
  autoRenew?: FormError[];
}

/** Handles `GET /client-area/domains/<name>`. The domain name may be in A-label or Unicode form. */
export async function showDomain(
  request: SignedInRequest,
  name: string,
  sent: SentForm = {},
  status = 200,
): Promise<Response> {
  const parsed = parseDomainName(name);
  if ("refused" in parsed) return notFound(request);
  const read = await request.engine.readDomain(actorQuery(request, "domains"), parsed.ascii);
  if (!read.ok) return failed(request, read);
  const domain = read.value;
  const [toPay, refused, settings, isCharged, zoneService] = await Promise.all([
    ordersToPay(request, { kind: "domain", id: domain.id }),
    request.engine.readRefusedOrder(actorQuery(request, "domains"), domain.id),
    readSettings(request, domain),
    chargesCard(request),
    readZoneService(request, domain.name),
  ]);
  if (!toPay.ok) return failed(request, toPay);
  if (!refused.ok) return failed(request, refused);
  const renewal = toPay.value.find(({ kind }) => kind === "renew_domain");
  const { language } = request.visit;
  const isInRedemption = domain.status === "redemption";
  const isLocked =
    settings && !isInRedemption && settings !== "unknown" && settings.lockSupported ? settings.locked : null;
  const hasAutoRenewal = !isOver(domain) && mayDo(request, "managedomains");
  const withoutForm = [
    ...(isLocked === null ? (sent.lock ?? []) : []),
    ...(hasAutoRenewal ? [] : (sent.autoRenew ?? [])),
  ];
  const nameservers =
    sent.nameservers ??
    (settings && settings !== "unknown" ? { text: settings.nameservers.join("\n"), errors: [] } : settings);
  return show(
    request,
    <AreaPage
      request={request}
      title={parsed.unicode}
      back={{ label: areaTexts[language].domains, path: PATHS.domains }}
      status={<StatusChip status={domain.status} label={domainTexts[language].statuses[domain.status]} />}
      actions={
        renewal ? (
          <PayRenewal request={request} invoice={renewal.invoice} look="button primary" />
        ) : (
          isRegistered(domain) && mayDo(request, "orders") && <RenewButton request={request} domain={domain} />
        )
      }
    >
      <ErrorSummary errors={withoutForm} />
      {toPay.value.length > 0 ? (
        <ToPayNotes request={request} orders={toPay.value} />
      ) : (
        <PendingNote request={request} status={domain.status} />
      )}
      {refused.value && <RefusedNote request={request} refused={refused.value} />}
      {isRegistered(domain) && !mayDo(request, "orders") && !mayDo(request, "managedomains") && (
        <p class="note">{domainTexts[language].ofOwner}</p>
      )}
      <div class="aside-grid">
        <section class="card stack details" aria-labelledby="facts">
          <h2 id="facts">{domainTexts[language].facts}</h2>
          <DescriptionList items={factsOf(request, domain, isCharged)} />
        </section>
        <div class="stack loose">
          {zoneService !== null && <RecordsCard request={request} id={zoneService} name={domain.name} />}
          {nameservers && <Nameservers request={request} domain={domain.name} form={nameservers} />}
          {isLocked !== null && (
            <SwitchForm
              request={request}
              domain={domain.name}
              name="lock"
              isOn={isLocked}
              on={domainTexts[language].lock.on}
              errors={sent.lock ?? []}
            />
          )}
          {hasAutoRenewal && (
            <SwitchForm
              request={request}
              domain={domain.name}
              name="autoRenew"
              isOn={domain.autoRenew}
              on={domainTexts[language].autoRenew[isCharged ? "charged" : "on"]}
              errors={sent.autoRenew ?? []}
            />
          )}
          {settings && !isInRedemption && <TransferStep request={request} domain={domain.name} />}
        </div>
      </div>
    </AreaPage>,
    { status },
  );
}

function factsOf(request: SignedInRequest, domain: CustomerDomain, isCharged: boolean): (DescriptionItem | null)[] {
  const { language } = request.visit;
  const { notSet } = areaTexts[language];
  const texts = domainTexts[language];
  const date = (day: string | null) => (day ? formatDate(day, language) : notSet);
  const renewal =
    domain.renewalPrice === null
      ? notSet
      : `${moneyOf(request, domain.renewalPrice)} (${texts.years(domain.renewalYears)})`;
  return [
    [texts.registered, date(domain.registeredOn)],
    hasLeft(domain) ? null : [hasExpired(domain) ? texts.expired : texts.expires, date(domain.expiresOn)],
    isOver(domain) ? null : [texts.renewal, renewal],
    isOver(domain) ? null : [texts.renewsAutomatically, renewalWords(request, domain, isCharged)],
  ];
}

/**
 * Returns the id of the service that has the domain's DNS records. Returns `null` if there is none or the login cannot
 * change the records.
 */
async function readZoneService(request: SignedInRequest, name: string): Promise<number | null> {
  if (!mayChangeRecords(request)) return null;
  const read = await request.engine.readZoneService(actorQuery(request, "products"), name);
  return read.ok ? read.value : null;
}

/**
 * Returns whether automatic renewals charge a saved card. Returns false if that is unknown; the page then states that
 * renewals are invoiced.
 */
export async function chargesCard(request: SignedInRequest): Promise<boolean> {
  if (request.payment.kind !== "stripe") return false;
  const read = await request.engine.readCard(actorQuery(request, "domains"));
  return read.ok && read.value.isCharged;
}

export function renewalWords({ visit }: SignedInRequest, { autoRenew }: CustomerDomain, isCharged: boolean): string {
  const { yes, no, invoiced } = domainTexts[visit.language];
  return autoRenew ? (isCharged ? yes : invoiced) : no;
}

function hasExpired({ status }: CustomerDomain): boolean {
  return status === "grace" || status === "redemption" || status === "expired";
}

/** Returns whether the account no longer has the domain or never got it. If so, pages show no expiry date. */
export function hasLeft({ status }: CustomerDomain): boolean {
  return status === "transferred_away" || status === "cancelled" || status === "fraud";
}

/** Returns whether the domain has ended. If so, it has no renewals and nothing is due. */
export function isOver(domain: CustomerDomain): boolean {
  return domain.status === "expired" || hasLeft(domain);
}
