import type { Child } from "hono/jsx";
import type { AreaFrame } from "../../../../shared/billing-contract/client-area.ts";
import { AreaLayout } from "../../../../shared/pages/area-layout.tsx";
import { TOKEN_FIELD } from "../../../../shared/pages/form.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import type { CustomerPageRequest } from "../page-request.ts";

const demonstrationTexts = byLanguage({
  demonstration: {
    en: "This is a demonstration: accounts, prices and invoices are made up, and nothing is charged.",
    fr: "Ceci est une démonstration : les comptes, les prix et les factures sont fictifs, et rien n’est facturé.",
  },
  demonstrationLogins: {
    en: "Logins to try it with",
    fr: "Identifiants pour l’essayer",
  },
});

export interface CustomerPageProps {
  context: Pick<CustomerPageRequest, "theme" | "visit" | "described">;
  title: string;
  /** Whether to add a link to the demonstration's logins. */
  signsIn?: boolean;
  /** Whether to show the facts next to the decision if the screen is wide enough. */
  isWide?: boolean;
  frame?: AreaFrame | null;
  /** The content at the end of the header. */
  person?: Child;
  children: Child;
  below?: Child;
}

/** The layout of the sign-in, consent and approval pages: one card, with lines below it. */
export function CustomerPage(props: CustomerPageProps) {
  const { context, title, signsIn = false, isWide = false, frame = null, person, children, below } = props;
  const { theme, visit, described } = context;
  const demonstration = described?.demonstration ?? false;
  const texts = demonstrationTexts[visit.language];
  return (
    <AreaLayout {...{ theme, visit, title, frame, person }} width={isWide ? "wide" : "reading"}>
      <div class={isWide ? "card decided" : "card stack loose"}>{children}</div>
      {(below || demonstration) && (
        <div class={isWide ? "below-card decided stack tight" : "below-card stack tight"}>
          {below}
          {demonstration && (
            <p>
              {texts.demonstration}
              {signsIn && (
                <>
                  {" "}
                  <a href={linkTo(visit, "/developers/sandbox")}>{texts.demonstrationLogins}</a>
                </>
              )}
            </p>
          )}
        </div>
      )}
    </AreaLayout>
  );
}

/** The hidden fields of these pages' forms: the session's form token, and the pending authorization. */
export function HiddenFields({ token, pending = null }: { token: string; pending?: string | null }) {
  return (
    <>
      <input type="hidden" name={TOKEN_FIELD} value={token} />
      {pending !== null && <input type="hidden" name="pending" value={pending} />}
    </>
  );
}
