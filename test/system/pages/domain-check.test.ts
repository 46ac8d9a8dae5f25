import { expect, test } from "vitest";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { SOURCES } from "../../../workers/catalogue/availability/sources/bundled-sources.ts";
import { pageText } from "../../support/page-text.ts";
import { useWorld } from "../../support/world.ts";
import { FAILURES, read, running, site } from "./site.ts";

/** Request rates that are high enough for these tests, by registry host. */
const RATES = Object.fromEntries(
  ["ca", "com", "net", "org", "fr"]
    .flatMap((extension) => SOURCES.get(extension) ?? [])
    .map(({ host }) => [host, { burst: 100, concurrency: 10 }]),
);
const world = useWorld({
  vars: { catalogue: { CHECKS_PER_ADDRESS: "15", REGISTRY_RATES: JSON.stringify(RATES) } },
});
let visitors = 0;

/**
 * Opens the home page, by default as a new visitor. Returns its text with plain spaces, and the result of the check.
 */
async function home(query: string, visitor = `192.0.2.${++visitors}`) {
  const response = await fetch(`${world.origin}/?${query}`, { headers: { "CF-Connecting-IP": visitor } });
  const text = (await response.text()).replaceAll(/[\u00a0\u202f]/g, " ").replaceAll("&#39;", "'");
  return { response, text, answer: /<div class="beside">[\s\S]*<\/main>/.exec(text)?.[0] ?? "" };
}

/** A domain for each kind of result. */
const NAMES = ["free", "taken", "redemption", "reserved", "garbage"].map((kind) => `${kind}-example.ca`);
NAMES.push("not a name", "free-a.com,free-b.com", "x".repeat(300), "free-example.nosuch");

test.each(LANGUAGES)("each kind of result has its committed text in %s", async (language) => {
  const texts: string[] = [];
  for (const name of NAMES) {
    const { response, answer } = await home(`lang=${language}&domain=${encodeURIComponent(name)}`);
    expect(response.status).toBe(200);
    const text = pageText(`<main>${answer}`).replaceAll(world.origin, "https://desk.example");
    texts.push(`## ${name.slice(0, 40)}\n\n${text.replace(/\d+ second/, "… second")}`);
  }
  await expect(texts.join("\n")).toMatchFileSnapshot(`texts/domain-check.${language}.txt`);
});

test("a check is not cached, and search engines neither index it nor follow links to further checks", async () => {
  const { response, text } = await home("lang=fr&currency=CAD&domain=%20https://www.free-example.ca/x?y%20");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
  expect(text).not.toContain('rel="canonical"');
  expect(text).toContain('value="free-example.ca"');
  expect(text).toContain(
    '<input type="hidden" name="lang" value="fr"/><input type="hidden" name="currency" value="CAD"/>',
  );
  const asking = [...text.matchAll(/<a [^>]*href="[^"]*\?domain=[^>]*>/g)].filter(([link]) => !link.includes("/cart?"));
  expect(asking.length).toBeGreaterThan(0);
  expect(asking.filter(([link]) => !link.includes('rel="nofollow"'))).toEqual([]);
  expect(await (await fetch(`${world.origin}/robots.txt`)).text()).toContain("Disallow: /?*domain=");
});

test("a name without an extension is checked under several extensions", async () => {
  const { answer } = await home("lang=en&domain=free-label");
  const names = [...answer.matchAll(/<bdi[^>]*>(free-label[^<]*)<\/bdi>/g)].map(([, name]) => name);
  expect(names).toEqual(["com", "ca", "net", "org", "fr"].map((extension) => `free-label.${extension}`));
});

test("an alternative has the price and the years of its shortest registration", async () => {
  const { answer } = await home("lang=en&currency=CAD&domain=taken-term.ai&alternatives=true");
  expect(pageText(`<main>${answer}`)).toMatch(/get-taken-term\.ai\s+Available\s+CA\$269\.98\s+2 years/);
});

test("a taken domain has a link to similar free names, and each of them links to the cart", async () => {
  const { answer } = await home("lang=en&domain=taken-garden.ca");
  const [, link] = /href="([^"]*alternatives=true[^"]*)"/.exec(answer) ?? [];
  const { answer: close } = await home((link ?? "").replaceAll("&amp;", "&").slice("/?".length));
  expect(close).toContain("Similar names that are free");
  const carts = [...close.matchAll(/cart\?domain=([^&]*)&amp;type=register/g)].map(([, name]) => name);
  expect(carts).toEqual(["takengarden", "get-taken-garden", "my-taken-garden"].map((label) => `${label}.ca`));
  expect((await home("lang=en&domain=free-garden.ca")).answer).not.toContain("alternatives=true");
  const [visitor, asked] = ["198.51.100.201", "lang=en&domain=taken-cut.ca"];
  for (let searches = 0; searches < 10; searches++) await home(asked, visitor);
  expect((await home(`${asked}&alternatives=true`, visitor)).answer).toContain("We could not check all similar");
});

test("the prices page redirects a check to the home page", async () => {
  const response = await fetch(`${world.origin}/domains?domain=free-example.ca&lang=fr`, { redirect: "manual" });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/?domain=free-example.ca&lang=fr"]);
});

test("the home page without a domain checks nothing and may be cached", async () => {
  for (const query of ["lang=en", "lang=en&domain=", "lang=en&domain=%20"]) {
    const { response, answer } = await home(query);
    expect(response.headers.get("Cache-Control")).toMatch(/^public, max-age=\d+$/);
    expect(answer).toBe("");
  }
});

test("the page checks other extensions only while the visitor has enough checks left", async () => {
  const visitor = "198.51.100.200";
  const query = "lang=fr&domain=free-example.ca";
  const linksToCheck = /href="[^"]*domain=free-example\.com[^"]*"[^>]*>Vérifier/;
  const first = await home(query, visitor);
  expect(first.answer).toMatch(/free-example\.com[\s\S]*Choisir/);
  expect(first.answer).not.toMatch(linksToCheck);
  for (let left = 9; left >= 0; left--) {
    const { answer } = await home(query, visitor);
    expect(answer).toContain("Libre");
    expect(answer).toMatch(linksToCheck);
  }
  const { answer } = await home(query, visitor);
  expect(answer).toMatch(/beaucoup de noms en peu de temps[\s\S]*dans 10 minutes[\s\S]*15,99/);
  expect(answer).toMatch(linksToCheck);
  expect((await home("lang=en&domain=free-example.ca", visitor)).answer).toMatch(/many names[\s\S]*in 10 minutes/);
  expect((await home(query)).answer).toContain("Libre");
});

test.each(FAILURES)("if the catalogue %s, the page reports that the name could not be checked", async (_, refuse) => {
  for (const withPrices of [true, false]) {
    const pages = site((request) =>
      withPrices && !request.url.includes("/domains/search") ? running(request) : refuse(request),
    );
    const { kept, text } = await read(await pages("/?lang=en&domain=free-example.ca"));
    expect(kept).toBe("no-store");
    expect(text).toContain("The name could not be checked");
    expect(text.includes("currency=EUR")).toBe(withPrices);
  }
});

test("the page escapes the input of a visitor", async () => {
  const { text } = await home(`lang=en&domain=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(text).not.toContain("<script");
});
