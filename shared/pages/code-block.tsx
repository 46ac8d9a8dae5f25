import type { Child } from "hono/jsx";
import type { Language } from "../platform/language.ts";
import { byLanguage } from "./french-typography.ts";

interface CopiedProps {
  language: Language;
  children: string;
}

/** A command or a file as it is to be copied: by its button, or by a click that selects all of it. */
export function CodeBlock({ language, children }: CopiedProps) {
  return (
    <Copied language={language}>
      <pre class="whole" translate="no">
        <code>{children}</code>
      </pre>
    </Copied>
  );
}

/** An address, or another text of one line, as it is to be copied. */
export function CopiedLine({ language, children, class: more }: CopiedProps & { class?: string }) {
  return (
    <Copied language={language}>
      <code class={more ? `address ${more}` : "address"} translate="no">
        {children}
      </code>
    </Copied>
  );
}

function Copied({ language, children }: { language: Language; children: Child }) {
  const { copy, copied } = copyTexts[language];
  return (
    <div class="copied">
      {children}
      <button class="copy" type="button" data-copied={copied} aria-live="polite">
        {copy}
      </button>
    </div>
  );
}

const copyTexts = byLanguage({
  copy: { en: "Copy", fr: "Copier" },
  copied: { en: "Copied", fr: "Copié" },
});
