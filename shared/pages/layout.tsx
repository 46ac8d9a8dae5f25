import type { Child } from "hono/jsx";
import { LANGUAGES, type Language } from "../platform/language.ts";
import { type Brand, initialOf } from "./brand.ts";
import { byLanguage } from "./french-typography.ts";
import type { Theme } from "./theme.ts";
import { linkTo, samePage, type Visit } from "./visit.ts";

export const layoutTexts = byLanguage({
  toContent: { en: "Skip to the content", fr: "Aller au contenu" },
  languages: { en: "Language", fr: "Langue" },
  menu: { en: "Menu", fr: "Menu" },
  home: { en: "Home", fr: "Accueil" },
  products: { en: "Products", fr: "Produits" },
  domains: { en: "Domains", fr: "Domaines" },
  hosting: { en: "Hosting", fr: "Hébergement" },
  compare: { en: "Compare plans", fr: "Comparer les forfaits" },
  help: { en: "Help", fr: "Aide" },
  assistants: { en: "Connected assistants", fr: "Assistants connectés" },
  developers: { en: "Developers", fr: "Développeurs" },
  clientArea: { en: "Client area", fr: "Espace client" },
  signIn: { en: "Sign in", fr: "Ouvrir une session" },
  company: { en: "Company", fr: "Entreprise" },
  terms: { en: "Terms", fr: "Conditions" },
  privacy: { en: "Privacy", fr: "Confidentialité" },
  support: { en: "Support", fr: "Assistance" },
  contact: { en: "Contact", fr: "Nous joindre" },
  status: { en: "Status", fr: "État du service" },
  signUp: { en: "Open an account", fr: "Ouvrir un compte" },
  footer: { en: "More pages", fr: "Autres pages" },
  again: { en: "Try again", fr: "Réessayer" },
});

const NAMES: Record<Language, string> = { en: "English", fr: "Français" };

export interface LayoutProps {
  theme: Theme;
  visit: Visit;
  title: string;
  head?: Child;
  /** One sentence for search results. */
  description?: string;
  /**
   * The maximum width of the content.
   * - `reading`: 560 px, for one column of text.
   * - `medium`: 840 px.
   * - `wide`: 1,120 px, for lists.
   * - `broad`: 1,360 px, for columns side by side.
   */
  width: "reading" | "medium" | "wide" | "broad";
  /**
   * Links to the parts of the site, shown after the brand. A page without them has a short footer.
   */
  sections?: Child;
  /** The search form in the header, after the brand. */
  search?: Child;
  /** The currency choice, next to the language switch. */
  choices?: Child;
  /** The signed-in login or the sign-in link, at the end of the header. */
  person?: Child;
  /** Whether the content is shown only once. The page then has no links to itself in other languages. */
  isShownOnce?: boolean;
  children: Child;
}

/** The frame of every page: head, header, content and footer. */
export function Layout(props: LayoutProps) {
  const { theme, visit, title, head, description, width, sections, search, choices, person, children } = props;
  const { brand, stylesheet } = theme;
  const { language } = visit;
  const texts = layoutTexts[language];
  const outer = width === "broad" ? "frame broad" : "frame";
  const languages = props.isShownOnce !== true && <Languages visit={visit} />;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title === brand.name ? title : `${title} · ${brand.name}`}</title>
        {description && <meta name="description" content={description} />}
        {theme.pageColours.map(({ scheme, colour }) => (
          <meta name="theme-color" content={colour} media={`(prefers-color-scheme: ${scheme})`} />
        ))}
        <link rel="stylesheet" href={stylesheet.path} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon.png" />
        {head}
      </head>
      <body>
        <a class="to-content" href="#content">
          {texts.toContent}
        </a>
        <header class="page-header">
          <div class={outer}>
            <a class="brand" href={linkTo(visit, "/")}>
              <BrandMark brand={brand} />
            </a>
            {search && <search>{search}</search>}
            {sections && (
              <details class="menu">
                <summary>
                  <span class="only-heard">{texts.menu}</span>
                </summary>
                <div>
                  {sections}
                  {choices}
                  {languages}
                </div>
              </details>
            )}
            <div class="end">
              {person}
              {!sections && languages}
            </div>
          </div>
        </header>
        <main id="content" tabindex={-1} class={width === "wide" ? "frame" : `frame ${width}`}>
          {children}
        </main>
        <footer class="page-footer">
          {sections ? (
            <SiteLinks brand={brand} visit={visit} frame={outer} />
          ) : (
            <div class={`${outer} brief`}>
              <bdi>{brand.name}</bdi>
              <Links label={texts.footer} links={[...providerPages(brand, visit), ...ownPages(brand, visit)]} />
            </div>
          )}
        </footer>
      </body>
    </html>
  );
}

