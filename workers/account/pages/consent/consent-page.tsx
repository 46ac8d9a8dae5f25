import type { PendingAuthorization } from "../../../../durable-objects/session/session-port.ts";
import { NO_ASKS } from "../../../../shared/account-access/asks.ts";
import type {
  ChosenAccount,
  Holding,
  LimitLists,
  ManagedAccount,
} from "../../../../shared/billing-contract/customer.ts";
import { initialOf } from "../../../../shared/pages/brand.ts";
import { ButtonLink, Submit } from "../../../../shared/pages/buttons.tsx";
import { ErrorSummary, type FormError } from "../../../../shared/pages/error-summary.tsx";
import { FilledText, filled } from "../../../../shared/pages/filled-text.tsx";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { SignedIn } from "../../../../shared/pages/sign-in/session.ts";
import { SIGN_OUT_PATH } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { asksAbout, operationsHeld } from "../../acting-operations.ts";
import { ApplicationOrigin } from "../components/application-origin.tsx";
import { AskFields, type AsksEntry, asksEntry } from "../components/ask-fields.tsx";
import { CustomerPage, HiddenFields } from "../components/customer-page.tsx";
import { LimitField } from "../components/limit-field.tsx";
import { WhatItReads } from "../components/what-it-reads.tsx";
import { ASSISTANTS_PATH, AUTHORIZE_PATH, pageAddress } from "../page-addresses.ts";
import type { CustomerPageRequest, CustomerSession } from "../page-request.ts";
import { scopeTexts } from "../scope-texts.ts";
import { ChangeTicks } from "./change-ticks.tsx";

export const consentTexts = byLanguage({
  title: { en: "Connect {name} to {brand}?", fr: "Connecter {name} à {brand} ?" },
  catalogue: {
    en: "If you only added our catalogue of plans and prices, choose Cancel: the catalogue works without your account.",
    fr: "Si vous avez seulement ajouté notre catalogue de forfaits et de prix, choisissez Annuler : le catalogue fonctionne sans votre compte.",
  },
  signedInAs: { en: "Signed in as {email}", fr: "Session ouverte : {email}" },
  account: { en: "Account {name}", fr: "Compte {name}" },
  notYou: { en: "Not you?", fr: "Pas vous ?" },
  otherAccount: { en: "Change", fr: "Changer" },
  reads: { en: "It will be able to read", fr: "Cette application pourra lire" },
  limits: { en: "Limits and approvals", fr: "Limites et accords" },
  noLimits: { en: "Whole account, no approval first", fr: "Tout le compte, sans accord préalable" },
  /** The texts for an application that can only read. */
  limitsToReading: { en: "Limits", fr: "Limites" },
  noLimitsToReading: { en: "Whole account", fr: "Tout le compte" },
  /** The text next to the buttons if nothing is ticked. `agreed` is the text if {ticked} boxes are ticked. */
  readsOnly: { en: "Reading only", fr: "Lecture seule" },
  agreed: (kinds: number) => ({
    en: `Reading, plus {ticked} of ${kinds} permissions`,
    fr: `Lecture, et {ticked} des ${kinds} permissions`,
  }),
  howLong: {
    en: "It stays connected until you disconnect it, or until it has not been used for 30 days.",
    fr: "La connexion dure jusqu’à ce que vous y mettiez fin, ou qu’elle reste 30 jours sans être utilisée.",
  },
  deny: { en: "Cancel", fr: "Annuler" },
  allow: { en: "Allow", fr: "Autoriser" },
  undo: {
    en: "You can restrict or end this at any time under {assistants}; ending it takes effect immediately.",
    fr: "Vous pouvez restreindre cette connexion ou y mettre fin à tout moment sous {assistants} ; la fin prend effet aussitôt.",
  },
  assistants: { en: "Connected assistants", fr: "Assistants connectés" },
  changeNotPossible: {
    en: "Your own access to this account doesn’t include a change that you ticked. Check your choices again.",
    fr: "Votre propre accès à ce compte ne permet pas une modification qui a été cochée. Vérifiez les cases.",
  },
  accountChanged: {
    en: "You chose another account in another window. Nothing was connected; check the account again.",
    fr: "Un autre compte a été choisi entre-temps, dans une autre fenêtre. Vérifiez le compte ; rien n’a été connecté.",
  },
});

/** A pending authorization, with the login that can decide about it. */
export interface OpenAuthorization {
  to: CustomerPageRequest;
  session: CustomerSession;
  id: string;
  pending: PendingAuthorization;
  signedIn: SignedIn;
  /** The accounts that the login manages. There is at least one. */
  accounts: ManagedAccount[];
  /** The chosen account, or the only one; `null` if none is chosen, or if the login has lost access to it. */
  chosen: ChosenAccount | null;
}

/** The hidden field with the account that the consent page showed, so that the consent applies to no other account. */
export const SHOWN_ACCOUNT_FIELD = "shown_account";
/** The prefix of the approval fields' ids. */
export const ASK_FIELDS = "ask";

/** The values and errors of a form that is shown again. */
export interface AnsweredConsent {
  ticked?: string[];
  chosenLimit?: string;
  asks?: AsksEntry;
  errors?: FormError[];
  /** The status of the response. By default, it is 422 if there are errors, and otherwise 200. */
  status?: number | undefined;
}

interface ConsentPageProps {
  open: OpenAuthorization;
  account: Holding;
  choices: LimitLists;
  answered: AnsweredConsent;
}

