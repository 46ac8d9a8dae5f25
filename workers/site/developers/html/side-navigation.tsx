import { typeset } from "../../../../shared/pages/french-typography.ts";
import { linkTo, type Visit } from "../../../../shared/pages/visit.ts";
import type { Section } from "../content/blocks.ts";
import { GUIDE_NAMES, guidePath } from "../guides.ts";
import { type OperationEntry, operationEntries, type PageData } from "../page-data.ts";
import { siteTexts } from "../texts/site-texts.ts";

interface SideNavigationProps {
  data: PageData;
  /** Of the page that it stands on. */
  path: string;
  sections: Pick<Section, "id" | "title">[];
}

/** Every page of the developers' site, and the sections of this one; folded on a small screen, with the group of the page open. */
export function SideNavigation({ data, path, sections }: SideNavigationProps) {
  const { language, visit } = data;
  const { navigation, allPages, groups, pages } = siteTexts[language];
  const entries = operationEntries(data);
  const links = (of: OperationEntry[]): NavigationLink[] =>
    of.map(({ endpoint, path: href }) => ({ href, label: typeset(endpoint.title, language) }));
  const ofAccount = entries.filter(({ part }) => part === "account");
  const groupsShown: [title: string, links: NavigationLink[]][] = [
    [groups.pages, GUIDE_NAMES.map((name) => ({ href: guidePath(name), label: pages[name] }))],
    [groups.catalogue, links(entries.filter(({ part }) => part === "catalogue"))],
    [groups.reading, links(ofAccount.filter(({ endpoint }) => endpoint.method === "GET"))],
    [groups.acting, links(ofAccount.filter(({ endpoint }) => endpoint.method !== "GET"))],
  ];
  return (
    <nav class="side" aria-label={navigation}>
      <details>
        <summary>{allPages}</summary>
        {groupsShown
          .filter(([, shown]) => shown.length > 0)
          .map(([title, shown]) => (
            <details class="group" open={shown.some(({ href }) => href === path)}>
              <summary>{title}</summary>
              <ul class="pages">
                {shown.map((link) => (
                  <li>
                    <SideLink link={link} isCurrent={link.href === path} visit={visit} />
                    {link.href === path && sections.length > 1 && (
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

interface NavigationLink {
  href: string;
  label: string;
}

function SideLink({ link, isCurrent, visit }: { link: NavigationLink; isCurrent: boolean; visit: Visit }) {
  return (
    <a href={linkTo(visit, link.href)} aria-current={isCurrent ? "page" : undefined}>
      {link.label}
    </a>
  );
}
