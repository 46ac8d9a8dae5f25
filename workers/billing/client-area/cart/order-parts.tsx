import type { Child } from "hono/jsx";
import type { Placed } from "../../../../shared/billing-contract/actions.ts";
import type { ActionRequired, Terms } from "../../../../shared/billing-contract/result.ts";
import { FieldError, type FormError } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import type { Visit } from "../../../../shared/pages/visit.ts";
import { show } from "../answers.tsx";
import { areaLink, CART_PATH, here, INVOICES_PATH, PAYMENT_METHODS_PATH, PROFILE_PATH } from "../area-paths.ts";
import { mayDo, type OwnRequest } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { AreaPage } from "../components/area-page.tsx";
import { FormToken } from "../components/form-token.tsx";
import { cartTexts } from "./cart-texts.ts";
import { type NothingLink, NothingToOrder } from "./nothing-to-order.tsx";

const REFERENCE = /^cart-[A-Za-z0-9_-]{22}$/;

/** A reference of its own for each form that is shown: sent twice, it orders once. */
export function newReference({ randomBytes }: OwnRequest): string {
  return `cart-${randomBytes(16).toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

/** The reference of a form; a new one where it has none of ours. */
export function referenceOf(own: OwnRequest, form: URLSearchParams): string {
  const reference = form.get("reference") ?? "";
  return REFERENCE.test(reference) ? reference : newReference(own);
}

const AMOUNT = /^\d{1,12}$/;

/** Whether the amount that a form showed is one, where it says one. */
export function hasReadableAmount(form: URLSearchParams): boolean {
  return form.getAll("expected").every((text) => AMOUNT.test(text));
}

/** A reference for one content of a form: what was changed after going back is another order. */
export async function referenceFor(reference: string, content: (string | number | null)[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(content));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return `${reference}-${digest.slice(0, 12).toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

/** The amount that a form showed, in minor units; null where it says none: then the price is not guarded. */
export function expectedOf(form: URLSearchParams): number | null {
  const text = form.get("expected") ?? "";
  return AMOUNT.test(text) ? Number(text) : null;
}

/** On to the invoice, or to what was ordered where nothing is due or the login may not see invoices. */
export function goOnAfter(own: OwnRequest, { invoice }: Placed, otherwise: string): Response {
  const path = invoice && mayDo(own, "invoices") ? `${INVOICES_PATH}/${invoice.id}` : otherwise;
  return seeOther(areaLink(own.visit, path));
}

interface NothingOptions {
  status?: number;
  link?: NothingLink | null;
}

/** The cart with nothing in it that could be ordered, and why. */
export function showNothing(
  own: OwnRequest,
  why: string | null,
  { status = why === null ? 200 : 422, link = null }: NothingOptions = {},
): Promise<Response> {
  const texts = cartTexts[own.visit.language];
  const page = (
    <AreaPage own={own} title={why === null ? texts.empty : texts.title}>
      <NothingToOrder visit={own.visit} currency={own.account.currency} why={why} link={link} />
    </AreaPage>
  );
  return show(own, page, { status });
}

interface OrderFormProps {
  own: OwnRequest;
  action: string;
  reference: string;
  /** In minor units. */
  expected: number;
  terms: Terms;
  /** What has to be done before an order succeeds. */
  missing: ActionRequired[];
  errors: FormError[];
  /** What happens next, and the button's words. */
  words: { note: string; order: string };
  children: Child;
}

/** What every order asks at its end: terms, and the button. Without what is missing there is no button. */
export function OrderForm(props: OrderFormProps) {
  const { own, action, reference, expected, terms, missing, errors, words, children } = props;
  const { visit } = own;
  const { language } = visit;
  const texts = cartTexts[language];
  if (missing.length > 0) return <Missing own={own} missing={missing} />;
  return (
    <form class="card stack" method="post" action={action} novalidate>
      <FormToken own={own} />
      <input type="hidden" name="reference" value={reference} />
      <input type="hidden" name="expected" value={String(expected)} />
      {children}
      <fieldset class="stack tight">
        <legend>{texts.termsTitle}</legend>
        <ul class="stack tight">
          {terms.items.map(({ title, url }) => (
            <li>
              <a href={url}>{typeset(title, language)}</a>
            </li>
          ))}
        </ul>
        <Tick id="terms" name="terms" value={terms.version} label={texts.accept} />
        <FieldError field="terms" errors={errors} />
      </fieldset>
      <p class="small muted">{words.note}</p>
      <div class="buttons">
        <button class="button primary" type="submit">
          {words.order}
        </button>
      </div>
    </form>
  );
}

function Missing({ own, missing }: { own: OwnRequest; missing: ActionRequired[] }) {
  const { visit } = own;
  const { paymentMethods, profile } = areaTexts[visit.language];
  return (
    <div class="card stack">
      {missing.map(({ type, message }, at) => (
        <>
          <p>{typeset(message, visit.language)}</p>
          <p>
            {type === "add_payment_method" ? (
              <a
                class={at === missing.length - 1 ? "button primary" : "button"}
                href={areaLink(visit, PAYMENT_METHODS_PATH, { next: here(visit) })}
              >
                {paymentMethods}
              </a>
            ) : (
              <a class={at === missing.length - 1 ? "button primary" : "button"} href={areaLink(visit, PROFILE_PATH)}>
                {profile}
              </a>
            )}
          </p>
        </>
      ))}
    </div>
  );
}

interface TermChoiceProps {
  visit: Visit;
  label: string;
  name: string;
  options: { value: string; label: string }[];
  chosen: string;
  /** What else the cart's address says. */
  kept: Record<string, string>;
}

/**
 * How long or how often: prices follow from it, so that choosing shows the cart anew. Nothing where there is one choice: the
 * facts above say it.
 */
export function TermChoice({ visit, label, name, options, chosen, kept }: TermChoiceProps) {
  if (options.length < 2) return null;
  return (
    <form class="field" method="get" action={CART_PATH}>
      {Object.entries({ ...kept, ...(visit.languageAsked && { lang: visit.language }) }).map(([key, value]) => (
        <input type="hidden" name={key} value={value} />
      ))}
      <label for={name}>{label}</label>
      <div class="entry">
        <select id={name} name={name}>
          {options.map((option) => (
            <option value={option.value} selected={option.value === chosen}>
              {option.label}
            </option>
          ))}
        </select>
        <button class="button" type="submit">
          {cartTexts[visit.language].change}
        </button>
      </div>
    </form>
  );
}

/** Says so where the link that led here was in another currency than the account's. */
export function CurrencyNote({ own }: { own: OwnRequest }) {
  const asked = own.visit.url.searchParams.get("currency");
  if (asked === null || asked === own.account.currency) return null;
  return <p class="note">{cartTexts[own.visit.language].otherCurrency(own.account.currency)}</p>;
}
