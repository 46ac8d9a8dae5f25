import { CHANGE_SCOPES, CHANGES } from "../../../../shared/connections/scopes.ts";
import { formatDay } from "../../../../shared/pages/formats.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import type { AccountChoices } from "./account-choices.ts";
import { ASSISTANTS_PATH, type AssistantsScene } from "./assistants-scene.ts";
import { mayChange, mayChangeAll, mayChangeSome } from "../change-permissions.ts";
import { LimitSelect } from "./limit-select.tsx";
import { listTexts } from "./list-texts.ts";
import { operationWords } from "../operation-words.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import { NAME_LENGTH, TOKEN_DAYS } from "./token-draft.ts";
import type { TokenPanel } from "./token-panel.ts";
import { tokenTexts } from "./token-texts.ts";

const DAY_MS = 24 * 60 * 60_000;

interface TokenFormProps {
  scene: AssistantsScene;
  panel: Extract<TokenPanel, { kind: "form" }>;
  choices: AccountChoices | null;
}

/** What a new API token is to be. It is checked by us, in the page's language, so the browser checks nothing. */
export function TokenForm({ scene, panel, choices }: TokenFormProps) {
  const { visit, formToken, now } = scene;
  const { language } = visit;
  const texts = tokenTexts[language];
  const { account, several, once, entry, errors } = panel;
  return (
    <form class="stack loose" method="post" action={linkTo(visit, ASSISTANTS_PATH)} novalidate>
      <input type="hidden" name="token" value={formToken} />
      <input type="hidden" name="once" value={once} />
      <input type="hidden" name="account" value={String(account.id)} />
      {several && (
        <p>
          <strong>{texts.account.chosen(account.name)}</strong>
          {" · "}
          <a href={linkTo(visit, `${ASSISTANTS_PATH}?new-token#new-token`)}>{texts.account.other}</a>
        </p>
      )}
      <div class="field">
        <label for="token-name">{texts.name.label}</label>
        <FieldError field="name" errors={errors} />
        <input
          id="token-name"
          name="name"
          value={entry.name}
          maxlength={NAME_LENGTH * 2}
          autocomplete="off"
          aria-describedby={described("token-name-hint", "name", errors)}
          aria-invalid={errors.name ? "true" : undefined}
        />
        <p class="hint" id="token-name-hint">
          {texts.name.hint}
        </p>
      </div>
      <fieldset id="token-changes" class="field" aria-describedby={described("token-changes-hint", "changes", errors)}>
        <legend>{texts.changes.legend}</legend>
        <FieldError field="changes" errors={errors} />
        <p class="hint" id="token-changes-hint">
          {texts.changes.hint}
        </p>
        {CHANGE_SCOPES.map((kind) => (
          <KindTicks kind={kind} panel={panel} language={language} />
        ))}
      </fieldset>
      <div class="field">
        <label for="token-limit">{texts.limit.label}</label>
        <FieldError field="limit" errors={errors} />
        <LimitSelect
          id="token-limit"
          everything={listTexts[language].everything(account.name)}
          choices={choices}
          value={entry.limit}
          labels={texts.limit}
          describedBy={described("token-limit-hint", "limit", errors)}
          isInvalid={errors.limit !== undefined}
        />
        <p class="hint" id="token-limit-hint">
          {texts.limit.hint}
        </p>
      </div>
      <fieldset class="field" aria-describedby={errors.days && "token-days-error"}>
        <legend>{texts.days.legend}</legend>
        <FieldError field="days" errors={errors} />
        <div class="side-by-side">
          {TOKEN_DAYS.map((days, index) => (
            <Tick
              type="radio"
              name="days"
              value={String(days)}
              id={index === 0 ? "token-days" : undefined}
              label={texts.days.option(days)}
              consequence={texts.days.on(formatDay(new Date(now() + days * DAY_MS).toISOString(), language))}
              isTicked={entry.days === String(days)}
            />
          ))}
        </div>
      </fieldset>
      <p>
        <button class="button" type="submit" name="action" value="create_token">
          {texts.send}
        </button>
      </p>
    </form>
  );
}

type KindTicksProps = Pick<TokenFormProps, "panel"> & {
  kind: (typeof CHANGE_SCOPES)[number];
  language: AssistantsScene["visit"]["language"];
};

/** A kind of change, which opens to its single operations. */
function KindTicks({ kind, panel: { account, entry }, language }: KindTicksProps) {
  const { changes: texts } = tokenTexts[language];
  const words = operationWords[language];
  const isAllowed = mayChangeAll(account, kind);
  const isOpenable = mayChangeSome(account, kind);
  return (
    <div class="kind">
      <Tick
        name="scope"
        value={kind}
        label={words.kinds[kind].label}
        consequence={isAllowed ? words.kinds[kind].consequence : isOpenable ? texts.notAllYours : texts.notYours}
        isTicked={entry.scopes.includes(kind)}
        isDisabled={!isAllowed}
      />
      {isOpenable && (
        <details open={CHANGES[kind].some((operation) => entry.operations.includes(operation))}>
          <summary>
            {texts.single}
            <span class="only-heard">, {words.kinds[kind].label}</span>
          </summary>
          <p class="hint">{texts.singleHint}</p>
          {CHANGES[kind].map((operation) => (
            <Tick
              name="operation"
              value={operation}
              label={words.changes[operation].label}
              consequence={mayChange(account, operation) ? words.changes[operation].consequence : texts.notYours}
              isTicked={entry.operations.includes(operation)}
              isDisabled={!mayChange(account, operation)}
            />
          ))}
        </details>
      )}
    </div>
  );
}

type ErrorsProps = { field: keyof TokenFormProps["panel"]["errors"]; errors: TokenFormProps["panel"]["errors"] };

function FieldError({ field, errors }: ErrorsProps) {
  return errors[field] ? (
    <p class="error" id={`token-${field}-error`}>
      {errors[field]}
    </p>
  ) : null;
}

function described(hint: string, field: ErrorsProps["field"], errors: ErrorsProps["errors"]): string {
  return errors[field] ? `${hint} token-${field}-error` : hint;
}
