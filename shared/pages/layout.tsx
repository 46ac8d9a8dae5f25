import type { Child } from "hono/jsx";
import { LANGUAGES, type Language } from "../platform/language.ts";
import { brandLetter } from "./brand.ts";
import { byLanguage } from "./french-typography.ts";
import type { Theme } from "./theme.ts";
import { linkTo, samePage, type Visit } from "./visit.ts";

export const layoutTexts = byLanguage({
  toContent: { en: "Skip to the content", fr: "Aller au contenu" },
  languages: { en: "Language", fr: "Langue" },
  home: { en: "Home", fr: "Accueil" },
  developers: { en: "Developers", fr: "Développeurs" },
  clientArea: { en: "Client area", fr: "Espace client" },
  problems: { en: "Problem codes", fr: "Codes de problème" },
  privacy: { en: "Privacy", fr: "Confidentialité" },
  support: { en: "Support", fr: "Assistance" },
  signUp: { en: "Open an account", fr: "Ouvrir un compte" },
  footer: { en: "More pages", fr: "Autres pages" },
  again: { en: "Try again", fr: "Réessayer" },
});

const NAMES: Record<Language, string> = { en: "English", fr: "Français" };

interface LayoutProps {
  theme: Theme;
  visit: Visit;
  title: string;
  head?: Child;
  /** One sentence for search results. */
  description?: string;
  /** `reading`: one column of 560 px; `wide`: 960 px, for lists; `broad`: 1,280 px, for columns side by side. */
  width: "reading" | "wide" | "broad";
  /** Links to the parts of a site, after the brand. */
  sections?: Child;
  /** The signed-in login, or where one signs in; before the language switch. */
  person?: Child;
  /** The content is shown only once, so the page has no links to itself in other languages. */
  isShownOnce?: boolean;
  children: Child;
}

/** The frame of every page: head, header, content, footer. */
export function Layout(props: LayoutProps) {
  const { theme, visit, title, head, description, width, sections, person, isShownOnce = false, children } = props;
  const { brand, stylesheet } = theme;
  const { language } = visit;
  const texts = layoutTexts[language];
  const outer = width === "broad" ? "frame broad" : "frame";
  const links: [address: string | null, label: string][] = [
    [linkTo(visit, "/"), texts.home],
    [linkTo(visit, "/developers"), texts.developers],
    [linkTo(visit, "/problems"), texts.problems],
    ...brand.links.map(({ label, address }): [string, string] => [address, label[language]]),
    [brand.privacy, texts.privacy],
    [brand.support, texts.support],
    [brand.signUp, texts.signUp],
  ];
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title === brand.name ? title : `${title} · ${brand.name}`}</title>
        {description && <meta name="description" content={description} />}
        <link rel="stylesheet" href={stylesheet.path} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {head}
      </head>
      <body>
        <a class="to-content" href="#content">
          {texts.toContent}
        </a>
        <header class="page-header">
          <div class={outer}>
            <a class="brand" href={linkTo(visit, "/")}>
              {brand.logo ? (
                <img src={brand.logo.href} alt="" />
              ) : (
                <span class="letter" aria-hidden="true">
                  {brandLetter(brand)}
                </span>
              )}
              <bdi>{brand.name}</bdi>
            </a>
            {sections}
            <nav aria-label={isShownOnce ? undefined : texts.languages}>
              {person}
              {!isShownOnce &&
                LANGUAGES.filter((other) => other !== language).map((other) => (
                  <span>
                    <a href={samePage(visit, { lang: other })} lang={other} hreflang={other}>
                      {NAMES[other]}
                    </a>
                  </span>
                ))}
            </nav>
          </div>
        </header>
        <main id="content" tabindex={-1} class={width === "reading" ? "frame reading" : outer}>
          {children}
        </main>
        <footer class="page-footer">
          <nav class={outer} aria-label={texts.footer}>
            <ul class="links">
              {links.map(
                ([address, label]) =>
                  address !== null && (
                    <li>
                      <a href={address}>{label}</a>
                    </li>
                  ),
              )}
            </ul>
          </nav>
        </footer>
      </body>
    </html>
  );
}

interface MessagePageProps extends Pick<LayoutProps, "theme" | "visit" | "title"> {
  /** What happened, and what did not. */
  what: string;
  next: string;
  children?: Child;
}

/** A page with a message only: not found, unavailable, expired, signed out. */
export function MessagePage({ theme, visit, title, what, next, children }: MessagePageProps) {
  return (
    <Layout theme={theme} visit={visit} title={title} width="reading">
      <div class="card stack">
        <h1>{title}</h1>
        <p>{what}</p>
        <p class="muted">{next}</p>
        {children}
      </div>
    </Layout>
  );
}
