import type { Child } from "hono/jsx";
import type { BillingProblem } from "../../../../../shared/billing-contract/result.ts";
import { ErrorSummary, type FormError } from "../../../../../shared/pages/error-summary.tsx";
import { byLanguage } from "../../../../../shared/pages/french-typography.ts";
import { MessagePage } from "../../../../../shared/pages/layout.tsx";
import type { Obstacle } from "../../../engine/accounts/closing.ts";
import { failed, isRefusal, show, stopAt } from "../../answers.tsx";
import {
  actorQuery,
  areaLink,
  type ClientAreaForm,
  loginCall,
  PATHS,
  type SignedInRequest,
  writeCall,
} from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaForm, AreaPage, moneyOf, readableName } from "../../components/area-page.tsx";
import { PresentPasswordField, presentPassword, wrongPresentPassword } from "../../components/password-fields.tsx";
import { givenCode, SecondStepField, wrongCode } from "./second-step.tsx";

/**
 * Handles `GET /client-area/account/close` for the account's owner. It shows the obstacles, or the form that closes the
 * account.
 */
export function showClosing(request: SignedInRequest): Promise<Response> {
  return showForm(request, []);
}

async function showForm(request: SignedInRequest, errors: FormError[]): Promise<Response> {
  const { engine, account, visit } = request;
  if (!account.owner) return stopAt(request, "permissionDenied");
  const [obstacles, login] = await Promise.all([
    engine.readClosing(actorQuery(request)),
    engine.readLogin(loginCall(request)),
  ]);
  if (!login.ok) return failed(request, login);
  if (!obstacles.ok) return stopped(request, obstacles.problem);
  if (obstacles.value.length > 0) return showObstacles(request, obstacles.value, 200);
  const texts = closingTexts[visit.language];
  return show(
    request,
    <ClosingPage request={request}>
      <AreaForm request={request} class="card stack" path={PATHS.close} novalidate>
        <p>
          {texts.closes} <strong>{account.name}</strong> ({account.id}).
        </p>
        <ul class="stack tight">
          {[texts.forGood, texts.consequences, texts.kept].map((text) => (
            <li>{text}</li>
          ))}
        </ul>
        <ErrorSummary errors={errors} />
        {login.value.recoveryCodes !== null && <SecondStepField errors={errors} language={visit.language} />}
        <PresentPasswordField errors={errors} language={visit.language} />
        <div class="buttons">
          <button class="button danger" type="submit">
            {texts.button}
          </button>
        </div>
      </AreaForm>
    </ClosingPage>,
    { status: errors.length > 0 ? 422 : 200 },
  );
}

function showObstacles(request: SignedInRequest, obstacles: Obstacle[], status: 200 | 409): Promise<Response> {
  const texts = closingTexts[request.visit.language];
  return show(
    request,
    <ClosingPage request={request}>
      <section class="card stack">
        <p>{texts.inTheWay}</p>
        <ul class="stack tight">
          {obstacles.map((obstacle) => (
            <li>
              <ObstacleLine request={request} obstacle={obstacle} />
            </li>
          ))}
        </ul>
      </section>
    </ClosingPage>,
    { status },
  );
}

function ObstacleLine({ request, obstacle }: { request: SignedInRequest; obstacle: Obstacle }) {
  const { kinds, ends } = closingTexts[request.visit.language];
  const { href, label } = endOf(request, obstacle);
  const named = obstacle.kind === "credit" ? moneyOf(request, obstacle.amount) : readableName(obstacle.name);
  return (
    <>
      {kinds[obstacle.kind]} <bdi translate="no">{named}</bdi> ·{" "}
      {href === null ? ends[label] : <a href={href}>{ends[label]}</a>}
    </>
  );
}

/**
 * Returns the link to the page on which the customer can remove an obstacle. `href` is `null` if there is no such page.
 */
function endOf({ visit, theme }: SignedInRequest, obstacle: Obstacle): { href: string | null; label: ObstacleEnd } {
  const to = (path: string) => areaLink(visit, path);
  switch (obstacle.kind) {
    case "service":
      return { href: to(`${PATHS.services}/${obstacle.id}/cancel`), label: "cancel" };
    case "domain":
      return { href: to(`${PATHS.domains}/${obstacle.name}`), label: "leave" };
    case "order":
      return obstacle.invoice === null
        ? { href: null, label: "wait" }
        : { href: to(`${PATHS.invoices}/${obstacle.invoice}`), label: "payOrLapse" };
    case "invoice":
      return { href: to(`${PATHS.invoices}/${obstacle.id}`), label: "pay" };
    case "credit":
      return { href: theme.brand.support, label: "askBack" };
  }
}

