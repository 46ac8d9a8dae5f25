import type { Child } from "hono/jsx";
import { FieldError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { Tick } from "../../../../shared/pages/tick.tsx";
import type { LimitChoices } from "../limits.ts";
import { ASSISTANTS_PATH } from "../page-addresses.ts";
import type { AssistantsPageContext } from "./page-context.ts";
import { TOKEN_FIELDS } from "./token-draft.ts";
import { TokenForm } from "./token-form.tsx";
import type { TokenPanel } from "./token-panel.ts";
import { tokenTexts } from "./token-texts.ts";

interface TokenPanelViewProps {
  context: AssistantsPageContext;
  panel: TokenPanel;
  isOpen: boolean;
  choices: LimitChoices | null;
}

/** "Create an API token": a button that opens to the form, or to what comes before it. */
export function TokenPanelView({ context, panel, isOpen, choices }: TokenPanelViewProps) {
  const texts = tokenTexts[context.visit.language];
  return (
    <details class="new-token" id="new-token" open={isOpen}>
      <summary class="button primary">{texts.title}</summary>
      <section class="card" aria-label={texts.title}>
        <div class="stack loose column">
          <p class="muted">{texts.lead}</p>
          <PanelContent context={context} panel={panel} choices={choices} />
        </div>
      </section>
    </details>
  );
}

function PanelContent({ context, panel, choices }: Omit<TokenPanelViewProps, "isOpen">): Child {
  const texts = tokenTexts[context.visit.language];
  switch (panel.kind) {
    case "unavailable":
      return <p class="note">{texts.unavailable}</p>;
    case "no_account":
      return <p class="note">{texts.noAccount}</p>;
    case "sign_in_again":
      return (
        <div class="stack">
          <p>{texts.signInAgain.text}</p>
          <p>
            <a class="button primary" href={context.signInAgain}>
              {texts.signInAgain.link}
            </a>
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

/** Which account first: what can be ticked and limited to depends on it. */
function AccountForm({ context: { visit }, panel: { accounts, errors } }: AccountFormProps) {
  const texts = tokenTexts[visit.language];
  return (
    <form class="stack" action={`${ASSISTANTS_PATH}#new-token`}>
      {visit.languageAsked && <input type="hidden" name="lang" value={visit.language} />}
      <input type="hidden" name="new-token" value="" />
      <fieldset
        id={TOKEN_FIELDS.account}
        class="field"
        tabindex={-1}
        {...fieldState(TOKEN_FIELDS.account, errors, "token-account-hint")}
      >
        <legend>{texts.account.label}</legend>
        <FieldError field={TOKEN_FIELDS.account} errors={errors} />
        <p class="hint" id="token-account-hint">
          {texts.account.text}
        </p>
        {accounts.map(({ id, name }) => (
          <Tick type="radio" id={`token-account-${id}`} name="account" value={String(id)} label={<bdi>{name}</bdi>} />
        ))}
      </fieldset>
      <p>
        <button class="button primary" type="submit">
          {texts.account.send}
        </button>
      </p>
    </form>
  );
}
