import { AI_CATALOG_PATH, AI_CATALOG_TYPE } from "./ai-catalog.ts";
import { API_CATALOG_PATH } from "./api-catalog.ts";

/** Links from a page to what describes the service to programs: in the head of a page, and as a header of any answer. */
export const DISCOVERY_RELATIONS = [
  { rel: "ai-catalog", href: AI_CATALOG_PATH, type: AI_CATALOG_TYPE },
  { rel: "api-catalog", href: API_CATALOG_PATH, type: "application/linkset+json" },
];

/** RFC 9727 §2 requires the second of HEAD of the API catalogue. */
export const DISCOVERY_LINKS = {
  Link: DISCOVERY_RELATIONS.map(({ rel, href, type }) => `<${href}>; rel="${rel}"; type="${type}"`).join(", "),
};
