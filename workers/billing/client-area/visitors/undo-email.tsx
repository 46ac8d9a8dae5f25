import type { JSX } from "hono/jsx/jsx-runtime";
import { FilledText } from "../../../../shared/pages/filled-text.tsx";
import { TOKEN_FIELD } from "../../../../shared/pages/form.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import { Layout } from "../../../../shared/pages/layout.tsx";
import { notNow, show } from "../answers.tsx";
import { type AreaRequest, areaLink, PATHS } from "../area-request.ts";

/** The name of the query parameter in the e-mail's link, and of the form field. */
const CHANGE = "change";

/**
 * Handles `GET /client-area/undo-email`, the link in the e-mail to the previous address. Opening the link does not undo
 * the change; the form does.
 */
export function showUndoEmail(request: AreaRequest): Promise<Response> {
  const { visit, visitor } = request;
  const texts = undoTexts[visit.language];
  return showText(
    request,
    200,
    <>
      <p>{texts.lead}</p>
      <form method="post" action={areaLink(visit, PATHS.undoEmail)}>
        <input type="hidden" name={TOKEN_FIELD} value={visitor?.formToken ?? ""} />
        <input type="hidden" name={CHANGE} value={visit.url.searchParams.get(CHANGE) ?? ""} />
        <div class="buttons">
          <button class="button primary" type="submit">
            {texts.undo}
          </button>
        </div>
      </form>
    </>,
  );
}

/** Handles `POST /client-area/undo-email`. */
export async function undoEmail(request: AreaRequest, form: URLSearchParams): Promise<Response> {
  const { engine, visit, visitor, signIns } = request;
  const texts = undoTexts[visit.language];
  const undone = await engine.undoEmailChange(request, {
    token: form.get(CHANGE) ?? "",
    endSessions: async (loginId) => visitor?.session.endAllOf(loginId),
  });
  if (!undone.ok) return notNow(request, undone.problem);
  if (undone.value.outcome === "over") return showText(request, 422, <p>{texts.over}</p>);
  const { login } = undone.value;
  signIns.signedOut = login.id;
  return showText(
    request,
    200,
    <>
      <p role="status">
        <FilledText text={texts.undone} fill={{ email: <bdi translate="no">{login.email}</bdi> }} />
      </p>
      <p>
        <a class="button primary" href={areaLink(visit, PATHS.newPassword)}>
          {texts.newPassword}
        </a>
      </p>
    </>,
  );
}

function showText(request: AreaRequest, status: number, content: JSX.Element): Promise<Response> {
  const { theme, visit } = request;
  const { title } = undoTexts[visit.language];
  const page = (
    <Layout theme={theme} visit={visit} title={title} width="reading">
      <div class="card stack">
        <h1>{title}</h1>
        {content}
      </div>
    </Layout>
  );
  return show(request, page, { status, headers: { "Referrer-Policy": "no-referrer" } });
}

const undoTexts = byLanguage({
  title: { en: "Undo the change of your e-mail address", fr: "Annuler le changement de votre adresse de courriel" },
  lead: {
    en: "This restores your former e-mail address, ends all your sessions and voids your password. Then choose a new password.",
    fr: "Vous retrouvez votre ancienne adresse de courriel, toutes vos sessions sont fermées, et votre mot de passe ne vaut plus. Choisissez-en ensuite un nouveau.",
  },
  undo: { en: "Undo the change", fr: "Annuler le changement" },
  undone: {
    en: "You sign in with {email} again. We ended all sessions and voided your password, because the person who changed the address knew it. A second step turned on since then, or in the 30 days before, is off. If the sign-in still asks for a code that you do not have, write to us.",
    fr: "Vous ouvrez de nouveau une session avec {email}. Toutes les sessions ont été fermées, et votre mot de passe ne vaut plus, car qui a changé l’adresse le connaissait. Une deuxième étape activée depuis, ou dans les 30 jours précédents, est désactivée. Si l’ouverture de session demande encore un code que vous n’avez pas, écrivez-nous.",
  },
  newPassword: { en: "Choose a new password", fr: "Choisir un nouveau mot de passe" },
  over: {
    en: "This link is no longer valid. Nothing was changed. If you have lost control of your account, write to us.",
    fr: "Ce lien n’est plus valide. Rien n’a été modifié. Si votre compte ne vous appartient plus, écrivez-nous.",
  },
});
