import type { Child } from "hono/jsx";
import type { Placed } from "../../../../shared/billing-contract/order.ts";
import type {
  ActionRequired,
  BillingProblem,
  Terms,
  WriteRefused,
} from "../../../../shared/billing-contract/result.ts";
import { ErrorSummary, FieldError, type FormError } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import { failed, isRefusal, show, statusOf } from "../answers.tsx";
import { areaLink, here, mayDo, PATHS, type SignedInRequest } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { AreaForm, AreaPage, moneyOf } from "../components/area-page.tsx";
import { cartTexts } from "./cart-texts.ts";
import { showNothing } from "./nothing-to-order.tsx";

const REFERENCE = /^cart-[A-Za-z0-9_-]{22}$/;

/** The reference of a form that is shown: sent twice, it orders once. */
function newReference({ randomBytes }: SignedInRequest): string {
  return `cart-${randomBytes(16).toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

/** The reference of a form; a new one where it has none of ours. */
export function referenceOf(request: SignedInRequest, form: URLSearchParams): string {
  const reference = form.get("reference") ?? "";
  return REFERENCE.test(reference) ? reference : newReference(request);
}

const AMOUNT = /^\d{1,12}$/;

/** Whether the amount that a form carries, if any, is a number. */
export function hasReadableAmount(form: URLSearchParams): boolean {
  return form.getAll("expected").every((text) => AMOUNT.test(text));
}

/** A reference for a form with this content, so that a form changed after going back is another order. */
export async function referenceFor(reference: string, content: (string | number | null)[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(content));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return `${reference}-${digest.slice(0, 12).toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

/** The amount that a form showed, in minor units; null if it carries none, and the price is then not checked. */
export function expectedOf(form: URLSearchParams): number | null {
  const text = form.get("expected") ?? "";
  return AMOUNT.test(text) ? Number(text) : null;
}

/** Leads to the invoice, or to what was ordered where nothing is due or the login may not see invoices. */
export function goOnAfter(request: SignedInRequest, { invoice }: Placed, otherwise: string): Response {
  const path = invoice && mayDo(request, "invoices") ? `${PATHS.invoices}/${invoice.id}` : otherwise;
  return seeOther(areaLink(request.visit, path));
}

/** An order form as it was sent and refused. */
export interface SentOrder {
  reference: string;
  errors: FormError[];
  status: number;
}

interface OrderPage {
  title: string;
  /** Parameters of the cart's address. */
  address: Record<string, string>;
  sent: SentOrder | undefined;
  errors?: FormError[];
  /** In minor units. */
  expected: number;
  /** `missing`: what has to be done before an order succeeds. */
  quote: { terms: Terms; missing: ActionRequired[] };
  /** What happens next, and the button's label. */
  words?: { note: string; order: string };
  summary: Child;
  children: Child;
}

/** The cart of one order: its summary, the form's fields, terms and button. While something is missing there is no form. */
export function showOrder(request: SignedInRequest, order: OrderPage): Promise<Response> {
  const { visit } = request;
  const { language } = visit;
  const texts = cartTexts[language];
  const { title, address, sent, errors = sent?.errors ?? [], expected, summary, children } = order;
  const { terms, missing } = order.quote;
  const words = order.words ?? { note: texts.orderNote, order: texts.order };
  const page = (
    <AreaPage request={request} title={title}>
      <ErrorSummary title={sent && texts.notOrdered} errors={errors} />
      {summary}
      {missing.length > 0 ? (
        <Missing request={request} missing={missing} />
      ) : (
        <AreaForm request={request} class="card stack" path={PATHS.cart} parameters={address} novalidate>
          <input type="hidden" name="reference" value={sent?.reference ?? newReference(request)} />
          <input type="hidden" name="expected" value={String(expected)} />
          {children}
          <fieldset class="stack tight">
            <legend>{texts.termsTitle}</legend>
            <ul class="stack tight">
              {terms.items.map(({ title: label, url }) => (
                <li>
                  <a href={url}>{typeset(label, language)}</a>
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
        </AreaForm>
      )}
    </AreaPage>
  );
  return show(request, page, { status: sent?.status ?? 200 });
}

function Missing({ request, missing }: { request: SignedInRequest; missing: ActionRequired[] }) {
  const { visit } = request;
  const { paymentMethods, profile } = areaTexts[visit.language];
  return (
    <div class="card stack">
      {missing.map(({ type, message }, at) => (
        <>
          <p>{typeset(message, visit.language)}</p>
          <p>
            <a
              class={at === missing.length - 1 ? "button primary" : "button"}
              href={
                type === "add_payment_method"
                  ? areaLink(visit, PATHS.paymentMethods, { next: here(visit) })
                  : areaLink(visit, PATHS.profile, { next: here(visit) })
              }
            >
              {type === "add_payment_method" ? paymentMethods : profile}
            </a>
          </p>
        </>
      ))}
    </div>
  );
}

/**
 * The errors of a form for a refused order.
 * @param fields id and label of the form's fields, by JSON pointer of the order
 */
export function errorsOf(
  request: SignedInRequest,
  problem: WriteRefused,
  fields: Record<string, { id: string; label: string }> = {},
): FormError[] {
  const { language } = request.visit;
  const texts = cartTexts[language];
  if ("reason" in problem) return [{ field: null, text: typeset(problem.reason, language) }];
  switch (problem.code) {
    case "invalid_body":
      return problem.refused.map(({ pointer, message }) => {
        const field = fields[pointer];
        return {
          field: field?.id ?? null,
          text: field ? texts.wrong(field.label, typeset(message, language)) : typeset(message, language),
        };
      });
    case "price_changed":
      return [{ field: null, text: texts.priceChanged(moneyOf(request, problem.price.amount)) }];
    case "terms_not_accepted":
      return [{ field: "terms", text: texts.acceptFirst }];
    case "payment_method_missing":
      return [{ field: null, text: typeset(problem.actionRequired.message, language) }];
    case "server_unavailable":
      return [{ field: null, text: texts.later }];
  }
}

/** Adds that the terms were not accepted, so that everything missing is listed at once. */
export function withTerms(request: SignedInRequest, form: URLSearchParams, errors: FormError[]): FormError[] {
  if (form.has("terms") || errors.some(({ field }) => field === "terms")) return errors;
  return [...errors, { field: "terms", text: cartTexts[request.visit.language].acceptFirst }];
}

export function refusedQuote(
  request: SignedInRequest,
  problem: BillingProblem,
  fields: Parameters<typeof errorsOf>[2] = {},
): Promise<Response> | Response {
  if (!isRefusal(problem)) return failed(request, { ok: false, problem });
  const why = errorsOf(request, problem, fields).map(({ text }) => text);
  return showNothing(request, why.join(" "), { status: statusOf(problem) });
}
