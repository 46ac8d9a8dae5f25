import { Submit } from "../../../../shared/pages/buttons.tsx";
import { ErrorSummary, FieldError, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { FilledText, filled } from "../../../../shared/pages/filled-text.tsx";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import { ApplicationOrigin } from "../components/application-origin.tsx";
import { CustomerPage, HiddenFields } from "../components/customer-page.tsx";
import { AUTHORIZE_PATH, pageAddress } from "../page-addresses.ts";
import { consentTexts, type OpenAuthorization, SignOutForm } from "./consent-page.tsx";

const accountChoiceTexts = byLanguage({
  title: { en: "Which account should {name} connect to?", fr: "À quel compte connecter {name} ?" },
  legend: { en: "Your accounts", fr: "Vos comptes" },
  number: (id: number) => ({ en: `Account ${id}`, fr: `Compte ${id}` }),
  next: { en: "Continue", fr: "Continuer" },
  nothingYet: {
    en: "Nothing is connected yet. You choose what it can do on the next page.",
    fr: "Rien n’est encore connecté : la page suivante demande ce qui est permis.",
  },
  missing: { en: "Choose an account.", fr: "Choisissez un compte." },
});

/** The name of the button that cancels on this page. */
export const CANCEL_FIELD = "cancel";
/**
 * The id of a separate form for the cancel button. The Enter key presses the first button of the form with the
 * accounts, which continues.
 */
const CANCEL_FORM = "cancel";

interface AccountChoicePageProps {
  open: OpenAuthorization;
  isMissing: boolean;
}

/** Shows the choice between the login's accounts. No account is preselected. */
export function AccountChoicePage({ open, isMissing }: AccountChoicePageProps) {
  const { to, session, id, pending: application, signedIn, accounts } = open;
  const { visit } = to;
  const token = session.formToken;
  const texts = accountChoiceTexts[visit.language];
  const words = consentTexts[visit.language];
  const errors: FormError[] = isMissing ? [{ field: "account", text: texts.missing }] : [];
  return (
    <CustomerPage context={to} title={filled(texts.title, { name: application.name })}>
      <div class="stack tight">
        <h1>
          <FilledText text={texts.title} fill={{ name: <bdi>{application.name}</bdi> }} />
        </h1>
        <ApplicationOrigin application={application} language={visit.language} isBrief />
      </div>
      <div class="note">
        <div class="who">
          <p>
            <FilledText text={words.signedInAs} fill={{ email: <bdi class="strong">{signedIn.email}</bdi> }} />
          </p>
          <SignOutForm open={open} />
        </div>
      </div>
      <ErrorSummary errors={errors} />
      <form id={CANCEL_FORM} hidden method="post" action={pageAddress(visit, AUTHORIZE_PATH, id)}>
        <HiddenFields token={token} pending={id} />
      </form>
      <form class="stack loose" method="post" action={pageAddress(visit, AUTHORIZE_PATH, id)}>
        <HiddenFields token={token} pending={id} />
        <fieldset id="account" tabindex={-1} {...fieldState("account", errors)}>
          <legend>{texts.legend}</legend>
          {accounts.map((account) => (
            <Tick
              type="radio"
              id={`account-${account.id}`}
              name="account"
              value={String(account.id)}
              label={account.name === null ? texts.number(account.id) : <bdi>{account.name}</bdi>}
              consequences={account.name === null ? [] : [`${texts.number(account.id)} · ${account.currency}`]}
            />
          ))}
          <FieldError field="account" errors={errors} />
        </fieldset>
        <div class="stack">
          <p class="small muted">{texts.nothingYet}</p>
          <div class="buttons forward">
            <Submit class="quiet" form={CANCEL_FORM} name={CANCEL_FIELD} value="1" label={words.deny} />
            <Submit class="button primary" label={texts.next} />
          </div>
        </div>
      </form>
    </CustomerPage>
  );
}
