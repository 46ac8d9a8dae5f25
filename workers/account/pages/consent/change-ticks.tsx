import type { ChangeScope } from "../../../../shared/account-access/scopes.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import type { Language } from "../../../../shared/platform/language.ts";
import { type Held, mayCallSome } from "../../acting-operations.ts";
import { notHeldWords, scopeTexts } from "../scope-texts.ts";

const tickTexts = byLanguage({
  changes: { en: "You can also allow", fr: "Vous pouvez aussi permettre" },
  inFull: { en: "What each permission includes", fr: "Ce que comprend chaque permission" },
  asked: { en: "The application asks for this.", fr: "L’application le demande." },
});

interface ChangeTicksProps {
  language: Language;
  kinds: readonly ChangeScope[];
  /** The requested scopes. The page mentions them but never preselects them. */
  asked: readonly string[];
  ticked: readonly string[];
  holding: Held;
}

/** Shows the changes that the customer can allow. No change is preselected. */
export function ChangeTicks({ language, kinds, asked, ticked, holding }: ChangeTicksProps) {
  const texts = tickTexts[language];
  const words = scopeTexts[language].kinds;
  return (
    <div>
      <fieldset>
        <legend>{texts.changes}</legend>
        {kinds.map((kind) => {
          const { label, brief } = words[kind];
          const isPossible = mayCallSome(holding, kind);
          const notHeld = notHeldWords(holding, kind, language);
          return (
            <Tick
              id={kind.replace(":", "-")}
              name="scope"
              value={kind}
              label={label}
              consequences={[
                <>
                  {brief} {asked.includes(kind) && <span class="strong">{texts.asked}</span>}
                </>,
                ...(notHeld === null ? [] : [<span class="warning">{notHeld}</span>]),
              ]}
              isTicked={isPossible && ticked.includes(kind)}
              isDisabled={!isPossible}
            />
          );
        })}
      </fieldset>
      <details>
        <summary>{texts.inFull}</summary>
        <ul class="stack tight small">
          {kinds.map((kind) => (
            <li>
              <b>{words[kind].label}</b>
              <p>{words[kind].consequence}</p>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
