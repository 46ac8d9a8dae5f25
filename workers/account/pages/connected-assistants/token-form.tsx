import type { Child } from "hono/jsx";
import type { ChangeScope } from "../../../../shared/account-access/scopes.ts";
import type { LimitLists } from "../../../../shared/billing-contract/customer.ts";
import { ButtonLink, Submit } from "../../../../shared/pages/buttons.tsx";
import { ChoiceField, FieldError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { formatDay } from "../../../../shared/pages/formats.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { mayCall, mayCallSome, operationsUnder } from "../../acting-operations.ts";
import { HiddenFields } from "../components/customer-page.tsx";
import { LimitField } from "../components/limit-field.tsx";
import { ASSISTANTS_PATH, NEW_TOKEN_PATH, signInForToken } from "../page-addresses.ts";
import type { AssistantsPageContext } from "../page-request.ts";
import { notHeldWords, scopeTexts } from "../scope-texts.ts";
import { NOT_ASKED, wasNotAsked } from "../sign-in/recent-sign-in.ts";
import type { TokenPanel } from "./token-input.ts";
import { endAfter, NAME_LENGTH, TOKEN_DAYS, TOKEN_FIELDS } from "./token-input.ts";
import { tokenTexts } from "./token-texts.ts";

interface TokenFormProps {
  context: AssistantsPageContext;
  panel: Extract<TokenPanel, { kind: "form" }>;
  choices: LimitLists | null;
}

/**
 * Shows the form for a new API token. The server validates it in the page's language, so the browser's validation is
 * off.
 */
function TokenForm({ context, panel, choices }: TokenFormProps) {
  const { visit, formToken, now } = context;
  const { language } = visit;
  const texts = tokenTexts[language];
  const { account, several, once, entry, errors } = panel;
  return (
    <form class="stack loose" method="post" action={linkTo(visit, ASSISTANTS_PATH)} novalidate>
      <HiddenFields token={formToken} />
      <input type="hidden" name="once" value={once} />
      <input type="hidden" name="account" value={String(account.id)} />
      {several && (
        <p>
          <strong>{texts.account.chosen(account.name)}</strong>
          {" · "}
          <a href={linkTo(visit, NEW_TOKEN_PATH)}>{texts.account.other}</a>
        </p>
      )}
      <div class="field">
        <label for={TOKEN_FIELDS.name}>{texts.name.label}</label>
        <FieldError field={TOKEN_FIELDS.name} errors={errors} />
        <input
          id={TOKEN_FIELDS.name}
          name="name"
          value={entry.name}
          maxlength={NAME_LENGTH * 2}
          autocomplete="off"
          {...fieldState(TOKEN_FIELDS.name, errors, "token-name-hint")}
        />
        <p class="hint" id="token-name-hint">
          {texts.name.hint}
        </p>
      </div>
      {context.described?.acts === false ? (
        <div class="field" id={TOKEN_FIELDS.changes} tabindex={-1}>
          <FieldError field={TOKEN_FIELDS.changes} errors={errors} />
          <p class="note">{scopeTexts[language].notTaken}</p>
        </div>
      ) : (
        <ChoiceField id={TOKEN_FIELDS.changes} legend={texts.changes.legend} hint={texts.changes.hint} errors={errors}>
          {context.offered.map((kind) => (
            <KindTicks kind={kind} panel={panel} language={language} />
          ))}
        </ChoiceField>
      )}
      <LimitField
        language={language}
        id={TOKEN_FIELDS.limit}
        accountName={account.name}
        choices={choices}
        chosen={entry.limit}
        errors={errors}
      />
      <ChoiceField id={TOKEN_FIELDS.days} legend={texts.days.legend} errors={errors}>
        <div class="side-by-side">
          {TOKEN_DAYS.map((days) => (
            <Tick
              type="radio"
              id={`token-days-${days}`}
              name="days"
              value={String(days)}
              label={texts.days.option(days)}
              consequences={[texts.days.on(formatDay(endAfter(days, now()), language))]}
              isTicked={entry.days === String(days)}
            />
          ))}
        </div>
      </ChoiceField>
      <p>
        <Submit class="button primary" name="action" value="create_token" label={texts.send} />
      </p>
    </form>
  );
}

type KindTicksProps = Pick<TokenFormProps, "panel"> & {
  kind: ChangeScope;
  language: AssistantsPageContext["visit"]["language"];
};

function KindTicks({ kind, panel: { account, entry }, language }: KindTicksProps) {
  const { changes: texts } = tokenTexts[language];
  const words = scopeTexts[language];
  const notHeld = notHeldWords(account, kind, language);
  const operations = operationsUnder(kind);
  return (
    <div class="kind">
      <Tick
        id={`token-${kind.replace(":", "-")}`}
        name="scope"
        value={kind}
        label={words.kinds[kind].label}
        consequences={[notHeld ?? words.kinds[kind].consequence]}
        isTicked={entry.scopes.includes(kind)}
        isDisabled={notHeld !== null}
      />
      {mayCallSome(account, kind) && (
        <details open={operations.some(({ id }) => entry.operations.includes(id))}>
          <summary>
            {texts.single}
            <span class="only-heard">, {words.kinds[kind].label}</span>
          </summary>
          <p class="hint">{texts.singleHint}</p>
          {operations.map((operation) => (
            <Tick
              id={`token-${operation.id}`}
              name="operation"
              value={operation.id}
              label={typeset(operation.label, language)}
              consequences={[mayCall(account, operation) ? typeset(operation.consequence, language) : words.notHeld]}
              isTicked={entry.operations.includes(operation.id)}
              isDisabled={!mayCall(account, operation)}
            />
          ))}
        </details>
      )}
    </div>
  );
}

type TokenPanelViewProps = Omit<TokenFormProps, "panel"> & {
  panel: TokenPanel;
  isOpen: boolean;
  /** Whether the page has a more important part to show first. */
  isQuiet: boolean;
};

/** Shows "Create an API token", which opens the form or the step before it. */
export function TokenPanelView({ context, panel, isOpen, isQuiet, choices }: TokenPanelViewProps) {
  const texts = tokenTexts[context.visit.language];
  return (
    <details class="new-token" id="new-token" open={isOpen}>
      <summary class={isQuiet ? undefined : "button"}>{texts.title}</summary>
      <section class="card" aria-label={texts.title}>
        <div class="stack loose column">
          <p class="muted">{context.described?.acts === false ? texts.leadReading : texts.lead}</p>
          <PanelContent context={context} panel={panel} choices={choices} />
        </div>
      </section>
    </details>
  );
}

function PanelContent({ context, panel, choices }: Omit<TokenPanelViewProps, "isOpen" | "isQuiet">): Child {
  const texts = tokenTexts[context.visit.language];
  switch (panel.kind) {
    case "unavailable":
      return <p class="note">{texts.unavailable}</p>;
    case "no_account":
      return <p class="note">{texts.noAccount}</p>;
    case "sign_in_again":
      return (
        <div class="stack">
          <p>
            {context.described?.signIn.kind === "redirect" ? texts.signInAgain.textElsewhere : texts.signInAgain.text}
          </p>
          {wasNotAsked(context) && <p class="note">{NOT_ASKED[context.visit.language]}</p>}
          <p>
            <ButtonLink class="button primary" href={signInForToken(context.visit)} label={texts.signInAgain.link} />
          </p>
        </div>
      );
    case "account":
      return <AccountForm context={context} panel={panel} />;
    case "form":
      return <TokenForm context={context} panel={panel} choices={choices} />;
  }
}

type AccountFormProps = { context: AssistantsPageContext; panel: Extract<TokenPanel, { kind: "account" }> };

/** Shows the choice of the account, on which permissions and limits depend. */
function AccountForm({ context: { visit }, panel: { accounts, errors } }: AccountFormProps) {
  const texts = tokenTexts[visit.language];
  return (
    <form class="stack" action={`${ASSISTANTS_PATH}#new-token`}>
      {visit.languageAsked && <input type="hidden" name="lang" value={visit.language} />}
      <input type="hidden" name="new-token" value="" />
      <ChoiceField id={TOKEN_FIELDS.account} legend={texts.account.label} hint={texts.account.text} errors={errors}>
        {accounts.map(({ id, name }) => (
          <Tick
            type="radio"
            id={`token-account-${id}`}
            name="account"
            value={String(id)}
            label={name === null ? texts.account.numbered(id) : <bdi>{name}</bdi>}
          />
        ))}
      </ChoiceField>
      <p>
        <Submit class="button primary" label={texts.account.send} />
      </p>
    </form>
  );
}
