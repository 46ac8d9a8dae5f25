import { NO_ASKS } from "../../../../shared/account-access/asks.ts";
import type { ChangeScope } from "../../../../shared/account-access/scopes.ts";
import type { Holding } from "../../../../shared/billing-contract/customer.ts";
import { ErrorSummary, type FormError } from "../../../../shared/pages/error-summary.tsx";
import { FilledText, filled } from "../../../../shared/pages/filled-text.tsx";
import { Tick } from "../../../../shared/pages/tick.tsx";
import { linkTo } from "../../../../shared/pages/visit.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { asksAbout, type Held, mayCallSome, operationsHeld } from "../../acting-operations.ts";
import { ApplicationOrigin } from "../components/application-origin.tsx";
import { AskFields, type AsksEntry, asksEntry } from "../components/ask-fields.tsx";
import { CustomerPage } from "../components/customer-page.tsx";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { LimitField } from "../components/limit-field.tsx";
import { WhatItReads } from "../components/what-it-reads.tsx";
import type { LimitChoices } from "../limits.ts";
import { ASSISTANTS_PATH, AUTHORIZE_PATH, pageAddress } from "../page-addresses.ts";
import type { OpenAuthorization } from "../page-request.ts";
import { notHeldWords, scopeTexts } from "../scope-texts.ts";
import { consentTexts } from "./consent-texts.ts";
import { SignedInNote, SignOutForm } from "./signed-in-note.tsx";

/** Hidden field of the consent: the account it was shown for, so that nothing is agreed for another one. */
export const SHOWN_ACCOUNT_FIELD = "shown_account";
/** Prefix of the ids of what is asked first. */
export const ASK_FIELDS = "ask";

/** A form that is shown again: what was ticked and chosen, and what is wrong with it. */
export interface AnsweredConsent {
  ticked?: string[];
  chosenLimit?: string;
  asks?: AsksEntry;
  errors?: FormError[];
  /** Of the answer; by default 422 with errors. */
  status?: number | undefined;
}

interface ConsentPageProps {
  open: OpenAuthorization;
  account: Holding;
  choices: LimitChoices;
  answered: AnsweredConsent;
}

/** The decision: may this application connect, and what may it do. */
export function ConsentPage({ open, account, choices, answered }: ConsentPageProps) {
  const { to, session, id, pending: request } = open;
  const { ticked = [], chosenLimit = "all", asks = asksEntry(NO_ASKS), errors = [] } = answered;
  const { visit } = to;
  const { language } = visit;
  const texts = consentTexts[language];
  const assistants = <a href={linkTo(visit, ASSISTANTS_PATH)}>{texts.assistants}</a>;
  const undo = (
    <p>
      <FilledText text={texts.undo} fill={{ assistants }} />
    </p>
  );
  return (
    <CustomerPage context={to} title={filled(texts.title, { name: request.name })} below={undo}>
      <SignOutForm open={open} isButtonElsewhere />
      {/* All of the card: the buttons stay in sight for as long as their form is. */}
      <form class="stack loose" method="post" action={pageAddress(visit, AUTHORIZE_PATH, id)}>
        <HiddenFields token={session.formToken} pending={id} />
        <input type="hidden" name={SHOWN_ACCOUNT_FIELD} value={account.id} />
        <div class="stack tight">
          <h1>
            <FilledText text={texts.title} fill={{ name: <bdi>{request.name}</bdi> }} />
          </h1>
          <ApplicationOrigin application={request} language={language} />
        </div>
        <SignedInNote open={open} account={account.name} />
        <ErrorSummary errors={errors} />
        <section class="stack tight">
          <h2 class="label">{texts.reads}</h2>
          <WhatItReads language={language} permissions={account.permissions} hasZones={to.hasZones} />
        </section>
        {open.acts ? (
          <ChangeTicks language={language} kinds={to.offered} asked={request.asked} ticked={ticked} holding={account} />
        ) : (
          <p class="note">{scopeTexts[language].notTaken}</p>
        )}
        <LimitField
          language={language}
          id="limit"
          accountName={account.name}
          choices={choices}
          chosen={chosenLimit}
          errors={errors}
        />
        {open.acts && (
          <AskFields
            language={language}
            id={ASK_FIELDS}
            kinds={asksAbout(to.offered.flatMap((kind) => operationsHeld(account, kind)))}
            entry={asks}
            currency={account.currency}
            errors={errors}
          />
        )}
        <p class="small muted">{texts.howLong}</p>
        <div class="buttons equal decision">
          <button class="button" type="submit" name="decision" value="deny">
            {texts.deny}
          </button>
          <button class="button" type="submit" name="decision" value="allow">
            {texts.allow}
          </button>
        </div>
      </form>
    </CustomerPage>
  );
}

interface ChangeTicksProps {
  language: Language;
  kinds: readonly ChangeScope[];
  /** What the application asked for: said, never ticked. */
  asked: readonly string[];
  ticked: readonly string[];
  /** What the login may do itself. */
  holding: Held;
}

/** One box for each kind of change, with what follows from ticking it. */
function ChangeTicks({ language, kinds, asked, ticked, holding }: ChangeTicksProps) {
  const texts = consentTexts[language];
  return (
    <fieldset>
      <legend>{texts.changes}</legend>
      {kinds.map((kind) => {
        const { label, consequence } = scopeTexts[language].kinds[kind];
        const isPossible = mayCallSome(holding, kind);
        const notHeld = notHeldWords(holding, kind, language);
        return (
          <Tick
            id={kind.replace(":", "-")}
            name="scope"
            value={kind}
            label={label}
            consequences={[
              consequence,
              ...(asked.includes(kind) ? [<span class="strong">{texts.asked}</span>] : []),
              ...(notHeld === null ? [] : [<span class="warning">{notHeld}</span>]),
            ]}
            isTicked={isPossible && ticked.includes(kind)}
            isDisabled={!isPossible}
          />
        );
      })}
    </fieldset>
  );
}
