import type { ApprovalPort, ApprovalView } from "../../../../durable-objects/account/approvals/approval-port.ts";
import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import type { AreaFrame } from "../../../../shared/billing-contract/client-area.ts";
import { Person } from "../../../../shared/pages/area-layout.tsx";
import { ButtonLink, Submit } from "../../../../shared/pages/buttons.tsx";
import { FilledText } from "../../../../shared/pages/filled-text.tsx";
import { formatInstant } from "../../../../shared/pages/formats.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { SignedIn } from "../../../../shared/pages/sign-in/session.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { commandDefinitions } from "../../acting-operations.ts";
import { type ApprovalWords, describeApproval } from "../../approvals/approval-words.ts";
import type { ApprovalFact } from "../../approvals/quote-facts.ts";
import { CustomerPage, HiddenFields } from "../components/customer-page.tsx";
import { ASSISTANTS_PATH, approvalAddress, signInForApproval } from "../page-addresses.ts";
import type { CustomerPageRequest, CustomerSession } from "../page-request.ts";
import { labelOf } from "../scope-texts.ts";
import { NOT_ASKED, wasNotAsked } from "../sign-in/recent-sign-in.ts";

const approvalTexts = byLanguage({
  askedTitle: (title: string) => ({ en: `${title}?`, fr: `${title} ?` }),
  asks: {
    en: "In the account {account}, {name} asks to do this.",
    fr: "Dans le compte {account}, {name} demande à le faire.",
  },
  verified: { en: "It is published by {domain}.", fr: "Cette application est publiée par {domain}." },
  unverified: {
    en: "Its name is not verified: it registered itself.",
    fr: "Son nom n’est pas vérifié : elle s’est inscrite elle-même.",
  },
  unverifiedAt: {
    en: "Its name is not verified: it is described at {domain}, which does not vouch for it.",
    fr: "Son nom n’est pas vérifié : elle est décrite sur {domain}, qui ne se porte pas garant d’elle.",
  },
  token: { en: "This is your API token {token}.", fr: "C’est votre jeton d’API {token}." },
  signedInAs: { en: "Signed in as {email}", fr: "Session ouverte : {email}" },
  quoted: (label: string) => ({ en: `${label} (its own words)`, fr: `${label} (ses propres mots)` }),
  quotedWhole: { en: "All that it wrote", fr: "Tout ce qu’elle a écrit" },
  follows: { en: "What happens next", fr: "Ce qui va se passer" },
  open: (until: string) => ({
    en: `Nothing has been done. Without an answer by ${until} nothing will be: the request then lapses.`,
    fr: `Rien n’a été fait. Sans réponse d’ici le ${until}, rien ne le sera : la demande devient alors caduque.`,
  }),
  once: {
    en: "Your approval covers exactly this request, once. If the price or the effect changes first, you are asked again.",
    fr: "Votre accord vaut pour cette demande précise, une seule fois. Si le prix ou l’effet change avant, votre accord est demandé de nouveau.",
  },
  decline: { en: "Decline", fr: "Refuser" },
  approve: { en: "Approve", fr: "Approuver" },
  signInFirst: {
    en: "To approve this, sign in once more: you last said who you are more than 15 minutes ago.",
    fr: "Pour approuver, ouvrez de nouveau une session : vous avez dit qui vous êtes il y a plus de 15 minutes.",
  },
  signInAgain: { en: "Sign in again", fr: "Rouvrir une session" },
  why: {
    en: "You chose to approve requests like this one. Change that under {assistants}.",
    fr: "Vous avez choisi d’approuver les demandes de ce genre. Vous pouvez changer cela sous {assistants}.",
  },
  assistants: { en: "Connected assistants", fr: "Assistants connectés" },
  isItDone: { en: "See whether it is done", fr: "Voir si c’est fait" },
  declineAfterAll: { en: "Decline after all", fr: "Refuser finalement" },
  states: {
    APPROVED: (until: string) => ({
      now: { en: "Approved.", fr: "Approuvé." },
      what: {
        en: `Go back to {name} and say “continue”. It is done once {name} sends it again, by ${until}. Until then you can still decline.`,
        fr: `Retournez à {name} et dites « continue ». Ce sera fait une fois la demande renvoyée, d’ici le ${until}. D’ici là, vous pouvez encore refuser.`,
      },
    }),
    CONSUMED: (at: string) => ({
      now: { en: "This was approved and sent.", fr: "Approuvé et envoyé." },
      what: {
        en: `You approved it on ${at}, and it was sent once. How it ended stands under Connected assistants, with the connection.`,
        fr: `Vous avez approuvé le ${at}, et la demande a été envoyée une fois. Son résultat figure sous Assistants connectés, avec la connexion.`,
      },
    }),
    DECLINED: (until: string) => ({
      now: { en: "This was declined.", fr: "Refusé." },
      what: {
        en: `Nothing was done. The same request is refused until ${until}; after that it can be asked again.`,
        fr: `Rien n’a été fait. La même demande est refusée jusqu’au ${until} ; elle pourra ensuite être faite de nouveau.`,
      },
    }),
    LAPSED: (at: string) => ({
      now: { en: "The time for an answer is over.", fr: "Le délai de réponse est passé." },
      what: {
        en: `It ended on ${at}. Nothing was done. If the application sends the request again, you are asked again.`,
        fr: `Il a pris fin le ${at}. Rien n’a été fait. Si l’application renvoie sa demande, votre accord sera demandé de nouveau.`,
      },
    }),
    VOID: () => ({
      now: { en: "This request has ended.", fr: "Cette demande a pris fin." },
      what: {
        en: "The connection, the price or the effect has changed since, or the action no longer needed your approval. If the application asked again, the new request is under Connected assistants.",
        fr: "Depuis, la connexion, le prix ou l’effet a changé, ou l’action n’exigeait plus votre accord. Si l’application l’a renvoyée, la nouvelle demande figure sous Assistants connectés.",
      },
    }),
  },
});

