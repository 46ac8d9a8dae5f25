import type { Child } from "hono/jsx";
import type { ActionPreview } from "../../../../shared/billing-contract/client-area.ts";
import type { CommandValue } from "../../../../shared/billing-contract/writes.ts";
import { ButtonLink, Submit } from "../../../../shared/pages/buttons.tsx";
import { ErrorSummary, type FormError } from "../../../../shared/pages/error-summary.tsx";
import { signInForArea } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { toMajorUnits } from "../../../../shared/platform/money.ts";
import type { CheckoutQuote } from "../../engine/payments/quote-checkout.ts";
import { show, stopAt } from "../answers.tsx";
import { actorQuery, areaLink, type ClientAreaForm, here, type SignedInRequest } from "../area-request.ts";
import { expectedOf, hasReadableAmount } from "../cart/order-form.tsx";
import { AreaForm, AreaPage, type DescriptionItem, DescriptionList, moneyOf } from "../components/area-page.tsx";
import { taxName } from "../pages/invoices/invoice-page.tsx";
import { invoiceTexts } from "../pages/invoices/invoice-texts.ts";
import { type AreaAction, act, type ExplainedProblem, explained, isExplained, stopFor } from "./act.ts";
import { actionTexts } from "./action-texts.ts";

/** A change that the customer must confirm on a separate page. The page states the consequences of the change. */
export interface Confirmation {
  action: AreaAction;
  /** The path of the page, which is also the target of its form. */
  path: string;
  parameters?: Record<string, string>;
  /** The label of the button, which names the change. It is also the title of the page if nothing can be confirmed. */
  label: string;
  back: { label: string; path: string };
  /** The name and value of the button, needed if another form posts to the same path. */
  button?: { name: string; value: string };
  /** Whether the change deletes or ends something. */
  isDestructive?: boolean;
  /** Content to show above the change. */
  choice?: Child;
  /**
   * The form that requested the change. The confirmation sends its fields again, and a refusal is explained on the
   * form's page.
   */
  form?: { fields: [name: string, value: string][]; refused: (problem: ExplainedProblem) => Promise<Response> };
}

/** The field that marks a form as confirmed, needed if the same path also receives the unconfirmed form. */
export const CONFIRMED = "confirmed";
export const CONFIRM_BUTTON = { name: CONFIRMED, value: "1" };

interface ExplainedRefusal {
  errors: FormError[];
  status: number;
}

const KEY = /^[\w-]{22}$/;
const KEY_FIELD = "key";
const CONFIRM_FIELD = "confirm";

/**
 * Handles `GET` requests for the page. The page shows the effect that the change would have now, or why the change is
 * impossible.
 */
export async function showConfirmation(
  request: SignedInRequest,
  confirmation: Confirmation,
  refused?: ExplainedRefusal,
): Promise<Response> {
  const { action, label, back, choice } = confirmation;
  const previewed = await request.actions.preview({ ...action, accountId: request.account.id });
  const problem = previewed.ok ? null : previewed.problem;
  if (problem && !isExplained(problem)) return stopFor(request, problem);
  if (problem && confirmation.form) return confirmation.form.refused(problem);
  const texts = actionTexts[request.visit.language];
  const price = previewed.ok ? (previewed.value.price?.amount ?? 0) : 0;
  const quoted = price > 0 ? await request.engine.quoteCheckout(actorQuery(request, "orders"), [price]) : null;
  const { errors, status } = refused ?? (problem ? explained(request, problem) : OPEN);
  const page = (
    <AreaPage request={request} title={previewed.ok ? texts.asked(previewed.value.title) : label} back={back}>
      <ErrorSummary title={errors.length > 0 ? texts.notDone : undefined} errors={errors} />
      {choice}
      {previewed.ok ? (
        <ConfirmationForm
          {...{ request, confirmation, preview: previewed.value, quote: quoted?.ok ? quoted.value : null }}
        />
      ) : (
        <p class="links">
          <a href={areaLink(request.visit, back.path)}>{texts.back}</a>
        </p>
      )}
    </AreaPage>
  );
  return show(request, page, { status });
}

