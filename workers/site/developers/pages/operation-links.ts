import { typeset } from "../../../../shared/pages/french-typography.ts";
import { type Block, type Inline, text } from "../content/blocks.ts";
import { type ApiPart, operationEntries, type PageData } from "../page-data.ts";
import { siteTexts } from "../texts/site-texts.ts";

/** Links to the pages of an API's operations; `anchors`: each has its own. */
export function operationLinks(data: PageData, part: ApiPart, anchors = false): Block {
  if (part === "account" && !data.account) return text(siteTexts[data.language].unavailable);
  const entries = operationEntries(data).filter((entry) => entry.part === part);
  return {
    kind: "links",
    items: entries.map(({ endpoint, path }) => ({
      ...(anchors && { id: part === "account" ? `account-${endpoint.id}` : endpoint.id }),
      text: `${endpoint.method} ${endpoint.path}`,
      href: path,
      about: typeset(endpoint.summary, data.language),
    })),
  };
}

/** A link to the page of an operation of the account, named by its call; its id alone while the account does not answer. */
export function operationLink(id: string, data: PageData): Inline {
  const entry = operationEntries(data).find(({ part, endpoint }) => part === "account" && endpoint.id === id);
  return entry ? { text: `\`${entry.endpoint.method} ${entry.endpoint.path}\``, href: entry.path } : `\`${id}\``;
}
