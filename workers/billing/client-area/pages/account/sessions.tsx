import { DataTable } from "../../../../../shared/pages/data-table.tsx";
import { formatAgo } from "../../../../../shared/pages/formats.ts";
import { byLanguage } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { show } from "../../answers.tsx";
import { areaLink, type ClientAreaForm, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaForm, AreaPage } from "../../components/area-page.tsx";
import { DONE } from "./account.tsx";

/** The field that names the session to end. Without this field, the form ends all other sessions. */
const SESSION = "session";

/** Handles `GET /client-area/account/sessions`. It shows the login's open sessions. */
export async function showSessions(request: SignedInRequest): Promise<Response> {
  const { visit, visitor, now } = request;
  const { language } = visit;
  const texts = sessionsTexts[language];
  const sessions = await visitor.session.list();
  const rows = sessions.map(({ object, at, browser, isOwn }) => ({
    key: object,
    cells: [
      browser || texts.unknown,
      formatAgo(new Date(at).toISOString(), now(), language),
      isOwn ? (
        texts.own
      ) : (
        <AreaForm request={request} path={PATHS.sessions}>
          <input type="hidden" name={SESSION} value={object} />
          <button class="button danger" type="submit">
            {texts.end}
            <span class="only-heard"> {browser || texts.unknown}</span>
          </button>
        </AreaForm>
      ),
    ],
  }));
  return show(
    request,
    <AreaPage request={request} title={texts.title} back={{ label: areaTexts[language].account, path: PATHS.account }}>
      {visit.url.searchParams.has(DONE) && (
        <p class="note" role="status">
          {texts.ended}
        </p>
      )}
      <section class="card stack">
        <p>{texts.lead}</p>
        <DataTable
          caption={texts.title}
          columns={[{ label: texts.browser }, { label: texts.signedIn }, { label: texts.state }]}
          rows={rows}
        />
        {sessions.length > 1 && (
          <AreaForm request={request} path={PATHS.sessions}>
            <div class="buttons">
              <button class="button danger" type="submit">
                {texts.endOthers}
              </button>
            </div>
          </AreaForm>
        )}
      </section>
    </AreaPage>,
  );
}

/** Handles `POST /client-area/account/sessions`. */
export async function endSessions({ visit, visitor, form }: ClientAreaForm): Promise<Response> {
  const session = form.get(SESSION);
  await (session === null ? visitor.session.endOthers() : visitor.session.endOne(session));
  return seeOther(areaLink(visit, PATHS.sessions, { [DONE]: "ended" }));
}

const sessionsTexts = byLanguage({
  title: { en: "Where you are signed in", fr: "Vos sessions ouvertes" },
  lead: {
    en: "These browsers are signed in to your account. If you do not recognise one, end it and change your password. A session ends after an hour without use, or after eight hours.",
    fr: "Une session est ouverte dans ces navigateurs. Si l’un d’eux vous est inconnu, fermez sa session et changez votre mot de passe. Une session prend fin après une heure sans utilisation, et après huit heures dans tous les cas.",
  },
  browser: { en: "Browser", fr: "Navigateur" },
  signedIn: { en: "Signed in", fr: "Ouverte" },
  state: { en: "State", fr: "État" },
  unknown: { en: "Unknown browser", fr: "Navigateur inconnu" },
  own: { en: "This one", fr: "Celle-ci" },
  end: { en: "End", fr: "Mettre fin" },
  endOthers: { en: "End all others", fr: "Mettre fin à toutes les autres" },
  ended: { en: "Ended.", fr: "Fermée." },
});