/**
 * Handles `POST /client-area/account/close`. It closes the account, ends its connections, and signs out every login
 * that manages no other open account.
 */
export async function closeAccount(request: ClientAreaForm): Promise<Response> {
  const { engine, account, visitor, visit, theme, form } = request;
  if (!account.owner) return stopAt(request, "permissionDenied");
  const texts = closingTexts[visit.language];
  const closed = await engine.closeAccount(writeCall(request, []), { ...presentPassword(request), ...givenCode(form) });
  if (!closed.ok) return stopped(request, closed.problem);
  const { value } = closed;
  switch (value.outcome) {
    case "too_many":
      return stopAt(request, "tooMany", value);
    case "refused":
      return showForm(request, [wrongPresentPassword(visit.language)]);
    case "wrong_code":
    case "sign_in_again":
      return showForm(request, [wrongCode(value.outcome, visit.language)]);
    case "in_the_way":
      return showObstacles(request, value.obstacles, 409);
    case "closed": {
      for (const loginId of value.logins) await visitor.session.endAllOf(loginId);
      await visitor.session.endConnectionsOfAccount(account.id);
      const message = { title: texts.closed, what: texts.isClosed(account.name), next: texts.mailed };
      return show(request, <MessagePage theme={theme} visit={visit} {...message} />);
    }
  }
}

function stopped(request: SignedInRequest, problem: BillingProblem) {
  return isRefusal(problem) ? stopAt(request, "permissionDenied") : failed(request, { ok: false, problem });
}

function ClosingPage({ request, children }: { request: SignedInRequest; children: Child }) {
  const { language } = request.visit;
  const back = { label: areaTexts[language].account, path: PATHS.account };
  return (
    <AreaPage request={request} title={closingTexts[language].title} back={back}>
      {children}
    </AreaPage>
  );
}

type ObstacleEnd = keyof (typeof closingTexts)["en"]["ends"];

const closingTexts = byLanguage({
  title: { en: "Close the account", fr: "Fermer le compte" },
  inTheWay: {
    en: "To close the account, first deal with these:",
    fr: "Le compte pourra être fermé une fois que rien de ceci ne restera :",
  },
  kinds: {
    service: { en: "Service", fr: "Service" },
    domain: { en: "Domain name", fr: "Nom de domaine" },
    order: { en: "Order", fr: "Commande" },
    invoice: { en: "Invoice", fr: "Facture" },
    credit: { en: "Credit", fr: "Crédit" },
  },
  ends: {
    cancel: { en: "cancel it", fr: "le résilier" },
    leave: { en: "transfer it away or let it expire", fr: "le transférer ailleurs ou le laisser expirer" },
    wait: { en: "in progress; wait until it is done", fr: "elle est en cours ; attendez qu’elle soit exécutée" },
    payOrLapse: {
      en: "pay it, or let it expire unpaid",
      fr: "la payer, ou la laisser prendre fin sans paiement",
    },
    pay: { en: "pay it", fr: "la payer" },
    askBack: { en: "write to us to get it refunded", fr: "écrivez-nous pour en être remboursé" },
  },
  closes: { en: "You are closing the account", fr: "Vous fermez le compte" },
  forGood: {
    en: "It closes at once and permanently: you cannot open it again.",
    fr: "Il est fermé tout de suite et pour de bon : vous ne pourrez pas le rouvrir.",
  },
  consequences: {
    en: "This disconnects assistants and API tokens, deletes the saved card, and signs out everyone who has no other account here.",
    fr: "Les assistants connectés et les jetons d’API sont déconnectés, la carte enregistrée est oubliée, et les sessions de quiconque n’a pas d’autre compte ici sont fermées.",
  },
  kept: {
    en: "We keep its invoices. You can open a new account with the same e-mail address.",
    fr: "Nous gardons ses factures. Vous pourrez ouvrir un nouveau compte avec la même adresse de courriel.",
  },
  button: { en: "Close the account for good", fr: "Fermer le compte définitivement" },
  closed: { en: "Your account is closed", fr: "Votre compte est fermé" },
  isClosed: (account: string) => ({
    en: `The account ${account} is closed. We disconnected its assistants and API tokens and deleted its saved card.`,
    fr: `Le compte ${account} est fermé. Tout ce qui y était connecté est déconnecté, et sa carte enregistrée est oubliée.`,
  }),
  mailed: {
    en: "We have written to the owner of the account. Thank you for being our customer.",
    fr: "Nous avons écrit au titulaire du compte. Merci d’avoir été notre client.",
  },
});
