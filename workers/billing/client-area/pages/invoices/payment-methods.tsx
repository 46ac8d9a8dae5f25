import type { BillingProblem } from "../../../../../shared/billing-contract/result.ts";
import { Submit } from "../../../../../shared/pages/buttons.tsx";
import { typeset } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { CARD_AGREEMENT } from "../../../engine/payments/card-agreement.ts";
import type { SavedCardState } from "../../../engine/records/details.ts";
import { failed, isRefusal, notPaidHere, show } from "../../answers.tsx";
import {
  actorQuery,
  areaLink,
  type ClientAreaForm,
  PATHS,
  type SignedInRequest,
  writeCall,
} from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaForm, AreaPage } from "../../components/area-page.tsx";
import { paymentTexts } from "./invoice-texts.ts";
import { CHECKOUT } from "./invoices.tsx";

/** The field with the version of the card agreement that the page shows. */
const AGREEMENT = "agreement";

/**
 * Handles `GET /client-area/account/payment-methods`. The parameter `checkout` is present after a return from Stripe.
 */
export async function showPaymentMethods(request: SignedInRequest): Promise<Response> {
  const { visit, payment } = request;
  const { searchParams } = visit.url;
  const query = actorQuery(request, "invoices");
  const checkout = searchParams.get(CHECKOUT);
  if (checkout) await request.engine.reconcileCheckout(query, checkout);
  const read = await request.engine.readCard(query);
  if (!read.ok) return failed(request, read);
  const texts = paymentTexts[visit.language];
  const isAdded = checkout !== null || searchParams.get("done") === "added";
  const note = read.value.isSaved
    ? isAdded && texts.cardAdded
    : searchParams.get("done") === "removed" && texts.cardRemoved;
  return show(
    request,
    <AreaPage
      request={request}
      title={areaTexts[visit.language].paymentMethods}
      back={{ label: areaTexts[visit.language].account, path: PATHS.account }}
    >
      {note && (
        <p class="note" role="status">
          {note}
        </p>
      )}
      {payment.kind === "manual" && (
        <div class="card stack">
          <MethodsElsewhere request={request} />
        </div>
      )}
      {(payment.kind !== "manual" || read.value.isSaved) && <CardForm request={request} card={read.value} />}
    </AreaPage>,
    { formsLeadTo: payment.checkoutOrigin },
  );
}

/** Returns the text that identifies a saved card. */
export function cardName({ visit, payment }: SignedInRequest, { details }: SavedCardState): string {
  const texts = paymentTexts[visit.language];
  if (details) return texts.cardNamed(details.brand, details.last4);
  return payment.kind === "demonstration" ? texts.card : texts.savedCard;
}

/** Renders the saved card, or how to add one. */
function CardForm({ request, card }: { request: SignedInRequest; card: SavedCardState }) {
  const { isSaved, isCharged } = card;
  const { visit, payment } = request;
  const texts = paymentTexts[visit.language];
  const expires = card.details?.expires.split("-").toReversed().join("/");
  const isAtStripe = payment.kind === "stripe";
  const agreement = <p>{typeset(CARD_AGREEMENT.text, visit.language)}</p>;
  return (
    <AreaForm request={request} class="card stack" path={PATHS.paymentMethods}>
      {isSaved && <h2>{cardName(request, card)}</h2>}
      {expires && <p>{texts.expires(expires)}</p>}
      {payment.kind === "manual" ? (
        <p>{texts.cardUnused}</p>
      ) : isAtStripe ? (
        <>
          <p>{isSaved ? (isCharged ? texts.cardSaved : texts.cardStopped) : texts.noneSaved}</p>
          {isSaved ? (
            <details class="fold">
              <summary>{texts.agreed}</summary>
              {agreement}
            </details>
          ) : (
            agreement
          )}
          <input type="hidden" name={AGREEMENT} value={CARD_AGREEMENT.version} />
          {!isSaved && <p class="small muted">{texts.atStripe}</p>}
        </>
      ) : (
        <>
          <p>{isSaved ? texts.cardOnFile : texts.noCard}</p>
          <p class="small muted">{texts.cardNote}</p>
        </>
      )}
      <div class="buttons">
        {isSaved && isAtStripe && <Submit class="button" name="card" value="add" label={texts.replaceCard} />}
        <button
          class={isSaved ? "button danger" : "button primary"}
          type="submit"
          name="card"
          value={isSaved ? "remove" : "add"}
        >
          {isSaved ? texts.removeCard : isAtStripe ? texts.addAtStripe : texts.addCard}
        </button>
      </div>
    </AreaForm>
  );
}

/**
 * Handles `POST /client-area/account/payment-methods`. It redirects to Stripe's page, adds the sandbox card, or removes
 * the card. A card can be removed even if payments are now made elsewhere.
 */
export async function changePaymentMethods(request: ClientAreaForm): Promise<Response> {
  const { engine, payment, visit } = request;
  const card = request.form.get("card");
  if (payment.kind === "manual" && card !== "remove") return notPaidHere(request, PATHS.paymentMethods);
  if (card !== "add" && card !== "remove") return showPaymentMethods(request);
  const call = writeCall(request, ["invoices"]);
  const page = (parameters: Record<string, string>) => areaLink(visit, PATHS.paymentMethods, parameters);
  if (card === "add" && payment.kind === "stripe") {
    // The agreement that the customer saw is outdated, so show the current one.
    if (request.form.get(AGREEMENT) !== CARD_AGREEMENT.version) return showPaymentMethods(request);
    const returnTo = new URL(page({ lang: visit.language }), visit.url).href;
    const begun = await engine.beginCheckout(call, { invoices: [], savesCard: true, returnTo });
    return begun.ok ? seeOther(begun.value ?? page({})) : refusedOrFailed(request, begun);
  }
  const changed = card === "add" ? await engine.addSandboxCard(call, null) : await engine.removeCard(call, null);
  return changed.ok
    ? seeOther(page({ done: card === "add" ? "added" : "removed" }))
    : refusedOrFailed(request, changed);
}

function refusedOrFailed(request: SignedInRequest, { problem }: { ok: false; problem: BillingProblem }) {
  return isRefusal(problem) ? notPaidHere(request, PATHS.paymentMethods) : failed(request, { ok: false, problem });
}

/** Renders a link to the site where customers pay, if they do not pay in the client area. */
function MethodsElsewhere({ request }: { request: SignedInRequest }) {
  const texts = paymentTexts[request.visit.language];
  const address = request.payment.addressFor(null);
  return (
    <>
      <p>{texts.methodsElsewhere}</p>
      {address && (
        <p>
          <a class="button primary" href={address} rel="noreferrer">
            {texts.toPayments}
          </a>
        </p>
      )}
    </>
  );
}