const MAX_QUOTED = 200;

/** A request that the signed-in login was asked, with the connection that asked. */
export interface OpenedApproval {
  to: CustomerPageRequest;
  session: CustomerSession;
  signedIn: SignedIn;
  connection: ConnectionSummary;
  account: ApprovalPort;
  approval: ApprovalView;
}

interface ApprovalPageProps {
  opened: OpenedApproval;
  frame: AreaFrame | null;
  /** It is approved shortly after a sign-in alone, and that was too long ago. */
  needsSignIn: boolean;
}

/** What an application asks to do, and the customer's answer; or what became of it. */
export function ApprovalPage({ opened, frame, needsSignIn }: ApprovalPageProps) {
  const { to, session, approval, connection, signedIn } = opened;
  const { visit } = to;
  const { language } = visit;
  const texts = approvalTexts[language];
  const words = wordsOf(approval, language);
  const heading = approval.state === "ASKED" ? texts.askedTitle(words.title) : words.title;
  const assistants = <a href={linkTo(visit, `${ASSISTANTS_PATH}#connection-${connection.id}`)}>{texts.assistants}</a>;
  const why = (
    <p>
      <FilledText text={texts.why} fill={{ assistants }} />
    </p>
  );
  const person = frame && <Person visit={visit} email={signedIn.email} formToken={session.formToken} />;
  return (
    <CustomerPage context={to} title={heading} below={why} frame={frame} person={person}>
      <form class="stack loose" method="post" action={approvalAddress(visit, approval)}>
        <HiddenFields token={session.formToken} />
        <div class="stack tight">
          <h1>{heading}</h1>
          <WhoAsks connection={connection} language={language} />
        </div>
        <StateNote approval={approval} name={connection.name} language={language} />
        {words.consequences.length > 0 && (
          <section class="stack tight">
            <h2 class="label">{texts.follows}</h2>
            <ul class="stack tight">
              {words.consequences.map((consequence) => (
                <li>{consequence}</li>
              ))}
            </ul>
          </section>
        )}
        {words.facts.length > 0 && <Facts facts={words.facts} language={language} />}
        <Answer opened={opened} needsSignIn={needsSignIn} />
      </form>
    </CustomerPage>
  );
}

/** A request that has ended keeps no statement: its operation and what it was about are left. */
function wordsOf({ statement, operation, target }: ApprovalView, language: Language): ApprovalWords {
  if (statement) return describeApproval(commandDefinitions[statement.operation], statement, language);
  const label = labelOf(operation, language) ?? operation;
  const about = target === null ? "" : target.slice(target.indexOf(":") + 1);
  return { title: about === "" ? label : `${label} (${about})`, facts: [], consequences: [] };
}

