import type { DomainOrderQuote } from "../../../../shared/billing-contract/actions.ts";
import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { REGISTRATION_YEARS } from "../../../../shared/domain-names/terms.ts";
import { ErrorSummary, FieldError, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { extensionOf } from "../../engine/catalogue/extension-prices.ts";
import { failed, show } from "../answers.tsx";
import { areaLink, CART_PATH, DOMAINS_PATH } from "../area-paths.ts";
import { type AreaRequest, asks, type ClientAreaForm, type OwnRequest } from "../area-request.ts";
import { AreaPage } from "../components/area-page.tsx";
import { Facts } from "../components/facts.tsx";
import { moneyOf } from "../components/formats.ts";
import { cartTexts } from "./cart-texts.ts";
import { type NamedOrder, showNotOrderable } from "./not-orderable.ts";
import { errorsOf, isRefusal, statusOf, withTerms } from "./order-errors.ts";
import {
  CurrencyNote,
  expectedOf,
  goOnAfter,
  newReference,
  OrderForm,
  referenceOf,
  showNothing,
  TermChoice,
} from "./order-parts.tsx";
import { fieldPlaces, fieldsOf, RegistryFields } from "./registry-fields.tsx";

/** What was typed, to be shown again. */
interface Typed {
  fields: Record<string, string>;
  reference: string;
  errors: FormError[];
  status: number;
}

/** A name from a link, with what it will cost and what the registry asks. */
export async function showDomainCart(own: OwnRequest, typed?: Typed): Promise<Response> {
  const { language } = own.visit;
  const texts = cartTexts[language];
  const order = await namedOrderOf(own);
  if (!order) return showNothing(own, texts.badDomain);
  const quoted = await own.engine.quoteDomainOrder(asks(own, "orders"), order);
  if (!quoted.ok) {
    const { problem } = quoted;
    if (!isRefusal(problem)) return failed(own, { ok: false, problem });
    const why = errorsOf(own, problem, {
      "/domain": { id: "domain", label: order.shown },
    }).map(({ text }) => text);
    return showNothing(own, why.join(" "), { status: statusOf(problem) });
  }
  const quote = quoted.value;
  if (!quote.available) return showNotOrderable(own, order);
  const errors = typed?.errors ?? [];
  const page = (
    <AreaPage own={own} title={texts.titles[order.type](order.shown)}>
      <ErrorSummary title={texts.notOrdered} errors={errors} />
      <Summary own={own} order={order} quote={quote} />
      <OrderForm
        own={own}
        action={areaLink(own.visit, CART_PATH, keptOf(order))}
        reference={typed?.reference ?? newReference(own)}
        expected={quote.price.amount}
        terms={quote.terms}
        missing={quote.missing}
        errors={errors}
        words={
          order.type === "transfer"
            ? { note: texts.transferNote, order: texts.orderTransfer }
            : { note: texts.orderNote, order: texts.order }
        }
      >
        {quote.needsAuthCode && <AuthCode own={own} errors={errors} />}
        <RegistryFields fields={quote.fields} values={typed?.fields ?? {}} language={language} errors={errors} />
      </OrderForm>
    </AreaPage>
  );
  return show(own, page, { status: typed?.status ?? 200 });
}

/** Orders the name of the cart's address, by the form that showed it. */
export async function orderDomain(own: ClientAreaForm): Promise<Response> {
  const { form } = own;
  const order = await namedOrderOf(own);
  if (!order) return showNothing(own, cartTexts[own.visit.language].badDomain);
  // The fields that are asked for follow from the name.
  const quoted = await own.engine.quoteDomainOrder(asks(own, "orders"), order);
  const wanted = quoted.ok ? quoted.value.fields : [];
  const authCode = (form.get("auth_code") ?? "").trim().slice(0, 255);
  const fields = fieldsOf(wanted, form);
  const reference = referenceOf(own, form);
  const placed = await own.engine.orderDomain(
    { ...asks(own, "orders"), reference },
    {
      domain: order.domain,
      type: order.type,
      years: order.years,
      availability: order.availability,
      ...(order.retryAfter === null && { retryAfter: null }),
      authCode: authCode === "" ? null : authCode,
      acceptTerms: form.get("terms"),
      fields,
      expectedPrice: expectedOf(form),
    },
  );
  if (placed.ok) return goOnAfter(own, placed.value, `${DOMAINS_PATH}/${order.domain}`);
  const { problem } = placed;
  if (!isRefusal(problem)) return failed(own, { ok: false, problem });
  const { language } = own.visit;
  const refused = errorsOf(own, problem, {
    ...fieldPlaces(wanted, language),
    "/auth_code": { id: "auth_code", label: cartTexts[language].authCode },
    "/years": { id: "years", label: cartTexts[language].years },
  });
  const errors = withTerms(own, form, refused);
  return showDomainCart(own, { fields, reference, errors, status: statusOf(problem) });
}

interface CartOrder extends NamedOrder {
  /** For how many years it can be registered. */
  yearsSold: readonly number[];
  /** Null: nobody can ever be asked about it. */
  retryAfter?: null;
}

/** The order that the cart's address speaks of; null where that is no name. @param availabilityOf asked about the name */
export async function namedOrderOf(
  to: AreaRequest,
  availabilityOf: AreaRequest["availabilityOf"] = to.availabilityOf,
): Promise<CartOrder | null> {
  const { searchParams } = to.visit.url;
  const parsed = parseDomainName((searchParams.get("domain") ?? "").trim());
  if ("refused" in parsed) return null;
  const type = searchParams.get("type") === "transfer" ? "transfer" : "register";
  const yearsSold = REGISTRATION_YEARS.of(extensionOf(parsed.ascii));
  const asked = Number(searchParams.get("years") ?? "");
  const years = type === "transfer" ? 1 : (yearsSold.find((sold) => sold === asked) ?? yearsSold[0] ?? 1);
  const availability = await availabilityOf({ domain: parsed.ascii, type }, to.requestId);
  const never = to.hasRegistrar ? {} : { retryAfter: null };
  return { domain: parsed.ascii, type, years, yearsSold, availability, shown: parsed.unicode, ...never };
}

function keptOf({ domain, type, years }: CartOrder): Record<string, string> {
  return { domain, type, years: String(years) };
}

function Summary({ own, order, quote }: { own: OwnRequest; order: CartOrder; quote: DomainOrderQuote }) {
  const { language } = own.visit;
  const texts = cartTexts[language];
  const { rule } = quote.registrant;
  return (
    <div class="card stack">
      <CurrencyNote own={own} />
      <Facts
        facts={[
          [texts[order.type], quote.transferTerm?.[language] ?? texts.yearsOf(order.years)],
          [texts.price, <strong>{moneyOf(own, quote.price.amount)}</strong>],
          [texts.renewal(quote.renewalYears), moneyOf(own, quote.renewalPrice.amount)],
          ...(rule ? [[texts.registrant, typeset(rule, language)] as [string, string]] : []),
        ]}
      />
      {order.type === "register" && (
        <TermChoice
          visit={own.visit}
          label={texts.years}
          name="years"
          options={order.yearsSold.map((years) => ({ value: String(years), label: texts.yearsOf(years) }))}
          chosen={String(order.years)}
          kept={{ domain: order.domain, type: order.type }}
        />
      )}
      <p class="small muted">{texts.atPayment[order.type]}</p>
    </div>
  );
}

/** What was typed is not shown again, like a password: no answer holds the code. */
function AuthCode({ own, errors }: { own: OwnRequest; errors: FormError[] }) {
  const texts = cartTexts[own.visit.language];
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
