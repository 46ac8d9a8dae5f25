import type { ChangeScope } from "../../../../shared/account-access/scopes.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import type { Language } from "../../../../shared/platform/language.ts";
import { type Held, mayCallSome } from "../../acting-operations.ts";
import { notHeldWords, scopeTexts } from "../scope-texts.ts";
import { consentTexts } from "./consent-texts.ts";

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
export function ChangeTicks({ language, kinds, asked, ticked, holding }: ChangeTicksProps) {
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
