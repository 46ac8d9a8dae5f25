import type { Child } from "hono/jsx";
import { byLanguage } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { LANGUAGES } from "../../../../../shared/platform/language.ts";
import { failed, notNow, show, stopAt } from "../../answers.tsx";
import {
  actorQuery,
  areaLink,
  type ClientAreaForm,
  loginCall,
  mayDo,
  PATHS,
  type SignedInRequest,
} from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaForm, AreaPage, DescriptionList, moneyOf } from "../../components/area-page.tsx";
import { cardName } from "../invoices/payment-methods.tsx";

/** The query parameter that names the change that was just completed. */
export const DONE = "done";

const LANGUAGE_NAMES = { en: "English", fr: "Français" };

/**
 * Handles `GET /client-area/account`. It shows the account, and links to the account and sign-in settings that the
 * login may change.
 */
export async function showAccount(request: SignedInRequest): Promise<Response> {
  const { engine, visit } = request;
  const [login, read, card] = await Promise.all([
    engine.readLogin(loginCall(request)),
    mayDo(request, "profile") ? engine.readAccount(actorQuery(request, "profile")) : null,
    mayDo(request, "invoices") ? engine.readCard(actorQuery(request, "invoices")) : null,
  ]);
  if (!login.ok) return failed(request, login);
  if (read && !read.ok) return failed(request, read);
  if (card && !card.ok) return failed(request, card);
  const { language } = visit;
  const texts = accountTexts[language];
  const { account, details, paymentMethods, history } = areaTexts[language];
  const done = Object.entries(texts.done).find(([name]) => name === visit.url.searchParams.get(DONE));
  return show(
    request,
    <AreaPage request={request} title={account}>
      {done && (
        <p class="note" role="status">
          {done[1]}
        </p>
      )}
      <Section
        request={request}
        title={request.account.name}
        links={[
          ...link(read, details, PATHS.details),
          ...link(card, paymentMethods, PATHS.paymentMethods),
          [history, PATHS.history],
          ...link(request.account.owner, texts.close, PATHS.close),
        ]}
      >
        {(read || card) && (
          <DescriptionList
            items={[
              read && [texts.currency, read.value.currency],
              read && [texts.credit, moneyOf(request, read.value.creditBalance)],
              card && [texts.card, card.value.isSaved ? cardName(request, card.value) : texts.noCard],
            ]}
          />
        )}
      </Section>
      <Section
        request={request}
        title={texts.signingIn}
        links={[
          ...link(request.changesEmails, texts.changeEmail, PATHS.email),
          [texts.changePassword, PATHS.password],
          [login.value.recoveryCodes === null ? texts.turnOnSecondStep : texts.changeSecondStep, PATHS.secondStep],
          [texts.sessions, PATHS.sessions],
        ]}
      >
        <DescriptionList
          items={[
            [texts.email, <bdi translate="no">{login.value.email}</bdi>],
            [texts.secondStep, login.value.recoveryCodes === null ? texts.off : texts.on],
          ]}
        />
      </Section>
      <AreaForm request={request} class="card stack" path={PATHS.language}>
        <h2>{texts.mails}</h2>
        <div class="field">
          <label for="language">{texts.language}</label>
          <div class="entry">
            <select id="language" name="language">
              {LANGUAGES.map((one) => (
                <option value={one} selected={one === login.value.language} lang={one}>
                  {LANGUAGE_NAMES[one]}
                </option>
              ))}
            </select>
            <button class="button primary" type="submit">
              {texts.save}
            </button>
          </div>
        </div>
      </AreaForm>
    </AreaPage>,
  );
}

interface SectionProps {
  request: SignedInRequest;
  title: string;
  links: [label: string, path: string][];
  children?: Child;
}

/** Returns a link of a section, or nothing if the login cannot use it. */
function link(isThere: unknown, label: string, path: string): SectionProps["links"] {
  return isThere ? [[label, path]] : [];
}

/** Renders one section of the page, with links to related pages. */
function Section({ request, title, links, children }: SectionProps) {
  return (
    <section class="card stack">
      <h2>{title}</h2>
      {children}
      <p class="links">
        {links.map(([label, path]) => (
          <a href={areaLink(request.visit, path)}>{label}</a>
        ))}
      </p>
    </section>
  );
}

/** Handles `POST /client-area/account/language`. It sets the language of the login's e-mails. */
export async function saveLanguage(request: ClientAreaForm): Promise<Response> {
  const { engine, form, visit } = request;
  const language = LANGUAGES.find((known) => known === form.get("language"));
  if (!language) return stopAt(request, "unreadableForm");
  const saved = await engine.setLanguage(loginCall(request), language);
  return saved.ok ? seeOther(areaLink(visit, PATHS.account, { [DONE]: "language" })) : notNow(request, saved.problem);
}

export const accountTexts = byLanguage({
  currency: { en: "Currency", fr: "Devise" },
  credit: { en: "Credit", fr: "Crédit" },
  card: { en: "Saved card", fr: "Carte enregistrée" },
  noCard: { en: "None", fr: "Aucune" },
  signingIn: { en: "Signing in", fr: "Ouverture de session" },
  email: { en: "E-mail", fr: "Adresse de courriel" },
  changeEmail: { en: "Change the e-mail address", fr: "Changer l’adresse de courriel" },
  changePassword: { en: "Change the password", fr: "Changer le mot de passe" },
  secondStep: { en: "Second step", fr: "Deuxième étape" },
  on: { en: "On", fr: "Activée" },
  off: { en: "Off", fr: "Désactivée" },
  changeSecondStep: { en: "Change the second step", fr: "Modifier la deuxième étape" },
  turnOnSecondStep: { en: "Turn on the second step", fr: "Activer la deuxième étape" },
  sessions: { en: "Where you are signed in", fr: "Vos sessions ouvertes" },
  close: { en: "Close the account…", fr: "Fermer le compte…" },
  mails: { en: "E-mails", fr: "Courriels" },
  language: { en: "Language of our e-mails", fr: "Langue de nos courriels" },
  save: { en: "Save", fr: "Enregistrer" },
  done: {
    email: {
      en: "Your e-mail address was changed.",
      fr: "Votre adresse de courriel a été changée.",
    },
    secondStepOff: { en: "The second step is off.", fr: "La deuxième étape est désactivée." },
    password: {
      en: "Your password was changed. Every other session was ended.",
      fr: "Votre mot de passe a été changé. Toutes les autres sessions ont été fermées.",
    },
    language: { en: "The language of our e-mails was changed.", fr: "La langue de nos courriels a été modifiée." },
  },
});
