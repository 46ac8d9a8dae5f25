import { versionPath } from "../../../../shared/api/versions/api-versions.ts";
import { CopiedLine } from "../../../../shared/pages/code-block.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { layoutTexts } from "../../../../shared/pages/layout.tsx";
import { SearchForm } from "../../../../shared/pages/search-form.tsx";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { DiscoveryHead, SitePage } from "../../components/site-page.tsx";
import type { PageContent, Section } from "../content/blocks.ts";
import { GUIDE_NAMES, type GuideName, guidePath, TUTORIALS } from "../guides.ts";
import { operationGroups } from "../operation-links.ts";
import type { DescribedOperation, PageData } from "../page-data.ts";
import { SEARCH_PATH, searchTexts } from "../pages/search.ts";
import { siteTexts } from "../texts/site-texts.ts";
import { ContentBlocks } from "./content-blocks.tsx";
import { markdownPath } from "./page-link.ts";

interface DevelopersPageProps {
  data: PageData;
  path: string;
  content: PageContent;
}

/** Renders a page of the developers' site: navigation, content, and examples next to the content if there is room. */
export function DevelopersPage({ data, path, content }: DevelopersPageProps) {
  const { visit, language } = data;
  const texts = siteTexts[language];
  const { title, lead, call, examples, sections } = content;
  const markdown = linkTo(visit, markdownPath(path) + visit.url.search);
  return (
    <SitePage
      request={data}
      path={path}
      title={title}
      head={
        <>
          <DiscoveryHead />
          <link rel="alternate" href={markdown} type="text/markdown" />
        </>
      }
      description={lead}
      width="broad"
      sections={<Sections data={data} path={path} />}
      search={
        <SearchForm visit={visit} path={SEARCH_PATH} {...searchTexts[language]} button={searchTexts[language].send} />
      }
    >
      <div class="beside-pages">
        <SideNavigation data={data} path={path} sections={sections} />
        <article class={examples ? "reference" : "guide"}>
          <header class="stack tight">
            <h1>{title}</h1>
            {call && (
              <div class="route">
                <span class="chip method">{call.method}</span>
                <CopiedLine language={language}>{call.path}</CopiedLine>
              </div>
            )}
            <p class="lead">{lead}</p>
          </header>
          {examples && (
            <section class="examples" aria-labelledby="example">
              <h2 id="example" class="only-heard">
                {examples.title}
              </h2>
              <div class="stack tight">
                <ContentBlocks blocks={examples.blocks} visit={visit} />
              </div>
            </section>
          )}
          <div class="sections">
            {sections.map(({ id, title: heading, blocks }) => (
              <section class="stack" aria-labelledby={id}>
                <h2 id={id}>
                  <a href={`#${id}`}>{heading}</a>
                </h2>
                <ContentBlocks blocks={blocks} visit={visit} />
              </section>
            ))}
            <p class="links">
              <a href={markdown}>{texts.thisPage}</a>
            </p>
          </div>
        </article>
      </div>
    </SitePage>
  );
}

/** Returns the URL of the OpenAPI document that contains an operation. */
function openApiOf({ server, api, major }: DescribedOperation): string {
  return `${new URL(server).origin}${versionPath(api, { major })}/openapi.json`;
}

/**
 * Renders links to the start page, the status page and an OpenAPI document. On an operation's page, that document is
 * the one for the operation's API and version.
 */
function Sections({ data, path }: Pick<DevelopersPageProps, "data" | "path">) {
  const { addresses, language, visit } = data;
  const { sections, addresses: texts } = siteTexts[language];
  const operation = data.operations.find(({ page }) => page === path);
  const links: [label: string, href: string][] = [
    [layoutTexts[language].developers, linkTo(visit, "/developers")],
    [texts.status, linkTo(visit, "/status")],
    ["OpenAPI", operation ? openApiOf(operation) : `${addresses.catalogue}/openapi.json`],
  ];
  return (
    <nav class="main-nav" aria-label={sections}>
      {links.map(([label, href]) => (
        <a href={href}>{label}</a>
      ))}
    </nav>
  );
}

interface SideNavigationProps {
  data: PageData;
  path: string;
  sections: Pick<Section, "id" | "title">[];
}

/**
 * Renders links to the guides, to the documented operations, and to the sections of the current page. On a small
 * screen, the navigation is folded, with the current page's group open.
 */
function SideNavigation({ data, path, sections }: SideNavigationProps) {
  const { language, visit } = data;
  const { navigation, allPages, groups, pages } = siteTexts[language];
  const guides = (names: readonly GuideName[]) => names.map((name) => ({ href: guidePath(name), label: pages[name] }));
  const beginning: readonly GuideName[] = ["start", ...TUTORIALS, "sandbox"];
  const groupsShown: [title: string, links: { href: string; label: string }[]][] = [
    [groups.start, guides(beginning)],
    [groups.pages, guides(GUIDE_NAMES.filter((name) => !beginning.includes(name)))],
    ...operationGroups(data).map(({ title, operations }): [string, { href: string; label: string }[]] => [
      title,
      operations.map((one) => ({ href: one.page, label: typeset(one.title, language) })),
    ]),
  ];
  return (
    <nav class="side" aria-label={navigation}>
      <details>
        <summary>{allPages}</summary>
        {groupsShown.map(([title, shown]) => (
          <details class="group" open={shown.some(({ href }) => href === path)}>
            <summary>{title}</summary>
            <ul class="pages">
              {shown.map(({ href, label }) => (
                <li>
                  <a href={linkTo(visit, href)} aria-current={href === path ? "page" : undefined}>
                    {label}
                  </a>
                  {href === path && sections.length > 1 && (
                    <ul class="here">
                      {sections.map(({ id, title: heading }) => (
                        <li>
                          <a href={`#${id}`}>{heading}</a>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </details>
        ))}
      </details>
    </nav>
  );
}
