import type { Child } from "hono/jsx";
import { Layout } from "../../../../shared/pages/layout.tsx";
import type { PageContext } from "../page-request.ts";
import { journeyTexts } from "./journey-texts.ts";

interface CustomerPageProps {
  context: PageContext;
  title: string;
  /** Adds where to find the demonstration's logins. */
  signsIn?: boolean;
  children: Child;
  /** Quiet lines under the card. */
  below?: Child;
}

/** The layout of the sign-in and consent pages: one card, and lines under it. */
export function CustomerPage({ context, title, signsIn = false, children, below }: CustomerPageProps) {
  const { theme, visit, described } = context;
  const demonstration = described?.demonstration ?? false;
  const texts = journeyTexts[visit.language];
  return (
    <Layout theme={theme} visit={visit} title={title} width="reading">
      <div class="card stack loose">{children}</div>
      {(below || demonstration) && (
        <div class="below-card stack tight">
          {below}
          {demonstration && (
            <p>
              {texts.demonstration}
              {signsIn && ` ${texts.demonstrationLogins}`}
            </p>
          )}
        </div>
      )}
    </Layout>
  );
}
