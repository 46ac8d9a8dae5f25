import type { CustomerDomain } from "../../../../../shared/billing-contract/customer.ts";
import { extensionOf, parseDomainName } from "../../../../../shared/domain-names/parse-domain.ts";
import { renewalYears } from "../../../../../shared/domain-names/registry-rules.ts";
import { isTooFarAhead, renewedTerm } from "../../../../../shared/ordering/domain-renewals.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { scaleHalfUp } from "../../../../../shared/platform/money.ts";
import { goOnAfter } from "../../actions/act.ts";
import { type Confirmation, confirmed, showConfirmation } from "../../actions/confirmation.tsx";
import { notFound, show } from "../../answers.tsx";
import { actorQuery, type ClientAreaForm, PATHS, type SignedInRequest } from "../../area-request.ts";
import { AreaPage, moneyOf, readableName } from "../../components/area-page.tsx";
import { unpaidRenewals } from "../../components/order-notes.tsx";
import { TermChoice } from "../../components/term-choice.tsx";
import { switchAction } from "./change-domain.ts";
import { OFF, PayRenewal, SWITCHES, type Switch } from "./domain-forms.tsx";
import { domainTexts } from "./domain-texts.ts";

/** Handles `GET /client-area/domains/<name>/renew`. The parameter `years` selects the term. */
export function showRenewal(request: SignedInRequest, name: string): Promise<Response> {
  return withDomain(request, name, async (domain) => {
    const invoice = (await unpaidRenewals(request)).get(domain);
    const confirmation = await renewal(request, domain);
    if (!invoice) return showConfirmation(request, confirmation);
    const { title, onOrder } = domainTexts[request.visit.language].steps.renew;
    const page = (
      <AreaPage request={request} title={title} back={confirmation.back}>
        <p class="note">{onOrder(invoice.number)}</p>
        <p class="buttons">
          <PayRenewal request={request} invoice={invoice} look="button primary" />
        </p>
      </AreaPage>
    );
    return show(request, page);
  });
}

/**
 * Handles `POST /client-area/domains/<name>/renew`. It orders the renewal, and redirects to the invoice if the login
 * can see it.
 */
export function renew(request: ClientAreaForm, name: string): Promise<Response> {
  return withDomain(request, name, async (domain) =>
    confirmed(request, await renewal(request, domain), (value) => goOnAfter(request, value, pageOf(domain))),
  );
}

/** Handles `GET /client-area/domains/<name>/transfer`. */
export function showTransfer(request: SignedInRequest, name: string): Promise<Response> {
  return withDomain(request, name, (domain) => showConfirmation(request, transfer(request, domain)));
}

/**
 * Handles `POST /client-area/domains/<name>/transfer`. It unlocks the domain and has its transfer code sent by e-mail.
 */
export function transferAway(request: ClientAreaForm, name: string): Promise<Response> {
  return withDomain(request, name, (domain, shown) => {
    const { back, ...asked } = transfer(request, domain);
    return confirmed(request, { ...asked, back }, (value) => {
      const texts = domainTexts[request.visit.language].steps.transfer;
      const address = "codeSentTo" in value ? value.codeSentTo : null;
      const page = (
        <AreaPage request={request} title={texts.prepared(shown)} back={back}>
          <div class="card stack">
            <p class="note" role="status">
              {address === null ? texts.sentByRegistrar : texts.sentTo(address)}
            </p>
            <p>{texts.next}</p>
          </div>
        </AreaPage>
      );
      return show(request, page);
    });
  });
}

/**
 * Returns the handler for `GET` requests to a switch's path. It shows the confirmation for turning the setting off. The
 * form that turns the setting on is on the domain's page.
 */
export function showSwitchOff(which: Switch) {
  return (request: SignedInRequest, name: string): Promise<Response> =>
    withDomain(request, name, (domain, shown) =>
      showConfirmation(request, {
        action: switchAction(which, domain, false),
        path: `${pageOf(domain)}/${SWITCHES[which]}`,
        label: domainTexts[request.visit.language][which].turnOff,
        isDestructive: true,
        back: { label: shown, path: pageOf(domain) },
        button: { name: SWITCHES[which], value: OFF },
      }),
    );
}

async function renewal(request: SignedInRequest, domain: string): Promise<Confirmation> {
  const { visit } = request;
  const texts = domainTexts[visit.language];
  const path = `${pageOf(domain)}/renew`;
  const read = await request.engine.readDomain(actorQuery(request, "domains"), domain);
  const held = read.ok ? read.value : null;
  const isRestored = held?.status === "redemption";
  // A restoration renews the domain for the shortest term.
  const sold = renewalYears(extensionOf(domain)).slice(0, isRestored ? 1 : undefined);
  const offered = held ? sold.filter((years) => !isTooFarAhead(held, years, request.today())) : [];
  const asked = Number(visit.url.searchParams.get(YEARS));
  const chosen = sold.find((years) => years === asked) ?? offered[0] ?? sold[0] ?? 1;
  return {
    action: { operation: "renewDomain", input: { domain, years: chosen } },
    path,
    parameters: { [YEARS]: String(chosen) },
    label: texts.steps.renew[isRestored ? "restore" : "order"],
    back: { label: readableName(domain), path: pageOf(domain) },
    choice: (
      <TermChoice
        visit={visit}
        label={texts.steps.renew.years}
        name={YEARS}
        chosen={String(chosen)}
        options={offered.map((years) => ({
          ...{ value: String(years), label: texts.years(years) },
          price: held && <RenewalPrice request={request} domain={held} years={years} />,
        }))}
      />
    ),
  };
}

/** Renders the price of a renewal before taxes, and the last day of the renewed term. */
function RenewalPrice(props: { request: SignedInRequest; domain: CustomerDomain; years: number }) {
  const { request, domain, years } = props;
  const { language } = request.visit;
  const { renewalPrice, renewalYears } = domain;
  const until = renewedTerm(domain, years)?.renewedUntil;
  return (
    <>
      {renewalPrice !== null && <span>{moneyOf(request, scaleHalfUp(renewalPrice, years, renewalYears))}</span>}{" "}
      {until && <span class="small muted">{domainTexts[language].steps.renew.until(formatDate(until, language))}</span>}
    </>
  );
}

function transfer({ visit }: SignedInRequest, domain: string): Confirmation {
  return {
    action: { operation: "transferDomainOut", input: { domain, confirm_domain: domain } },
    path: `${pageOf(domain)}/transfer`,
    label: domainTexts[visit.language].steps.transfer.prepare,
    isDestructive: true,
    back: { label: readableName(domain), path: pageOf(domain) },
  };
}

const YEARS = "years";

function pageOf(domain: string): string {
  return `${PATHS.domains}/${domain}`;
}

/**
 * Parses the domain name in the path. Shows the page for unknown items if the name is invalid.
 * @param act called with the domain name in A-label and in Unicode form
 */
function withDomain(
  request: SignedInRequest,
  name: string,
  act: (domain: string, shown: string) => Promise<Response>,
): Promise<Response> {
  const parsed = parseDomainName(name);
  return "refused" in parsed ? notFound(request) : act(parsed.ascii, parsed.unicode);
}
