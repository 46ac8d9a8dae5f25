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
import { AreaForm, AreaPage, DescriptionList, moneyOf } from "../../components/area-page.tsx";
import {
  DetailsFields,
  type DetailsValues,
  detailsErrors,
  detailsOf,
  formValuesOf,
  valuesOf,
} from "../../components/details-fields.tsx";

/** Parameter of the address that the form leads to. */
const SAVED = "saved";

/** `GET /client-area/profile`; with `next`, the page that sent the customer here. */
export function showProfile(request: SignedInRequest): Promise<Response> {
  return showForm(request);
}

async function showForm(
  request: SignedInRequest,
  sent?: { values: DetailsValues; errors: FormError[]; status: number },
): Promise<Response> {
  const read = await request.engine.readAccount(actorQuery(request, "profile"));
  if (!read.ok) return failed(request, read);
  const known = await request.engine.readAccountDetails(actorQuery(request, "profile"));
  if (!known.ok) return failed(request, known);
  const { name, email, creditBalance, currency } = read.value;
  const { visit } = request;
  const { language } = visit;
  const texts = profileTexts[language];
  const values = sent?.values ?? valuesOf(known.value);
  const errors = sent?.errors ?? [];
  const next = visit.url.searchParams.get("next");
  const isSaved = !sent && visit.url.searchParams.has(SAVED);
  const fields = { values, errors, language };
  return show(
    request,
    <AreaPage request={request} title={areaTexts[language].profile}>
      <div class="card stack">
        <DescriptionList
          items={[
            [texts.name, name],
            [texts.email, <bdi translate="no">{email}</bdi>],
            [texts.currency, currency],
            [texts.creditBalance, moneyOf(request, creditBalance)],
          ]}
        />
      </div>
      {isSaved && (
        <p class="note" role="status">
          {texts.saved} {next && <a href={areaLink(visit, nextOf(next))}>{texts.goBack}</a>}
        </p>
      )}
      <AreaForm request={request} class="card stack" path={PATHS.profile} parameters={next ? { next } : {}} novalidate>
        <h2>{texts.registrant}</h2>
        <p>{texts.registrantNote}</p>
        <ErrorSummary title={errors.length > 0 ? texts.notSaved : undefined} errors={errors} />
        <DetailsFields {...fields} />
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

/** `POST /client-area/profile`. */
export async function changeProfile(request: ClientAreaForm): Promise<Response> {
  const values = formValuesOf(request.form);
  const changed = await request.engine.setAccountDetails(writeCall(request, ["profile"]), detailsOf(values));
  if (changed.ok) {
    const next = request.visit.url.searchParams.get("next");
    return seeOther(areaLink(request.visit, PATHS.profile, { [SAVED]: "details", ...(next && { next }) }));
  }
  const { problem } = changed;
  if (!isRefusal(problem)) return failed(request, { ok: false, problem });
  const { language } = request.visit;
  const errors =
    problem.code === "invalid_body"
      ? detailsErrors(problem.refused, language)
      : [{ field: null, text: "reason" in problem ? typeset(problem.reason, language) : profileTexts[language].later }];
  return showForm(request, { values, errors, status: statusOf(problem) });
}

const profileTexts = byLanguage({
  name: { en: "Account", fr: "Compte" },
  email: { en: "E-mail", fr: "Adresse de courriel" },
  currency: { en: "Currency", fr: "Devise" },
  creditBalance: { en: "Credit", fr: "Crédit" },
  registrant: { en: "Name and address", fr: "Nom et adresse" },
  registrantNote: {
    en: "Domain names that you order from now on are registered to this name and address. Names that you have keep theirs.",
    fr: "Les noms de domaine que vous commanderez désormais seront enregistrés avec ces coordonnées. Les noms que vous avez gardent les leurs.",
  },
  save: { en: "Save", fr: "Enregistrer" },
  saved: { en: "Saved.", fr: "Enregistré." },
  goBack: { en: "Go back", fr: "Revenir" },
  notSaved: { en: "Nothing was saved.", fr: "Rien n’a été enregistré." },
  later: {
    en: "This cannot be saved right now. Try again in a minute.",
    fr: "Impossible d’enregistrer pour le moment. Réessayez dans une minute.",
  },
});
