import { FieldError, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { failed, isRefusal, statusOf } from "../answers.tsx";
import { actorQuery, type ClientAreaForm, PATHS, type SignedInRequest, writeCall } from "../area-request.ts";
import { cartOrderOf } from "./cart-order.ts";
import { cartTexts } from "./cart-texts.ts";
import { showNothing, showNotOrderable } from "./nothing-to-order.tsx";
import {
  errorsOf,
  expectedOf,
  goOnAfter,
  referenceOf,
  refusedQuote,
  type SentOrder,
  showOrder,
  withTerms,
} from "./order-form.tsx";
import { fieldPlaces, fieldsOf, RegistryFields } from "./registry-fields.tsx";
import { CurrencyNote, DomainSummary } from "./summaries.tsx";

interface SentDomainOrder extends SentOrder {
  fields: Record<string, string>;
}

export async function showDomainCart(request: SignedInRequest, sent?: SentDomainOrder): Promise<Response> {
  const { visit } = request;
  const { language } = visit;
  const texts = cartTexts[language];
  const order = await cartOrderOf(request);
  if (!order) return showNothing(request, texts.badDomain);
  const quoted = await request.engine.quoteDomainOrder(actorQuery(request, "orders"), order);
  if (!quoted.ok) return refusedQuote(request, quoted.problem, { "/domain": { id: "domain", label: order.shown } });
  const quote = quoted.value;
  if (!quote.available) return showNotOrderable(request, order);
  const { domain, type, years } = order;
  return showOrder(request, {
    title: texts.titles[type](order.shown),
    address: { domain, type, years: String(years) },
    sent,
    expected: quote.price.amount,
    quote,
    ...(type === "transfer" && { words: { note: texts.transferNote, order: texts.orderTransfer } }),
    summary: (
      <DomainSummary
        visit={visit}
        order={order}
        price={{ amount: quote.price.amount, renewal: quote.renewalPrice.amount, renewalYears: quote.renewalYears }}
        currency={request.account.currency}
        transferTerm={quote.transferTerm?.[language] ?? null}
        residence={quote.registrant.rule ?? undefined}
        note={texts.atPayment[type]}
      >
        <CurrencyNote request={request} />
      </DomainSummary>
    ),
    children: (
      <>
        {quote.needsAuthCode && <AuthCode request={request} errors={sent?.errors ?? []} />}
        <RegistryFields
          fields={quote.fields}
          values={sent?.fields ?? {}}
          language={language}
          errors={sent?.errors ?? []}
        />
      </>
    ),
  });
}

export async function orderDomain(request: ClientAreaForm): Promise<Response> {
  const { form } = request;
  const order = await cartOrderOf(request);
  if (!order) return showNothing(request, cartTexts[request.visit.language].badDomain);
  // The fields to read from the form depend on the domain.
  const quoted = await request.engine.quoteDomainOrder(actorQuery(request, "orders"), order);
  const wanted = quoted.ok ? quoted.value.fields : [];
  const authCode = (form.get("auth_code") ?? "").trim().slice(0, 255);
  const fields = fieldsOf(wanted, form);
  const reference = referenceOf(request, form);
  const placed = await request.engine.orderDomain(writeCall(request, ["orders"], reference), {
    domain: order.domain,
    type: order.type,
    years: order.years,
    availability: order.availability,
    retryAfter: order.retryAfter,
    authCode: authCode === "" ? null : authCode,
    acceptTerms: form.get("terms"),
    fields,
    expectedPrice: expectedOf(form),
  });
  if (placed.ok) return goOnAfter(request, placed.value, `${PATHS.domains}/${order.domain}`);
  const { problem } = placed;
  if (!isRefusal(problem)) return failed(request, { ok: false, problem });
  const { language } = request.visit;
  const refused = errorsOf(request, problem, {
    ...fieldPlaces(wanted, language),
    "/auth_code": { id: "auth_code", label: cartTexts[language].authCode },
    "/years": { id: "years", label: cartTexts[language].years },
  });
  const errors = withTerms(request, form, refused);
  return showDomainCart(request, { fields, reference, errors, status: statusOf(problem) });
}

/** The field for a transfer code. Like a password, it is never filled in: no page contains the code. */
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
