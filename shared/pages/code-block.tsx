import type { Child } from "hono/jsx";
import type { Language } from "../platform/language.ts";
import { byLanguage } from "./french-typography.ts";

interface CopiedProps {
  language: Language;
  children: Child;
}

/** A command, a file or a response with a copy button. Without scripts, a click selects all of it. */
export function CodeBlock({ language, children }: CopiedProps) {
  return (
    <Copied language={language}>
      <pre translate="no" tabindex={0}>
        <code>{children}</code>
      </pre>
    </Copied>
  );
}

/** A URL or another single-line text with a copy button. */
export function CopiedLine({ language, children, class: more }: CopiedProps & { class?: string }) {
  return (
    <Copied language={language}>
      <code class={more ? `address ${more}` : "address"} translate="no" tabindex={0}>
        {children}
      </code>
    </Copied>
  );
}

function Copied({ language, children }: CopiedProps) {
  const { copy, copied, select } = copyTexts[language];
  return (
    <div class="copied">
      {children}
      <button class="copy" type="button" data-copied={copied} aria-live="polite">
        {copy}
      </button>
      <noscript>
        <span class="faint small">{select}</span>
      </noscript>
    </div>
  );
}

const copyTexts = byLanguage({
  copy: { en: "Copy", fr: "Copier" },
  copied: { en: "Copied", fr: "Copié" },
  /** The hint if scripts are off. */
  select: { en: "Click to select all of it.", fr: "Un clic sélectionne tout." },
});
