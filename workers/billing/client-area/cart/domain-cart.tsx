import { FieldError, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { explained, isExplained } from "../actions/act.ts";
import { stopUncounted } from "../answers.tsx";
import { actorQuery, type ClientAreaForm, PATHS, type SignedInRequest } from "../area-request.ts";
import { cartOrderOf, orderIn } from "./cart-order.ts";
import { cartTexts } from "./cart-texts.ts";
import { domainItem } from "./checkout-items.tsx";
import { showNothing, showNotOrderable } from "./nothing-to-order.tsx";
import { agreedIn, type OrderToMake, refusedQuote, type SentOrder } from "./order-form.tsx";
import type { OrderOutcome, SendOrder } from "./order-outcome.ts";
import { fieldPlaces, fieldsOf, RegistryFields } from "./registry-fields.tsx";

/** Reads the registration or transfer that the cart's URL requests. Returns a page if it cannot be ordered. */
export async function domainToOrder(request: SignedInRequest, sent?: SentOrder): Promise<OrderToMake | Response> {
  const { language } = request.visit;
  const texts = cartTexts[language];
  const uncounted = await stopUncounted(request, "tooManyNames");
  if (uncounted) return uncounted;
  const order = await cartOrderOf(request);
  if (!order) return showNothing(request, texts.badDomain);
  const quoted = await request.engine.quoteDomainOrder(actorQuery(request, "orders"), order);
  if (!quoted.ok) return refusedQuote(request, quoted.problem, { "/domain": { id: "domain", label: order.shown } });
  const quote = quoted.value;
  if (!quote.available) return showNotOrderable(request, order);
  const { domain, type, years } = order;
  const { rule, eligible, country } = quote.registrant;
  return {
    item: domainItem({
      ...{ request, order, currency: request.account.currency },
      price: { amount: quote.price.amount, renewal: quote.renewalPrice.amount, renewalYears: quote.renewalYears },
      children: (
        <>
          {quote.transferTerm && <p>{typeset(quote.transferTerm, language)}</p>}
          {rule && <p>{typeset(rule, language)}</p>}
          {quote.needsAuthCode && <AuthCode request={request} errors={sent?.errors ?? []} />}
          <RegistryFields
            fields={quote.fields}
            values={sent ? fieldsOf(quote.fields, sent.form) : {}}
            language={language}
            errors={sent?.errors ?? []}
          />
          <p class="small muted">{texts.atPayment[type]}</p>
        </>
      ),
    }),
    address: { domain, type, years: String(years) },
    amount: quote.price.amount,
    ...{ terms: quote.terms, missing: quote.missing, errors: [] },
    unfit: eligible || !rule || country === null ? null : typeset(rule, language),
    note: type === "transfer" ? texts.transferNote : texts.orderNote,
  };
}

/** The availability that each type of order requires. */
const ORDERABLE = { register: "available", transfer: "taken" } as const;

/** Orders the domain. The command checks the registry again. */
export async function orderDomain(request: ClientAreaForm, send: SendOrder, at: number): Promise<OrderOutcome> {
  const { form, engine, registrar, visit } = request;
  const { language } = visit;
  const order = orderIn(visit);
  if (!order) return showNothing(request, cartTexts[language].badDomain);
  const { domain, type, years } = order;
  // This quote only determines the form's fields, which depend only on the domain.
  const availability = registrar ? ORDERABLE[type] : "unknown";
  const quoted = await engine.quoteDomainOrder(actorQuery(request, "orders"), {
    ...{ domain, type, years, availability, retryAfter: null },
  });
  if (!quoted.ok) return refusedQuote(request, quoted.problem);
  const wanted = quoted.value.fields;
  const authCode = (form.get("auth_code") ?? "").trim().slice(0, 255);
  const sent = await send({
    operation: "orderDomain",
    input: {
      ...{ domain, type, years, fields: fieldsOf(wanted, form) },
      ...(authCode !== "" && { auth_code: authCode }),
      ...agreedIn(form, at),
    },
  });
  if (sent.ok) return { value: sent.value, page: `${PATHS.domains}/${domain}` };
  const { problem } = sent;
  if (!isExplained(problem)) return { problem };
  return explained(request, problem, {
    ...fieldPlaces(wanted, language),
    "/auth_code": { id: "auth_code", label: cartTexts[language].authCode },
    "/years": { id: "years", label: cartTexts[language].years },
  });
}

/**
 * Renders the field for a transfer code. Like a password field, it is never prefilled, so no page contains the code.
 */
function AuthCode({ request, errors }: { request: SignedInRequest; errors: FormError[] }) {
  const texts = cartTexts[request.visit.language];
  return (
    <div class="field">
      <label for="auth_code">{texts.authCode}</label>
      <p class="hint" id="auth_code-hint">
        {texts.authCodeHint}
      </p>
      <input
        id="auth_code"
        name="auth_code"
        maxlength={255}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        {...fieldState("auth_code", errors, "auth_code-hint")}
      />
      <FieldError field="auth_code" errors={errors} />
    </div>
  );
}
