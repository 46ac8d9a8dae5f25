import { expect, inject, test } from "vitest";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { pageText } from "../../support/page-text.ts";
import { type ApiAnswer, down, HOST, running, site } from "./site.ts";

/** The running catalogue without the plan that has a dated offer. */
const undated: ApiAnswer = async (request) => {
  const answer = await running(request);
  if (new URL(request.url).pathname !== "/api/v1/plans") return answer;
  const { plans, ...rest } = (await answer.json()) as { plans: { id: string }[] };
  return Response.json({ ...rest, plans: plans.filter(({ id }) => id !== "web-pro") }, answer);
};

const SIGN_UP = { SIGN_UP_URL: "https://maple.example/open-an-account" };
/** The paths, each with the site that serves it. */
const PAGES: Record<string, ReturnType<typeof site>> = {
  "/?currency=USD": site(undated, SIGN_UP),
  "/?currency=CAD": site(down),
  "/plans?currency=CAD&line=email&cycle=monthly": site(),
  "/compare?currency=EUR&line=reseller-hosting": site(),
  "/plans/web-start?currency=EUR": site(),
  "/plans/web-start": site(down),
  "/no-such-page": site(),
  "/developers/errors": site(),
  "/developers/operations/setDomainLock": site(),
  ...Object.fromEntries(
    ["not_allowed", "payment_method_missing", "rate_limited", "insufficient_scope"].map((code) => [
      `/problems/${code}`,
      site(),
    ]),
  ),
};

/** The section about connecting a client. test/unit/pages/connecting.test.tsx covers it. */
const CLIENTS = /<section class="clients".*?<\/section>/gs;
const textOf = async (response: Response) =>
  pageText((await response.text()).replace(CLIENTS, ""))
    .replaceAll(inject("origin"), "https://desk.example")
    .replaceAll(HOST, "https://desk.example");

test.each(LANGUAGES)("the pages have their committed texts in %s", async (language) => {
  const texts: string[] = [];
  for (const [path, pages] of Object.entries(PAGES)) {
    const response = await pages(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
    texts.push(`## ${response.status} ${path}\n\n${await textOf(response)}`);
  }
  await expect(texts.join("\n")).toMatchFileSnapshot(`texts/pages.${language}.txt`);
});
