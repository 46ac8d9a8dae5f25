import { inject } from "vitest";
import { siteContext } from "../../../workers/site/site-context.ts";
import { sitePages } from "../../../workers/site/site-pages.ts";
import { SAMPLE_BRAND } from "../../support/sample-brand.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";

const SETTINGS = {
  ...UNSET_ADDRESSES,
  ...SAMPLE_BRAND,
  BRAND_NAME: "Desk",
  MCP_REGISTRY_AUTH: "",
  OPENAI_APPS_CHALLENGE: "",
  SECURITY_CONTACT: "",
  SHOP_FACTS: "",
  FEATURED_PLAN: "",
  DEMONSTRATION: "",
  STATUS_NOTES: "",
};
export const HOST = "http://localhost:8787";
const origin = inject("origin");

export type ApiAnswer = (request: Request) => Response | Promise<Response>;

export const running: ApiAnswer = ({ url }) => fetch(url.replace(HOST, origin));

/** Returns the site with the given catalogue and account Workers. By default they are the running Workers. */
export function site(answer = running, settings: Partial<typeof SETTINGS> = {}, ofAccount = running) {
  const CATALOGUE = { fetch: async (request: Request) => answer(request) } as never;
  const ACCOUNT = { fetch: async (request: Request) => ofAccount(request) } as never;
  const pages = sitePages(siteContext({ ...SETTINGS, ...settings, CATALOGUE, ACCOUNT, BILLING: {} as never }));
  return async (path: string, init?: RequestInit) => pages.request(path.startsWith("http") ? path : HOST + path, init);
}

export const down: ApiAnswer = () => new Response("{}", { status: 503 });
export const FAILURES: [string, ApiAnswer][] = [
  ["answers 503", down],
  ["throws", () => Promise.reject(new Error("no such binding"))],
  ["answers nonsense", () => new Response("<html>")],
];

/** Returns the status, the `Cache-Control` and `Retry-After` headers, and the text of a response. */
export async function read(page: Response) {
  const { status, headers } = page;
  return { status, kept: headers.get("Cache-Control"), retry: headers.get("Retry-After"), text: await page.text() };
}