const OPEN: ExplainedRefusal = { errors: [], status: 200 };

interface ConfirmationFormProps {
  request: SignedInRequest;
  confirmation: Confirmation;
  preview: ActionPreview;
  /** The price with taxes; `null` if nothing is due or the quote could not be read. */
  quote: CheckoutQuote | null;
}

function ConfirmationForm({ request, confirmation, preview, quote }: ConfirmationFormProps) {
  const { path, parameters = {}, label, back, button, isDestructive, form } = confirmation;
  const { facts, consequences, price, confirm, needsSignIn } = preview;
  const { visit } = request;
  const texts = actionTexts[visit.language];
  const sum = price && price.amount > 0 ? moneyOf(request, price.amount) : null;
  const key = request.randomBytes(16).toBase64({ alphabet: "base64url", omitPadding: true });
  return (
    <AreaForm request={request} class="card stack" path={path} parameters={parameters}>
      <input type="hidden" name={KEY_FIELD} value={key} />
      {price && <input type="hidden" name="expected" value={String(price.amount)} />}
      {confirm !== null && <input type="hidden" name={CONFIRM_FIELD} value={confirm} />}
      {form?.fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <DescriptionList
        items={facts.flatMap((fact): DescriptionItem[] => [
          [fact.label, <Lines lines={fact.lines} />],
          ...(sum !== null && fact.lines[0]?.startsWith(sum) ? withTaxes(request, quote) : []),
        ])}
      />
      {consequences.length > 0 && (
        <section class="stack tight">
          <h2 class="label">{texts.follows}</h2>
          <ul class="stack tight">
            {consequences.map((consequence) => (
              <li>{consequence}</li>
            ))}
          </ul>
        </section>
      )}
      {needsSignIn && <p class="note">{texts.signInFirst}</p>}
      <div class="buttons">
        <ButtonLink class="button" href={areaLink(visit, back.path)} label={texts.back} />
        {needsSignIn ? (
          <ButtonLink class="button primary" href={signInForArea(visit, here(visit), true)} label={texts.signInAgain} />
        ) : (
          <Submit
            class={isDestructive ? "button danger" : "button primary"}
            label={sum ? `${label} · ${quote ? moneyOf(request, quote.total) : sum}` : label}
            {...button}
          />
        )}
      </div>
    </AreaForm>
  );
}

/** Returns the taxes and the highlighted total, to show below the price. */
function withTaxes(request: SignedInRequest, quote: CheckoutQuote | null): DescriptionItem[] {
  const { language } = request.visit;
  if (!quote) return [];
  return [
    ...quote.taxes.map((tax): DescriptionItem => [taxName(tax, language), moneyOf(request, tax.amount)]),
    [invoiceTexts[language].total, <strong>{moneyOf(request, quote.total)}</strong>],
  ];
}

/** Renders each line in a separate block. */
function Lines({ lines }: { lines: string[] }) {
  return (
    <>
      {lines.map((line) => (
        <div>
          <bdi>{line}</bdi>
        </div>
      ))}
    </>
  );
}

/**
 * Handles `POST` requests for the page. Makes the confirmed change once, or shows the page again with the reason why
 * the change is impossible.
 */
export async function confirmed(
  request: ClientAreaForm,
  confirmation: Confirmation,
  done: (value: CommandValue) => Promise<Response> | Response,
): Promise<Response> {
  const { form } = request;
  const key = form.get(KEY_FIELD) ?? "";
  if (!KEY.test(key) || !hasReadableAmount(form)) return stopAt(request, "unreadableForm");
  const { operation, input } = confirmation.action;
  const [price, confirm] = [expectedOf(form, 0), form.get(CONFIRM_FIELD)];
  const shown = {
    ...(price !== null && { expected_price: toMajorUnits(price) }),
    ...(confirm !== null && { confirm }),
  };
  const result = await act(request, { operation, input: { ...input, ...shown } }, key);
  if (result.ok) return done(result.value);
  if (!isExplained(result.problem)) return stopFor(request, result.problem);
  return showConfirmation(request, confirmation, explained(request, result.problem));
}
