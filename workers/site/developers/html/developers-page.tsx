import { Layout } from "../../../../shared/pages/layout.tsx";
import type { Theme } from "../../../../shared/pages/theme.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { DiscoveryHead } from "../../components/discovery-head.tsx";
import type { PageContent } from "../content/blocks.ts";
import type { PageData } from "../page-data.ts";
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
  const { title, titleLang, lead, facts, examples, sections } = content;
  const markdown = linkTo(visit, markdownPath(path));
  return (
    <Layout
      theme={theme}
      visit={visit}
      title={title}
      head={
        <>
          <DiscoveryHead />
          <link rel="alternate" href={markdown} type="text/markdown" />
        </>
      }
      description={lead}
      width="broad"
    >
      <div class="beside-pages">
        <SideNavigation data={data} path={path} />
        <article class={examples ? "reference" : "guide"}>
          <header class="stack tight">
            <h1 lang={titleLang}>{title}</h1>
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
                <h2 id={id}>{heading}</h2>
                <ContentBlocks blocks={blocks} visit={visit} />
              </section>
            ))}
            <p class="links">
              <a href={markdown}>{texts.start.thisPage}</a>
            </p>
          </div>
        </article>
      </div>
    </Layout>
  );
}
