import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { failed, isRefusal, notPaidHere, show } from "../../answers.tsx";
import { areaLink, nextOf, PAYMENT_METHODS_PATH } from "../../area-paths.ts";
import { actorQuery, type ClientAreaForm, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage } from "../../components/area-page.tsx";
import { FormToken } from "../../components/form-token.tsx";
import { MethodsElsewhere } from "./how-to-pay.tsx";
import { paymentTexts } from "./payment-texts.ts";

/** `GET /client-area/payment-methods`; with `next`, the page that sent the customer here. */
export async function showPaymentMethods(own: SignedInRequest): Promise<Response> {
  const read = await own.engine.readPaymentMethod(actorQuery(own, "invoices"));
  if (!read.ok) return failed(own, read);
  const { visit } = own;
  const texts = paymentTexts[visit.language];
  const title = areaTexts[visit.language].paymentMethods;
  const next = visit.url.searchParams.get("next");
  const done = visit.url.searchParams.get("done");
  const note =
    done === "added" && read.value ? texts.cardAdded : done === "removed" && !read.value && texts.cardRemoved;
  // The customer was sent here to add a card, and has one: the primary link leads back.
  const isOver = read.value && next !== null;
  if (!own.payment.isSandbox) {
    return show(
      own,
      <AreaPage own={own} title={title}>
        <div class="card stack">
          <MethodsElsewhere own={own} isOnFile={read.value} />
          {next && (
            <p class="links">
              <a href={areaLink(visit, nextOf(next))}>{texts.goBack}</a>
            </p>
          )}
        </div>
      </AreaPage>,
    );
  }
  return show(
    own,
    <AreaPage own={own} title={title}>
      {note && (
        <p class="note" role="status">
          {note}
        </p>
      )}
      <form class="card stack" method="post" action={areaLink(visit, PAYMENT_METHODS_PATH, next ? { next } : {})}>
        <FormToken own={own} />
        {read.value && <h2>{texts.card}</h2>}
        <p>{read.value ? texts.cardOnFile : texts.noCard}</p>
        <p class="small muted">{texts.cardNote}</p>
        <div class="buttons">
          <button
            class={isOver ? "button danger" : "button primary"}
            type="submit"
            name="card"
            value={read.value ? "remove" : "add"}
          >
            {read.value ? texts.removeCard : texts.addCard}
          </button>
          {isOver && (
            <a class="button primary" href={areaLink(visit, nextOf(next))}>
              {texts.goBack}
            </a>
          )}
        </div>
        {next && !isOver && (
          <p class="links">
            <a href={areaLink(visit, nextOf(next))}>{texts.goBack}</a>
          </p>
        )}
      </form>
    </AreaPage>,
  );
}

/** `POST /client-area/payment-methods`, in a demonstration only. */
export async function changePaymentMethods(own: ClientAreaForm): Promise<Response> {
  if (!own.payment.isSandbox) return notPaidHere(own, PAYMENT_METHODS_PATH);
  const card = own.form.get("card");
  const next = own.visit.url.searchParams.get("next");
  const onFile = card === "add";
  if (!onFile && card !== "remove") return showPaymentMethods(own);
  const changed = await own.engine.setPaymentMethodOnFile(actorQuery(own, "invoices"), onFile);
  if (!changed.ok) {
    const { problem } = changed;
    return isRefusal(problem) ? notPaidHere(own, PAYMENT_METHODS_PATH) : failed(own, { ok: false, problem });
  }
  const parameters = { done: onFile ? "added" : "removed", ...(next && { next }) };
  return seeOther(areaLink(own.visit, PAYMENT_METHODS_PATH, parameters));
}
