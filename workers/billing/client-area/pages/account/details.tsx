import { ErrorSummary, type FormError } from "../../../../../shared/pages/error-summary.tsx";
import { byLanguage, typeset } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { failed, isRefusal, show, statusOf } from "../../answers.tsx";
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
import {
  DetailsFields,
  type DetailsValues,
  detailsErrors,
  detailsOf,
  formValuesOf,
  valuesOf,
} from "../../components/details-fields.tsx";
import { DONE } from "./account.tsx";

/** Handles `GET /client-area/account/details`. The parameter `next` is the page to return to. */
export function showDetails(request: SignedInRequest): Promise<Response> {
  return showForm(request);
}

async function showForm(
  request: SignedInRequest,
  sent?: { values: DetailsValues; errors: FormError[]; status: number },
): Promise<Response> {
  const known = await request.engine.readAccountDetails(actorQuery(request, "profile"));
  if (!known.ok) return failed(request, known);
  const { visit } = request;
  const { language } = visit;
  const texts = detailsPageTexts[language];
  const { account, details } = areaTexts[language];
  const errors = sent?.errors ?? [];
  const next = visit.url.searchParams.get("next");
  const isSaved = !sent && visit.url.searchParams.has(DONE);
  return show(
    request,
    <AreaPage request={request} title={details} back={{ label: account, path: PATHS.account }}>
      {isSaved && (
        <p class="note" role="status">
          {texts.saved} {next && <a href={areaLink(visit, nextOf(next))}>{texts.goBack}</a>}
        </p>
      )}
      <AreaForm request={request} class="card stack" path={PATHS.details} parameters={next ? { next } : {}} novalidate>
        <p>{texts.registrant}</p>
        {known.value.isTaxedAlike && (
          <p class="note">
            {texts.payFirst} <a href={areaLink(visit, PATHS.invoices)}>{texts.toInvoices}</a>
          </p>
        )}
        <ErrorSummary title={errors.length > 0 ? texts.notSaved : undefined} errors={errors} />
        <DetailsFields values={sent?.values ?? valuesOf(known.value)} errors={errors} language={language} />
        <div class="buttons">
          <button class="button primary" type="submit">
            {texts.save}
          </button>
        </div>
      </AreaForm>
    </AreaPage>,
    { status: sent?.status ?? 200 },
  );
}

/** Handles `POST /client-area/account/details`. */
export async function changeDetails(request: ClientAreaForm): Promise<Response> {
  const values = formValuesOf(request.form);
  const changed = await request.engine.setAccountDetails(writeCall(request, ["profile"]), detailsOf(values));
  if (changed.ok) {
    const next = request.visit.url.searchParams.get("next");
    return seeOther(areaLink(request.visit, PATHS.details, { [DONE]: "details", ...(next && { next }) }));
  }
  const { problem } = changed;
  if (!isRefusal(problem)) return failed(request, { ok: false, problem });
  const { language } = request.visit;
  const { later } = detailsPageTexts[language];
  const errors =
    problem.code === "invalid_body"
      ? detailsErrors(problem.refused, language)
      : [{ field: null, text: "reason" in problem ? typeset(problem.reason, language) : later }];
  return showForm(request, { values, errors, status: statusOf(problem) });
}

const detailsPageTexts = byLanguage({
  registrant: {
    en: "Domain names that you order from now on are registered to this name and address. Your current names keep theirs.",
    fr: "Les noms de domaine que vous commanderez désormais seront enregistrés avec ces coordonnées. Les noms que vous avez gardent les leurs.",
  },
  payFirst: {
    en: "An invoice is unpaid, and country, province and tax number decide its taxes. You can change them once it is paid.",
    fr: "Une facture est impayée, et ses taxes dépendent du pays, de la province et du numéro de taxe. Ils pourront changer une fois la facture payée.",
  },
  toInvoices: { en: "See the invoices", fr: "Voir les factures" },
  save: { en: "Save", fr: "Enregistrer" },
  saved: { en: "Saved.", fr: "Enregistré." },
  goBack: { en: "Go back", fr: "Revenir" },
  notSaved: { en: "Nothing was saved.", fr: "Rien n’a été enregistré." },
  later: {
    en: "This cannot be saved right now. Try again in a minute.",
    fr: "Impossible d’enregistrer pour le moment. Réessayez dans une minute.",
  },
});
