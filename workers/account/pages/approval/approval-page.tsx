import type { ApprovalPort, ApprovalView } from "../../../../durable-objects/account/approvals/approval-port.ts";
import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import type { AreaFrame } from "../../../../shared/billing-contract/client-area.ts";
import { Person } from "../../../../shared/pages/area-layout.tsx";
import { ButtonLink, Submit } from "../../../../shared/pages/buttons.tsx";
import { FilledText } from "../../../../shared/pages/filled-text.tsx";
import { formatInstant } from "../../../../shared/pages/formats.ts";
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
import { approvalTexts } from "./approval-texts.ts";

const MAX_QUOTED = 200;

/** An approval request of the signed-in login, with its connection. */
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
  /** Whether the approval needs a recent sign-in and the last sign-in is too old. */
  needsSignIn: boolean;
}

/** Shows an application's request, and either the form for a decision or the outcome. */
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
          <WhoAsks opened={opened} />
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

/**
 * Returns the words for a request. A request that has ended has no statement, so only its operation and its target are
 * named.
 */
function wordsOf({ statement, operation, target }: ApprovalView, language: Language): ApprovalWords {
  if (statement) return describeApproval(commandDefinitions[statement.operation], statement, language);
  const label = labelOf(operation, language) ?? operation;
  const about = target === null ? "" : target.slice(target.indexOf(":") + 1);
  return { title: about === "" ? label : `${label} (${about})`, facts: [], consequences: [] };
}

function WhoAsks({ opened: { to, approval, connection } }: Pick<ApprovalPageProps, "opened">) {
  const texts = approvalTexts[to.visit.language];
  const { name, accountName, origin } = connection;
  return (
    <>
      <p class="muted">
        <FilledText
          text={approval.state === "ASKED" ? texts.asks : texts.asked}
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
  const { state, outcome, endsAt, decidedAt } = approval;
  if (state === "ASKED") return null;
  const instant = state === "CONSUMED" ? (decidedAt ?? endsAt) : endsAt;
  const shown = outcome === null ? state : OUTCOMES[outcome];
  const { now, what } = approvalTexts[language].states[shown](inWords(instant, language));
  return (
    <div class="note notice stack tight" role="status">
      <p class="strong">{now}</p>
      <p>
        <FilledText text={what} fill={{ name: <bdi>{name}</bdi> }} />
      </p>
    </div>
  );
}

/** The outcomes of an approved request. After a failure, it may be unknown whether the request was done. */
const OUTCOMES = { succeeded: "DONE", in_progress: "UNDER_WAY", refused: "NOT_DONE", failed: "CONSUMED" } as const;

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

/** Shows a text from the application. A long text is truncated, so that it does not hide the command. */
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
          {approval.outcome === "in_progress" && <a href={approvalAddress(visit, approval)}>{texts.isItDone}</a>}
          <a href={linkTo(visit, ASSISTANTS_PATH)}>{texts.assistants}</a>
        </p>
      );
  }
}
