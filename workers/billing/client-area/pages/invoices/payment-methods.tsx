import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { failed, isRefusal, notPaidHere, show } from "../../answers.tsx";
import {
  actorQuery,
  areaLink,
  type ClientAreaForm,
  nextOf,
  PATHS,
  type SignedInRequest,
  writeCall,
} from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaForm, AreaPage } from "../../components/area-page.tsx";
import { paymentTexts } from "./invoice-texts.ts";

/** `GET /client-area/payment-methods`; with `next`, the page that sent the customer here. */
export async function showPaymentMethods(request: SignedInRequest): Promise<Response> {
  const read = await request.engine.readPaymentMethod(actorQuery(request, "invoices"));
  if (!read.ok) return failed(request, read);
  const { visit } = request;
  const texts = paymentTexts[visit.language];
  const title = areaTexts[visit.language].paymentMethods;
  const next = visit.url.searchParams.get("next");
  const done = visit.url.searchParams.get("done");
  const note =
    done === "added" && read.value ? texts.cardAdded : done === "removed" && !read.value && texts.cardRemoved;
  // The customer was sent here to add a card, and has one: the primary link leads back.
  const isOver = read.value && next !== null;
  if (!request.payment.isDemonstration) {
    return show(
      request,
      <AreaPage request={request} title={title}>
        <div class="card stack">
          <MethodsElsewhere request={request} isOnFile={read.value} />
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
    request,
    <AreaPage request={request} title={title}>
      {note && (
        <p class="note" role="status">
          {note}
        </p>
      )}
      <AreaForm request={request} class="card stack" path={PATHS.paymentMethods} parameters={next ? { next } : {}}>
        {read.value && <h2>{texts.card}</h2>}
        <p>{read.value ? texts.cardOnFile : texts.noCard}</p>
        <p class="small muted">{texts.cardNote}</p>
        <div class="buttons">
          <button
            class={read.value ? "button danger" : "button primary"}
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
      </AreaForm>
    </AreaPage>,
  );
}

/** `POST /client-area/payment-methods`, in a demonstration only. */
export async function changePaymentMethods(request: ClientAreaForm): Promise<Response> {
  if (!request.payment.isDemonstration) return notPaidHere(request, PATHS.paymentMethods);
  const card = request.form.get("card");
  const next = request.visit.url.searchParams.get("next");
  const onFile = card === "add";
  if (!onFile && card !== "remove") return showPaymentMethods(request);
  const changed = await request.engine.setPaymentMethodOnFile(writeCall(request, ["invoices"]), onFile);
  if (!changed.ok) {
    const { problem } = changed;
    return isRefusal(problem) ? notPaidHere(request, PATHS.paymentMethods) : failed(request, { ok: false, problem });
  }
  const parameters = { done: onFile ? "added" : "removed", ...(next && { next }) };
  return seeOther(areaLink(request.visit, PATHS.paymentMethods, parameters));
}

/** Whether the account has a payment method, and where it is managed, if not in the client area. */
function MethodsElsewhere({ request, isOnFile }: { request: SignedInRequest; isOnFile: boolean }) {
  const texts = paymentTexts[request.visit.language];
  const address = request.payment.addressFor(null);
  return (
    <>
      <p>{isOnFile ? texts.onFile : texts.notOnFile}</p>
      <p>{texts.methodsElsewhere}</p>
      {address ? (
        <p>
          <a class="button primary" href={address} rel="noreferrer">
            {texts.toPayments}
          </a>
        </p>
      ) : (
        <p>{texts.askUsForMethod}</p>
      )}
    </>
  );
}