/** The provider's logo and name. If there is no logo, the first letter of the name replaces it. */
export function BrandMark({ brand }: { brand: Brand }) {
  return (
    <>
      {brand.logo ? (
        <img src={brand.logo.href} alt="" />
      ) : (
        <span class="monogram brand-mark little" aria-hidden="true">
          {initialOf(brand.name)}
        </span>
      )}
      <bdi>{brand.name}</bdi>
    </>
  );
}

/** Links to this page in the other languages. */
function Languages({ visit }: { visit: Visit }) {
  return (
    <nav aria-label={layoutTexts[visit.language].languages}>
      {LANGUAGES.filter((other) => other !== visit.language).map((other) => (
        <a href={samePage(visit, { lang: other })} lang={other} hreflang={other}>
          {NAMES[other]}
        </a>
      ))}
    </nav>
  );
}

/** A URL with its label. The URL is `null` if the page does not exist. */
type FooterLink = [address: string | null, label: string];

function providerPages(brand: Brand, visit: Visit): FooterLink[] {
  const texts = layoutTexts[visit.language];
  return [
    [brand.support, texts.contact],
    [brand.status ?? linkTo(visit, "/status"), texts.status],
    [brand.signUp, texts.signUp],
  ];
}

function ownPages(brand: Brand, visit: Visit): FooterLink[] {
  const texts = layoutTexts[visit.language];
  return [
    [brand.terms, texts.terms],
    [brand.privacy, texts.privacy],
    ...brand.links.map(({ label, address }): FooterLink => [address, label[visit.language]]),
    [linkTo(visit, "/developers"), texts.developers],
  ];
}

/** The footer of the site's pages. */
function SiteLinks({ brand, visit, frame }: { brand: Brand; visit: Visit; frame: string }) {
  const texts = layoutTexts[visit.language];
  const products: FooterLink[] = [
    [linkTo(visit, "/domains"), texts.domains],
    [linkTo(visit, "/plans"), texts.hosting],
    [linkTo(visit, "/compare"), texts.compare],
  ];
  return (
    <div class={frame}>
      <p>
        <span class="brand">
          <BrandMark brand={brand} />
        </span>
      </p>
      <Links label={texts.products} links={products} isHeaded />
      <Links
        label={texts.help}
        links={[...providerPages(brand, visit), [linkTo(visit, "/connected-assistants"), texts.assistants]]}
        isHeaded
      />
      <Links label={texts.company} links={ownPages(brand, visit)} isHeaded />
    </div>
  );
}

function Links({ label, links, isHeaded = false }: { label: string; links: FooterLink[]; isHeaded?: boolean }) {
  return (
    <nav aria-label={label}>
      {isHeaded && <p class="strong">{label}</p>}
      <ul class="plain">
        {links.map(
          ([address, words]) =>
            address !== null && (
              <li>
                <a href={address}>{words}</a>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}

interface MessagePageProps extends Pick<LayoutProps, "theme" | "visit" | "title"> {
  /** The sentence that states what happened and what was not changed. */
  what: string;
  next: string;
  children?: Child;
}

/** A page that only has a message, such as "not found", "unavailable", "expired" or "signed out". */
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
