import {
  type CustomerDomain,
  type InvoiceReference,
  isRegistered,
} from "../../../../../shared/billing-contract/customer.ts";
import type { RegistrarSettings } from "../../../../../shared/billing-contract/domain-settings.ts";
import { ButtonLink, Submit } from "../../../../../shared/pages/buttons.tsx";
import { ErrorSummary, FieldError, type FormError, fieldState } from "../../../../../shared/pages/error-summary.tsx";
import { actorQuery, areaLink, mayDo, PATHS, type SignedInRequest } from "../../area-request.ts";
import { AreaForm, moneyOf } from "../../components/area-page.tsx";
import { domainTexts } from "./domain-texts.ts";

/** The query parameter that names the setting that was just saved. */
export const SAVED = "saved";

/** The field of the nameserver form. It is also the value of {@link SAVED} for this form. */
export const NAMESERVERS = "nameservers";

/** The settings that are either on or off, each with the path of its form relative to the domain's page. */
export const SWITCHES = { lock: "lock", autoRenew: "auto-renew" } as const;
export type Switch = keyof typeof SWITCHES;

/** The values of a switch's buttons. */
export const ON = "on";
export const OFF = "off";

/**
 * Reads a domain's settings at the registrar. Returns `null` if no registrar is connected, if the domain is not
 * registered here, or if the login cannot change its settings. Returns `unknown` if the settings cannot be read.
 */
export async function readSettings(
  request: SignedInRequest,
  domain: CustomerDomain,
): Promise<RegistrarSettings | "unknown" | null> {
  if (!request.registrar || !isRegistered(domain) || !mayDo(request, "managedomains")) return null;
  const read = await request.engine.readRegistrarSettings(actorQuery(request, "domains"), domain.name);
  return read.ok ? read.value : "unknown";
}

interface FormProps {
  request: SignedInRequest;
  /** The domain name in A-label form. */
  domain: string;
}

/**
 * Renders a link to the page that renews or restores the domain. The label includes the price if it is for one year.
 */
export function RenewButton({ request, domain }: { request: SignedInRequest; domain: CustomerDomain }) {
  const { visit } = request;
  const texts = domainTexts[visit.language];
  const act = domain.status === "redemption" ? texts.restore : texts.renew;
  const isPriced = domain.renewalPrice !== null && domain.renewalYears === 1;
  const label = isPriced ? `${act} · ${moneyOf(request, domain.renewalPrice ?? 0)}` : act;
  return (
    <ButtonLink class="button primary" href={areaLink(visit, `${PATHS.domains}/${domain.name}/renew`)} label={label} />
  );
}

/** Renders a link to the page that requests the transfer code. */
export function TransferStep({ request, domain }: FormProps) {
  const { visit } = request;
  const texts = domainTexts[visit.language].steps.transfer;
  return (
    <section class="card stack">
      <h2>{texts.title}</h2>
      <p>{texts.what}</p>
      <div class="buttons">
        <ButtonLink class="button" href={areaLink(visit, `${PATHS.domains}/${domain}/transfer`)} label={texts.choose} />
      </div>
    </section>
  );
}

/** Renders a link to the invoice of a pending renewal. */
export function PayRenewal(props: { request: SignedInRequest; invoice: InvoiceReference; look: string }) {
  const { request, invoice, look } = props;
  const { visit } = request;
  return (
    <a class={look} href={areaLink(visit, `${PATHS.invoices}/${invoice.id}`)}>
      {domainTexts[visit.language].payRenewal} <span class="only-heard">{invoice.number}</span>
    </a>
  );
}

/**
 * Renders a switch. Turning it on takes effect immediately; turning it off needs a confirmation on a separate page.
 * @param props `on` is the text to show while the setting is on
 */
export function SwitchForm(props: FormProps & { name: Switch; isOn: boolean; on: string; errors: FormError[] }) {
  const { request, domain, name, isOn, on, errors } = props;
  const { visit } = request;
  const texts = domainTexts[visit.language][name];
  const path = SWITCHES[name];
  return (
    <AreaForm request={request} class="card stack" path={`${PATHS.domains}/${domain}/${path}`} aria-labelledby={path}>
      <h2 id={path}>{texts.title}</h2>
      <ErrorSummary errors={errors} />
      <SavedNote request={request} what={path} errors={errors} text={isOn ? texts.doneOn : texts.doneOff} />
      <p>{isOn ? on : texts.off}</p>
      <div class="buttons">
        {isOn ? (
          <ButtonLink
            class="button"
            href={areaLink(visit, `${PATHS.domains}/${domain}/${path}`)}
            label={`${texts.turnOff}…`}
          />
        ) : (
          <Submit class="button" name={path} value={ON} label={texts.turnOn} />
        )}
      </div>
    </AreaForm>
  );
}

/** The nameservers to show: those at the registrar, or the submitted ones with their errors. */
export interface NameserverForm {
  text: string;
  errors: FormError[];
}

export function Nameservers({ request, domain, form }: FormProps & { form: NameserverForm | "unknown" }) {
  const { visit } = request;
  const texts = domainTexts[visit.language].nameservers;
  if (form === "unknown") return <p class="note">{texts.unknown}</p>;
  const { text, errors } = form;
  const hint = `${NAMESERVERS}-hint`;
  return (
    <AreaForm request={request} class="card stack" path={`${PATHS.domains}/${domain}`}>
      <ErrorSummary errors={errors} />
      <SavedNote request={request} what={NAMESERVERS} errors={errors} text={texts.saved} />
      <div class="field">
        <h2>
          <label for={NAMESERVERS}>{texts.title}</label>
        </h2>
        <p class="hint" id={hint}>
          {texts.hint}
        </p>
        <textarea
          id={NAMESERVERS}
          name={NAMESERVERS}
          rows={Math.max(3, text.split("\n").length)}
          required
          spellcheck={false}
          autocapitalize="none"
          translate="no"
          {...fieldState(NAMESERVERS, errors, hint)}
        >
          {text}
        </textarea>
        <FieldError field={NAMESERVERS} errors={errors} />
      </div>
      <div class="buttons">
        <Submit class="button" label={texts.save} />
      </div>
    </AreaForm>
  );
}

/** Renders a note that a setting was saved. */
function SavedNote(props: { request: SignedInRequest; what: string; errors: FormError[]; text: string }) {
  const { request, what, errors, text } = props;
  if (errors.length > 0 || request.visit.url.searchParams.get(SAVED) !== what) return null;
  return (
    <p class="note" role="status">
      {text}
    </p>
  );
}
