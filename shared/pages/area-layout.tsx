import type { AreaFrame } from "../billing-contract/client-area.ts";
import { Submit } from "./buttons.tsx";
import { TOKEN_FIELD } from "./form.ts";
import { byLanguage } from "./french-typography.ts";
import { Layout, type LayoutProps, layoutTexts } from "./layout.tsx";
import { AREA_PATH, SIGN_OUT_PATH } from "./sign-in/sign-in-address.ts";
import { linkTo, type Visit } from "./visit.ts";

export const areaLayoutTexts = byLanguage({
  changeAccount: { en: "Change account", fr: "Changer de compte" },
  signOut: { en: "Sign out", fr: "Fermer la session" },
});

interface AreaLayoutProps extends Pick<LayoutProps, "theme" | "visit" | "title" | "isShownOnce" | "person"> {
  /** The client area's frame; `null` for a page without it. */
  frame: AreaFrame | null;
  /** The width of a page without the frame. Pages in the frame are always wide. */
  width?: LayoutProps["width"];
  children: LayoutProps["children"];
}

/** A page of a signed-in login, within the client area's frame if there is one. */
export function AreaLayout({ frame, width = "wide", children, ...page }: AreaLayoutProps) {
  return (
    <Layout {...page} width={frame ? "wide" : width}>
      {frame && <AreaTabs frame={frame} visit={page.visit} />}
      {children}
    </Layout>
  );
}

/** The name of the selected account, and links to the pages that the login may open in it. */
function AreaTabs({ frame: { account, hasOthers, tabs }, visit }: { frame: AreaFrame; visit: Visit }) {
  const { pathname } = visit.url;
  const isIn = (path: string) => pathname === path || (path !== AREA_PATH && pathname.startsWith(`${path}/`));
  return (
    <nav class="tabbed" aria-label={layoutTexts[visit.language].clientArea}>
      <p class="links muted">
        <span>
          <strong>{account.name}</strong> ({account.id})
        </span>{" "}
        {hasOthers && (
          <a href={`${linkTo(visit, AREA_PATH)}#account`}>{areaLayoutTexts[visit.language].changeAccount}</a>
        )}
      </p>
      <div class="tab-links">
        {tabs.map(({ path, label }) => (
          <a href={linkTo(visit, path)} aria-current={isIn(path) ? "page" : undefined}>
            {label}
          </a>
        ))}
      </div>
    </nav>
  );
}

interface PersonProps {
  visit: Visit;
  email: string;
  /** The form token of the session. */
  formToken: string;
  /** The page to which a later sign-in returns. The default is the page of connected assistants. */
  goal?: string;
}

/** The e-mail address of the signed-in person and the sign-out button, for the end of the header. */
export function Person({ visit, email, formToken, goal }: PersonProps) {
  const path = goal === undefined ? SIGN_OUT_PATH : `${SIGN_OUT_PATH}?${new URLSearchParams({ to: goal })}`;
  return (
    <>
      <bdi translate="no">{email}</bdi>
      <form method="post" action={linkTo(visit, path)}>
        <input type="hidden" name={TOKEN_FIELD} value={formToken} />
        <Submit class="quiet" label={areaLayoutTexts[visit.language].signOut} />
      </form>
    </>
  );
}