/** Shows the decision: whether the application may connect, and what it may do. */
export function ConsentPage({ open, account, choices, answered }: ConsentPageProps) {
  const { to, session, id, pending: request } = open;
  const { ticked = [], chosenLimit = "all", asks = asksEntry(NO_ASKS), errors = [] } = answered;
  const { visit } = to;
  const { language } = visit;
  const isAllowing = to.offered.length > 0;
  const brand = to.theme.brand.name;
  /** Whether the form is shown again with its own choices. The section with limits and approvals is then open. */
  const isLimited = chosenLimit !== "all" || asks.ticked.length > 0 || errors.length > 0;
  const texts = consentTexts[language];
  const assistants = <a href={linkTo(visit, ASSISTANTS_PATH)}>{texts.assistants}</a>;
  const undo = (
    <p>
      <FilledText text={texts.undo} fill={{ assistants }} />
    </p>
  );
  return (
    <CustomerPage context={to} title={filled(texts.title, { name: request.name, brand })} below={undo} isWide>
      <SignOutForm open={open} isButtonElsewhere />
      {/* The form spans the whole card, so that its buttons stay visible while any part of the card is on screen. */}
      <form method="post" action={pageAddress(visit, AUTHORIZE_PATH, id)}>
        <HiddenFields token={session.formToken} pending={id} />
        <input type="hidden" name={SHOWN_ACCOUNT_FIELD} value={account.id} />
        <ErrorSummary errors={errors} />
        <div class="sides">
          <div class="stack">
            <p class="from-to" aria-hidden="true">
              <span class="monogram great">{initialOf(request.name)}</span>
              <span class="dots" />⇆
              <span class="dots" />
              <span class="monogram great brand-mark">{initialOf(brand)}</span>
            </p>
            <h1>
              <FilledText text={texts.title} fill={{ name: <bdi>{request.name}</bdi>, brand: <bdi>{brand}</bdi> }} />
            </h1>
            <SignedInNote open={open} account={account.name} />
            <ApplicationOrigin application={request} language={language} />
            <section class="stack tight">
              <h2 class="label">{texts.reads}</h2>
              <WhatItReads language={language} permissions={account.permissions} hasZones={to.hasZones} />
            </section>
          </div>
          <div class="stack">
            {isAllowing ? (
              <ChangeTicks
                language={language}
                kinds={to.offered}
                asked={request.asked}
                ticked={ticked}
                holding={account}
              />
            ) : (
              <p class="note">{scopeTexts[language][to.described?.acts === false ? "notTaken" : "readsOnly"]}</p>
            )}
            <details class="fold" open={isLimited}>
              <summary>
                <span class="stack tight">
                  <b>{isAllowing ? texts.limits : texts.limitsToReading}</b>
                  {!isLimited && <span class="small">{isAllowing ? texts.noLimits : texts.noLimitsToReading}</span>}
                </span>
              </summary>
              <div class="stack loose">
                <LimitField
                  language={language}
                  id="limit"
                  accountName={account.name}
                  choices={choices}
                  chosen={chosenLimit}
                  errors={errors}
                />
                {isAllowing && (
                  <AskFields
                    language={language}
                    id={ASK_FIELDS}
                    kinds={asksAbout(to.offered.flatMap((kind) => operationsHeld(account, kind)))}
                    entry={asks}
                    currency={account.currency}
                    errors={errors}
                  />
                )}
              </div>
            </details>
            <p class="small faint">{texts.howLong}</p>
            {request.mayMeanCatalogue && <p class="small muted">{texts.catalogue}</p>}
          </div>
        </div>
        <div class="decision">
          {isAllowing && (
            <p class="small strong">
              <span class="none-ticked">{texts.readsOnly}</span>
              <span class="some-ticked">
                <FilledText text={texts.agreed(to.offered.length)} fill={{ ticked: <span class="ticked" /> }} />
              </span>
            </p>
          )}
          <div class="buttons equal">
            <Submit class="button" name="decision" value="deny" label={texts.deny} />
            <Submit
              class={request.origin.kind === "verified" ? "button primary" : "button"}
              name="decision"
              value="allow"
              label={texts.allow}
            />
          </div>
        </div>
      </form>
    </CustomerPage>
  );
}

/** The id of the form that ends the session. Its button is inside another form. */
const NOT_YOU_FORM = "not-you";

function SignedInNote({ open, account }: { open: OpenAuthorization; account: string }) {
  const { id, signedIn, accounts } = open;
  const { visit } = open.to;
  const texts = consentTexts[visit.language];
  return (
    <div>
      <div class="who">
        <p>
          <FilledText text={texts.signedInAs} fill={{ email: <bdi class="strong">{signedIn.email}</bdi> }} />
        </p>
        <Submit class="quiet" form={NOT_YOU_FORM} label={texts.notYou} />
      </div>
      <div class="who">
        <p>
          <FilledText text={texts.account} fill={{ name: <bdi class="strong">{account}</bdi> }} />
        </p>
        {accounts.length > 1 && (
          <ButtonLink
            class="quiet"
            href={pageAddress(visit, AUTHORIZE_PATH, id, { choose: "account" })}
            label={texts.otherAccount}
          />
        )}
      </div>
    </div>
  );
}

interface SignOutFormProps {
  open: OpenAuthorization;
  /** Whether {@link SignedInNote} shows the form's button. */
  isButtonElsewhere?: boolean;
}

/** Shows the form that ends the session and keeps the pending authorization for another person. */
export function SignOutForm({ open, isButtonElsewhere = false }: SignOutFormProps) {
  const { visit } = open.to;
  return (
    <form
      {...(isButtonElsewhere && { id: NOT_YOU_FORM, hidden: true })}
      method="post"
      action={pageAddress(visit, SIGN_OUT_PATH, null)}
    >
      <HiddenFields token={open.session.formToken} pending={open.id} />
      {!isButtonElsewhere && <Submit class="quiet" label={consentTexts[visit.language].notYou} />}
    </form>
  );
}
