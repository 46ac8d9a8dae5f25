import type { ApiName } from "../../../shared/api/versions/api-versions.ts";
import { typeset } from "../../../shared/pages/french-typography.ts";
import type { Block } from "./content/blocks.ts";
import type { DescribedOperation, PageData } from "./page-data.ts";
import { siteTexts } from "./texts/site-texts.ts";

/** Returns an API's operations in the version that the pages document. */
export function currentOperations({ operations }: PageData, api: ApiName): DescribedOperation[] {
  return operations.filter((operation) => operation.api === api && operation.isCurrent);
}

/** Returns the operations of both APIs, grouped for the navigation and the start page. */
export function operationGroups(data: PageData): { title: string; operations: DescribedOperation[] }[] {
  const { groups } = siteTexts[data.language];
  const account = currentOperations(data, "account");
  return [
    { title: groups.catalogue, operations: currentOperations(data, "catalogue") },
    { title: groups.reading, operations: account.filter(({ method }) => method === "GET") },
    { title: groups.acting, operations: account.filter(({ method }) => method !== "GET") },
  ].filter(({ operations }) => operations.length > 0);
}

/** Returns links to the pages of operations, each with an anchor. */
export function routeLinks(operations: DescribedOperation[], { language }: PageData): Block {
  return {
    ...{ kind: "links", look: "routes" },
    items: operations.map(({ api, id, method, path, page, title }) => ({
      ...{ id: api === "account" ? `account-${id}` : id, text: typeset(title, language), href: page },
      about: `${method} ${path}`,
    })),
  };
}

/**
 * Returns a Markdown link to the page of an account operation, labelled with its method and path. Returns only the id
 * if the account does not respond.
 */
export function operationLink(id: string, data: PageData): string {
  const found = currentOperations(data, "account").find((operation) => operation.id === id);
  return found ? `[\`${found.method} ${found.path}\`](${found.page})` : `\`${id}\``;
}
