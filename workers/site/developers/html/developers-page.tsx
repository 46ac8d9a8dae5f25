import { versionPath } from "../../../../shared/api/versions/api-versions.ts";
import { layoutTexts } from "../../../../shared/pages/layout-texts.ts";
import type { Theme } from "../../../../shared/pages/theme.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { DiscoveryHead } from "../../components/discovery-head.tsx";
import { SitePage } from "../../components/site-page.tsx";
import type { PageContent } from "../content/blocks.ts";
import { allOperationEntries, type OperationEntry, type PageData } from "../page-data.ts";
import { siteTexts } from "../texts/site-texts.ts";
import { ContentBlocks } from "./content-blocks.tsx";
import { markdownPath } from "./page-link.ts";
import { SideNavigation } from "./side-navigation.tsx";

interface DevelopersPageProps {
  theme: Theme;
  data: PageData;
  /** Of the page. */
  path: string;
  content: PageContent;
}

/** A page of the developers' site: navigation, content, and examples beside it where there is room. */
export function DevelopersPage({ theme, data, path, content }: DevelopersPageProps) {
  const { visit, language } = data;
  const texts = siteTexts[language];
  const { title, lead, facts, examples, sections } = content;
  const markdown = linkTo(visit, markdownPath(path));
  return (
    <SitePage
      theme={theme}
      visit={visit}
      addresses={data.addresses}
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
    >
      <div class="beside-pages">
        <SideNavigation data={data} path={path} sections={sections} />
        <article class={examples ? "reference" : "guide"}>
          <header class="stack tight">
            <h1>{title}</h1>
            {facts && (
              <p class="chips">
                <span class="route" translate="no">
                  <span class="chip method">{facts.method}</span> {facts.path}
                </span>
              </p>
            )}
            <p class="lead">{lead}</p>
            {facts && (
              <ul class="chips">
                {facts.chips.map((chip) => (
                  <li class="chip">{chip}</li>
                ))}
              </ul>
            )}
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

/** The address of the document that an operation stands in. */
function openApiOf({ server, part, major }: OperationEntry): string {
  return `${new URL(server).origin}${versionPath(part, { major })}/openapi.json`;
}

/** The start of this site, whether the APIs work, and their description: the account's on a page about it. */
function Sections({ data, path }: Pick<DevelopersPageProps, "data" | "path">) {
  const { addresses, language, visit } = data;
  const { sections, addresses: texts } = siteTexts[language];
  const entry = allOperationEntries(data).find((one) => one.path === path);
  const links: [label: string, href: string][] = [
    [layoutTexts[language].developers, linkTo(visit, "/developers")],
    [texts.status, `${addresses.catalogue}/status`],
    ["OpenAPI", entry ? openApiOf(entry) : `${addresses.catalogue}/openapi.json`],
  ];
  return (
    <nav class="sections-nav" aria-label={sections}>
      {links.map(([label, href]) => (
        <span>
          <a href={href}>{label}</a>
        </span>
      ))}
    </nav>
  );
}