function WhoAsks({ connection, language }: { connection: ConnectionSummary; language: Language }) {
  const texts = approvalTexts[language];
  const { name, accountName, origin } = connection;
  return (
    <>
      <p class="muted">
        <FilledText
          text={texts.asks}
          fill={{ name: <bdi class="strong">{name}</bdi>, account: <bdi class="strong">{accountName}</bdi> }}
        />{" "}
        {origin.kind === "verified" && (
          <FilledText text={texts.verified} fill={{ domain: <bdi class="host">{origin.domain}</bdi> }} />
        )}
        {origin.kind === "token" && (
          <FilledText text={texts.token} fill={{ token: <bdi>{`${origin.prefix}…${origin.lastFour}`}</bdi> }} />
        )}
      </p>
      {origin.kind === "unverified" && (
        <p class="warning">
          {origin.domain === undefined ? (
            texts.unverified
          ) : (
            <FilledText text={texts.unverifiedAt} fill={{ domain: <bdi class="host">{origin.domain}</bdi> }} />
          )}
        </p>
      )}
    </>
  );
}

function StateNote({ approval, name, language }: { approval: ApprovalView; name: string; language: Language }) {
  const { state, endsAt, decidedAt } = approval;
  if (state === "ASKED") return null;
  const instant = state === "CONSUMED" ? (decidedAt ?? endsAt) : endsAt;
  const { now, what } = approvalTexts[language].states[state](inWords(instant, language));
  return (
    <div class="note notice stack tight" role="status">
      <p class="strong">{now}</p>
      <p>
        <FilledText text={what} fill={{ name: <bdi>{name}</bdi> }} />
      </p>
    </div>
  );
}

function inWords(instant: string, language: Language): string {
  return `${formatInstant(instant, language, "long")} UTC`;
}

function Facts({ facts, language }: { facts: ApprovalFact[]; language: Language }) {
  return (
    <dl class="parameters facts">
      {facts.map(({ label, lines, links = [], isQuoted = false }) => (
        <div>
          <dt class="muted">{isQuoted ? approvalTexts[language].quoted(label) : label}</dt>
          <dd class="stack tight">
            {lines.map((line) => (isQuoted ? <Quoted text={line} language={language} /> : <bdi>{line}</bdi>))}
            {links.map(({ text, url }) => (
              <a href={url} target="_blank" rel="noopener">
                {text}
              </a>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What the application wrote itself. It is cut, so that it does not fill the screen in the place of what would be done. */
function Quoted({ text, language }: { text: string; language: Language }) {
  if (text.length <= MAX_QUOTED) return <bdi>{text}</bdi>;
  return (
    <>
      <bdi>{`${text.slice(0, MAX_QUOTED).trimEnd()}…`}</bdi>
      <details>
        <summary>{approvalTexts[language].quotedWhole}</summary>
        <bdi>{text}</bdi>
      </details>
    </>
  );
}

function Answer({ opened: { to, approval, signedIn }, needsSignIn }: Omit<ApprovalPageProps, "frame">) {
  const { visit, now } = to;
  const texts = approvalTexts[visit.language];
  switch (approval.state) {
    case "ASKED":
      return (
        <>
          <div class="stack tight small muted">
            <p>
              <FilledText text={texts.signedInAs} fill={{ email: <bdi class="strong">{signedIn.email}</bdi> }} />
            </p>
            <p>{texts.open(inWords(approval.endsAt, visit.language))}</p>
            <p>{needsSignIn ? texts.signInFirst : texts.once}</p>
          </div>
          {needsSignIn && wasNotAsked({ signedIn, now }) && <p class="note">{NOT_ASKED[visit.language]}</p>}
          <div class="buttons equal">
            <Submit class="button" name="decision" value="decline" label={texts.decline} />
            {needsSignIn ? (
              <ButtonLink class="button" href={signInForApproval(visit, approval, true)} label={texts.signInAgain} />
            ) : (
              <Submit class="button" name="decision" value="approve" label={texts.approve} />
            )}
          </div>
        </>
      );
    case "APPROVED":
      return (
        <div class="buttons">
          <Submit class="button" name="decision" value="decline" label={texts.declineAfterAll} />
          <ButtonLink class="button primary" href={approvalAddress(visit, approval)} label={texts.isItDone} />
        </div>
      );
    case "CONSUMED":
    case "DECLINED":
    case "LAPSED":
    case "VOID":
      return (
        <p class="links">
          <a href={linkTo(visit, ASSISTANTS_PATH)}>{texts.assistants}</a>
        </p>
      );
  }
}
