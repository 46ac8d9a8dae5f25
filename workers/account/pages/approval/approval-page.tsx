import type { ApprovalState, ApprovalView } from "../../../../durable-objects/account/approvals/approval-port.ts";
import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import { FilledText } from "../../../../shared/pages/filled-text.tsx";
import { formatInstant } from "../../../../shared/pages/formats.ts";
import type { SignedIn } from "../../../../shared/pages/sign-in/session.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { commandDefinitions } from "../../acting-operations.ts";
import { type ApprovalWords, describeApproval } from "../../approvals/approval-words.ts";
import type { ApprovalFact } from "../../approvals/quote-facts.ts";
import { CustomerPage } from "../components/customer-page.tsx";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { ASSISTANTS_PATH, approvalAddress, signInForApproval } from "../page-addresses.ts";
import type { PageContext } from "../page-request.ts";
import { labelOf } from "../scope-texts.ts";
import { providerTexts } from "../sign-in/provider-texts.ts";
import { approvalTexts } from "./approval-texts.ts";

const MAX_QUOTED = 200;

interface ApprovalPageProps {
  context: PageContext;
  approval: ApprovalView;
  connection: ConnectionSummary;
  signedIn: SignedIn;
  formToken: string;
  /** It is approved shortly after a sign-in alone, and that was too long ago. */
  needsSignIn: boolean;
  /** The page of the last sign-in says that it did not ask anew. */
  wasNotAsked: boolean;
}

/** What an application asks to do, and the customer's answer; or what became of it. */
export function ApprovalPage(props: ApprovalPageProps) {
  const { context, approval, connection, formToken } = props;
  const { visit } = context;
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
  return (
    <CustomerPage context={context} title={heading} below={why}>
      <form class="stack loose" method="post" action={approvalAddress(visit, approval)}>
        <HiddenFields token={formToken} pending={null} />
        <div class="stack tight">
          <h1>{heading}</h1>
          <WhoAsks connection={connection} language={language} />
        </div>
        <StateNote approval={approval} language={language} />
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
        <Answer {...props} />
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

/** What became of the request; nothing while it is open. */
function StateNote({ approval, language }: { approval: ApprovalView; language: Language }) {
  const { state } = approval;
  if (state === "ASKED") return null;
  const { now, what } = approvalTexts[language].states[state](inWords(instantOf(approval, state), language));
  return (
    <div class="note notice stack tight" role="status">
      <p class="strong">{now}</p>
      <p>{what}</p>
    </div>
  );
}

/** The instant that a state's text names. */
function instantOf({ endsAt, decidedAt }: ApprovalView, state: ApprovalState): string {
  return state === "CONSUMED" ? (decidedAt ?? endsAt) : endsAt;
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

/** What the customer can do now. */
function Answer({ context: { visit }, approval, signedIn, needsSignIn, wasNotAsked }: ApprovalPageProps) {
  const texts = approvalTexts[visit.language];
  const { email } = signedIn;
  switch (approval.state) {
    case "ASKED":
      return (
        <>
          <div class="stack tight small muted">
            <p>
              <FilledText text={texts.signedInAs} fill={{ email: <bdi class="strong">{email}</bdi> }} />
            </p>
            <p>{texts.open(inWords(approval.endsAt, visit.language))}</p>
            <p>{needsSignIn ? texts.signInFirst : texts.once}</p>
          </div>
          {needsSignIn && wasNotAsked && <p class="note">{providerTexts[visit.language].notAsked}</p>}
          <div class="buttons equal">
            <button class="button" type="submit" name="decision" value="decline">
              {texts.decline}
            </button>
            {needsSignIn ? (
              <a class="button" href={signInForApproval(visit, approval, true)}>
                {texts.signInAgain}
              </a>
            ) : (
              <button class="button" type="submit" name="decision" value="approve">
                {texts.approve}
              </button>
            )}
          </div>
        </>
      );
    case "APPROVED":
      return (
        <div class="buttons">
          <button class="button" type="submit" name="decision" value="decline">
            {texts.declineAfterAll}
          </button>
          <a class="button primary" href={linkTo(visit, ASSISTANTS_PATH)}>
            {texts.assistants}
          </a>
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
