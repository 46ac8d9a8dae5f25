import type { Child } from "hono/jsx";
import type { ActionPreview } from "../../../../shared/billing-contract/client-area.ts";
import type { CommandValue } from "../../../../shared/billing-contract/writes.ts";
import { ButtonLink, Submit } from "../../../../shared/pages/buttons.tsx";
import { ErrorSummary, type FormError } from "../../../../shared/pages/error-summary.tsx";
import { signInForArea } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { toMajorUnits } from "../../../../shared/platform/money.ts";
import { show, stopAt } from "../answers.tsx";
import { areaLink, type ClientAreaForm, here, type SignedInRequest } from "../area-request.ts";
import { expectedOf, hasReadableAmount } from "../cart/order-form.tsx";
import { AreaForm, AreaPage, DescriptionList, moneyOf } from "../components/area-page.tsx";
import { type AreaAction, act, type ExplainedProblem, explained, isExplained, stopFor } from "./act.ts";
import { actionTexts } from "./action-texts.ts";

/** A change that the customer confirms on a page of its own, which says what follows. */
export interface Confirmation {
  action: AreaAction;
  /** Address of the page, which its form is sent to. */
  path: string;
  parameters?: Record<string, string>;
  /** Label of the button, which says the act; the title where nothing can be confirmed. */
  label: string;
  back: { label: string; path: string };
  /** Of the button, where another form is sent to the same address. */
  button?: { name: string; value: string };
  /** It takes something away. */
  isDestructive?: boolean;
  /** Above what is confirmed. */
  choice?: Child;
  /** Of the form that asks for it: its fields are sent again, and its page explains a refusal. */
  form?: { fields: [name: string, value: string][]; refused: (problem: ExplainedProblem) => Promise<Response> };
}

/** Field of a form that was confirmed, where the same address takes it before. */
export const CONFIRMED = "confirmed";
export const CONFIRM_BUTTON = { name: CONFIRMED, value: "1" };

interface ExplainedRefusal {
  errors: FormError[];
  status: number;
}

const KEY = /^[\w-]{22}$/;
const KEY_FIELD = "key";
const CONFIRM_FIELD = "confirm";

/** `GET` of the page: what the change would do now, or why it cannot be done. */
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
  const { errors, status } = refused ?? (problem ? explained(request, problem) : OPEN);
  const page = (
    <AreaPage request={request} title={previewed.ok ? texts.asked(previewed.value.title) : label} back={back}>
      <ErrorSummary title={errors.length > 0 ? texts.notDone : undefined} errors={errors} />
      {choice}
      {previewed.ok ? (
        <ConfirmationForm request={request} confirmation={confirmation} preview={previewed.value} />
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

function ConfirmationForm(props: { request: SignedInRequest; confirmation: Confirmation; preview: ActionPreview }) {
  const { request, confirmation, preview } = props;
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
      <DescriptionList items={facts.map((fact) => [fact.label, <Lines lines={fact.lines} sum={sum} />])} />
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
            label={sum ? `${label} · ${sum}` : label}
            {...button}
          />
        )}
      </div>
    </AreaForm>
  );
}

/** Lines under one another; the sum to pay stands out. */
function Lines({ lines, sum }: { lines: string[]; sum: string | null }) {
  return (
    <>
      {lines.map((line) => (
        <div>
          <bdi class={sum !== null && line.startsWith(sum) ? "strong" : undefined}>{line}</bdi>
        </div>
      ))}
    </>
  );
}

/** `POST` of the page: does what was confirmed, once; or shows the page again with what is in the way. */
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
