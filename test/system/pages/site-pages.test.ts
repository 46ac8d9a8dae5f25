import { describe, expect, inject, test, vi } from "vitest";
import { PROBLEMS } from "../../../shared/api/definition/problems.ts";
import type { PlansAnswer } from "../../../shared/catalogue-contract/answers.ts";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { type ApiAnswer, down, FAILURES, HOST, read, running, site } from "./site.ts";

const origin = inject("origin");

describe.each(FAILURES)("a catalogue that %s", (_, answer) => {
  test.each([
    // The home page still loads and shows the failure.
    ["/?lang=fr", 200, null, ["Les prix ne peuvent pas être affichés", `${HOST}/api/v1/mcp`]],
    ["/developers?lang=en", 503, "60", ["<h1>This page cannot be shown right now</h1>"]],
    ["/developers/catalogue.d.ts", 503, "60", []],
    ["/llms.txt", 200, null, [`](${HOST}/api/v1/mcp)`, "The price list did not answer"]],
  ])("makes %s return %i without caching", async (path, status, retry, words) => {
    const page = await read(await site(answer)(path));
    expect(page).toMatchObject({ status, retry, kept: "no-store" });
    for (const said of words) expect(page.text).toContain(said);
  });
});

describe.each(FAILURES)("an account Worker that %s", (_, answer) => {
  test("keeps its URL in llms.txt and disables the caching of llms.txt", async () => {
    const { kept, text } = await read(await site(running, {}, answer)("/llms.txt"));
    expect(kept).toBe("no-store");
    expect(text).toContain(`](${HOST}/api/v1/account/mcp)`);
    expect(text).toContain("[Web Start](");
  });

  test("does not change the home page", async () => {
    const { kept, text } = await read(await site(running, {}, answer)("/?lang=en"));
    expect(kept).toMatch(/^public/);
    expect(text).toContain(`${HOST}/connected-assistants`);
  });
});

const plain = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/[\s\u00a0\u202f]+/g, " ");

describe("the page of a plan", () => {
  test("uses the language and currency of its URL, also in its order link", async () => {
    const { text } = await read(await site()("/plans/web-start?lang=fr&currency=EUR"));
    expect(text).toContain('cart?plan=web-start&amp;currency=EUR&amp;lang=fr"');
    expect(plain(text)).toContain("Annuel 47,88 € 3,99 € 23,94 €");
  });

  test("returns 404 for an unknown plan and 503 with a time to retry during an outage", async () => {
    for (const id of ["nosuch", "a%2Fb", "%252e%252e", "x".repeat(200)]) {
      expect((await site()(`/plans/${id}?lang=en`)).status, id).toBe(404);
    }
    const page = await read(await site(down)("/plans/web-start?lang=en"));
    expect(page).toMatchObject({ status: 503, retry: "60", kept: "no-store" });
  });
});

test("each plan shows its price for the billing cycle in the URL and has a page", async () => {
  const { plans } = (await (await fetch(`${origin}/api/v1/plans?currency=USD`)).json()) as PlansAnswer;
  const money = (amount: number) => `US$${amount.toLocaleString("en", { minimumFractionDigits: 2 })}`;
  const shown = new Map<string, Promise<Response>>();
  const pageOf = async (path: string) => {
    shown.set(path, shown.get(path) ?? site()(path));
    return (await shown.get(path))?.clone().text() ?? "";
  };
  for (const { line, id, name, page_url, prices } of plans) {
    expect(await (await fetch(page_url)).text()).toContain(`<h1>${name}</h1>`);
    for (const { billing_cycle, amount, monthly_equivalent } of prices) {
      const text = await pageOf(`/plans?lang=en&currency=USD&line=${line}&cycle=${billing_cycle}`);
      const card = plain(text.slice(text.indexOf(` id="${id}"`)).split("</article>")[0] ?? "");
      for (const price of [monthly_equivalent ?? amount, amount]) expect(card, id).toContain(money(price));
    }
  }
});

test("a product line with only one plan has no comparison", async () => {
  const plans: ApiAnswer = async (request) => {
    const answer = await running(request);
    if (!new URL(request.url).pathname.endsWith("/plans")) return answer;
    const sold = (await answer.json()) as PlansAnswer;
    const [first] = sold.plans;
    return Response.json({
      ...sold,
      plans: sold.plans.filter(({ id, line }) => id === first?.id || line !== first?.line),
    });
  };
  const alone = await site(plans)("/compare?line=web-hosting&lang=en");
  expect([alone.status, alone.headers.get("Location")]).toEqual([303, "/plans?line=web-hosting&lang=en"]);
  const { status, text } = await read(await site(plans)("/compare?lang=en"));
  expect([status, text.includes('id="web-hosting"'), text.includes('class="chip"')]).toEqual([200, false, true]);
});

test("settings add the provider's facts and a featured plan to the home page", async () => {
  const home = async (settings = {}) => (await read(await site(running, settings)("/?lang=fr"))).text;
  expect(await home()).not.toMatch(/class="trust"|featured/);
  const shop = await home({
    SHOP_FACTS: "Here | Ici | It stays. | Ça reste.\n",
    FEATURED_PLAN: "web-plus | Most room | Le plus d’espace",
  });
  expect(shop).toMatch(/<strong>Ici<\/strong>.*Ça reste\./);
  expect(shop).toMatch(/class="card plan featured" aria-labelledby="web-plus">[\s\S]*?Le plus d’espace/);
});

test("an order link has the displayed billing cycle", async () => {
  const { text } = await read(await fetch(`${origin}/plans?lang=en&currency=CAD&cycle=biennially`));
  expect(text).toContain("/client-area/cart?plan=web-start&amp;currency=CAD&amp;lang=en&amp;cycle=biennially");
});

test("link previews use the provider's picture, or the icon without one", async () => {
  const images = [undefined, { SOCIAL_IMAGE: "https://provider.example/social.png" }].map(async (settings) => {
    const { text } = await read(await site(undefined, settings)("/plans?lang=en"));
    return /property="og:image" content="([^"]+)"/.exec(text)?.[1];
  });
  expect(await Promise.all(images)).toEqual([`${HOST}/icon.png`, "https://provider.example/social.png"]);
});

test.each(["en", "fr"])("the links to anchors on the home page lead to existing anchors (%s)", async (language) => {
  const pages = site();
  const { text } = await read(await pages(`/?lang=${language}`));
  const links = [...text.matchAll(/ href="([^"]*#[^"]+)"/g)].map(
    ([, link]) => new URL(`${link}`, `${HOST}/?lang=${language}`),
  );
  const anchors = new Set(links.filter(({ pathname }) => !pathname.startsWith("/api/")).map(({ href }) => href));
  expect(anchors.size).toBeGreaterThan(0);
  for (const href of anchors) {
    const { pathname, search, hash } = new URL(href);
    const target = await read(await pages(pathname + search));
    expect([target.status, target.text.includes(` id="${hash.slice(1)}"`)], href).toEqual([200, true]);
  }
});

describe("the status page", () => {
  const chipsOf = (text: string) => [...text.matchAll(/<span class="chip (\w+)">/g)].map(([, state]) => state);
  const healthy: ApiAnswer = ({ url }) => {
    const names = ["billing", "cache", "registries", "scheduled_work"];
    return url.includes("/status?")
      ? Response.json({ checks: names.map((name) => ({ name, status: "ok" })) })
      : running({ url } as Request);
  };

  test("shows whether every part works, and which part fails", async () => {
    const works = await read(await site(healthy)("/status?lang=en"));
    expect([works.kept, chipsOf(works.text)]).toEqual(["no-store", Array(5).fill("ok")]);
    expect(works.text).toContain("<h1>Everything works</h1>");
    const failing: ApiAnswer = () =>
      Response.json({
        checks: [
          { name: "billing", status: "ok" },
          { name: "registries", status: "failing" },
        ],
      });
    const fails = await read(await site(failing, {}, down)("/status?lang=fr"));
    expect(chipsOf(fails.text)).toEqual(["ok", "bad", "waits", "ok", "waits"]);
    expect(fails.text).toContain("La recherche de certaines extensions est lente ou échoue.");
    expect(fails.text).toContain("<h1>Certaines parties ne fonctionnent pas</h1>");
    expect(chipsOf((await read(await site(down)("/status"))).text)).toEqual(["bad", "ok", "waits", "waits", "waits"]);
  });

  test("shows the provider's notes until their end, in the language of the page", async () => {
    const STATUS_NOTES =
      "2020-01-01T00:00Z | 2020-01-02T00:00Z | Over | Fini\n2020-01-01T00:00Z | 2999-01-01T02:00Z | Slow <mail> | Courriel lent";
    const { text } = await read(await site(healthy, { STATUS_NOTES })("/status?lang=fr"));
    expect(text).toContain("Courriel lent");
    expect(text).toMatch(/1er janvier 2020 à 00\u00a0h\u00a000 UTC – 1er janvier 2999/);
    expect(text).not.toContain("Fini");
    expect((await read(await site(healthy, { STATUS_NOTES })("/status?lang=en"))).text).toContain("Slow &lt;mail&gt;");
    for (const line of [
      "tomorrow | 2999-01-01 | a | b",
      "2999-01-02 | 2999-01-01 | a | b",
      "2020-01-01 | 2999-01-01 | a",
    ]) {
      expect(() => site(healthy, { STATUS_NOTES: line }), line).toThrow("STATUS_NOTES, line 1, is not: from | to");
    }
  });
});

test("a page is cached no longer than its prices", async () => {
  const aged = (seconds: number) =>
    site(async ({ url }) => {
      const { status, body } = await fetch(url.replace(HOST, origin));
      return new Response(body, { status, headers: { "Cache-Control": `public, max-age=${seconds}` } });
    });
  expect((await aged(42)("/")).headers.get("Cache-Control")).toBe("public, max-age=42");
  expect((await aged(0)("/")).headers.get("Cache-Control")).toBe("no-store");
  // The document of the account API has its own age and may expire earlier.
  const kept = /max-age=(\d+)/.exec((await aged(42)("/developers")).headers.get("Cache-Control") ?? "")?.[1];
  expect(Number(kept ?? 0)).toBeLessThanOrEqual(42);
  expect((await aged(600)("/llms.txt")).headers.get("Cache-Control")).toBe("public, max-age=300");
});

test("requests to the catalogue use the visitor's language and currency and the site's origin", async () => {
  const asked: string[] = [];
  const visit = site(({ url }) => {
    asked.push(url);
    return down(new Request(url));
  });
  await visit("/?lang=fr&currency=CAD");
  expect(asked.sort()).toEqual([
    `${HOST}/api/v1/?lang=fr&currency=CAD`,
    `${HOST}/api/v1/domains/pricing?lang=fr&currency=CAD`,
    `${HOST}/api/v1/plans?lang=fr&currency=CAD`,
  ]);
  asked.length = 0;
  await visit("/?currency=cad&lang=xx", { headers: { "Accept-Language": "fr-CA" } });
  expect(asked).toContain(`${HOST}/api/v1/plans?lang=fr`);
});

test.each(LANGUAGES)("every problem has a page in %s", async (language) => {
  for (const [code, { title }] of Object.entries(PROBLEMS)) {
    const { status, text } = await read(await site()(`/problems/${code}?lang=${language}`));
    expect(
      [status, plain(text).replaceAll("&#39;", "'").includes(title[language].replaceAll(/\s/g, " "))],
      code,
    ).toEqual([200, true]);
  }
});

test.each([
  "/no-such-page",
  "/problems/no_such_code",
  "/problems/toString",
  "/problems/__proto__",
  "/developers/x",
  "/developers/operations/nope.md",
  "/developers/operations/__proto__",
  "/%2e%2e/x",
  // The account Worker serves this page, not the site.
  "/oauth/authorize",
])("%s returns the 404 page", async (path) => {
  const page = await site()(`${path}?lang=en`);
  expect(page.status).toBe(404);
  expect(page.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toContain("<h1>This page does not exist</h1>");
});

test.each(["/api", "/api/v2/plans", "/oauth/token", "/.well-known/oauth-authorization-server"])(
  "the path %s for programs returns a problem",
  async (path) => {
    const answer = await site()(`${path}?lang=fr`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({
      type: `${HOST}/problems/not_found`,
      code: "not_found",
      title: "Introuvable",
    });
  },
);

test("pages refuse methods other than GET and HEAD", async () => {
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    const page = await site()("/developers?lang=en", { method });
    expect(page.status).toBe(405);
    expect(page.headers.get("Allow")).toBe("GET, HEAD");
  }
  const head = await site()("/", { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(await head.text()).toBe("");
  expect(head.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
});

test("every response has a unique request id", async () => {
  const pages = ["/", "/developers", "/problems", "/no-such-page"];
  const others = ["/api/v2", "/llms.txt", "/robots.txt", "/styles-00000000.css", "https://stranger.example/"];
  const answers = [...pages, ...others].map((path) => site()(path));
  answers.push(site()("/", { method: "POST" }));
  const ids = (await Promise.all(answers)).map(({ headers }) => headers.get("X-Request-Id"));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const problem = await site()("/api/v2");
  expect(await problem.json()).toMatchObject({ request_id: problem.headers.get("X-Request-Id") });
});

test("a page that fails returns 500 and logs its request id", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const page = await site(async ({ url }) => Response.json(url.includes("/plans") ? { plans: [{}] } : {}))("/?lang=fr");
  const [line] = log.mock.calls.map(([text]) => JSON.parse(text));
  log.mockRestore();
  expect(page.status).toBe(500);
  expect(line).toMatchObject({ event: "page_failed", request_id: page.headers.get("X-Request-Id") });
});

test.each(["?=x", "?=", "?&&", "?lang", "?lang=%", "?%ff=%fe", "?x=1&x=2", "?currency=", "?domain="])(
  "the query %s breaks no page",
  async (query) => {
    for (const path of ["/", "/problems/not_found"]) expect((await site()(path + query)).status, path).toBe(200);
    expect((await site()(`/no-such-page${query}`)).status).toBe(404);
    expect((await site()(`/api/v2${query}`)).status).toBe(404);
  },
);

test("favicon.svg shows the first character of the brand as escaped text", async () => {
  const icon = await site(undefined, { BRAND_NAME: "<&" })("/favicon.svg");
  expect(icon.headers.get("Content-Type")).toBe("image/svg+xml");
  expect(await icon.text()).toContain(">&#60;</text>");
  const other = await site()("/favicon.ico");
  expect([other.status, other.headers.get("Location")]).toEqual([301, "/favicon.svg"]);
});

test("the pages show the configured origins", async () => {
  const moved = {
    ORIGIN: HOST,
    CATALOGUE_ORIGIN: "https://api.desk.example",
    ACCOUNT_ORIGIN: "https://account.desk.example",
    AUTH_ORIGIN: "https://login.desk.example",
  };
  for (const path of ["/", "/developers", "/llms.txt"]) {
    const { text } = await read(await site(undefined, moved)(path));
    for (const address of [
      "https://api.desk.example/api/v1",
      "https://api.desk.example/api/v1/mcp",
      "https://account.desk.example/api/v1/account/mcp",
      "https://login.desk.example/connected-assistants",
      ...(path === "/" ? [] : ["https://account.desk.example/api/v1/account"]),
    ]) {
      expect(text, path).toContain(address);
    }
  }
  const page = await site(undefined, moved)("/developers/operations/checkDomain");
  const action = /<form class="field" action="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  expect(page.headers.get("Content-Security-Policy")).toContain(`form-action 'self' ${new URL(action).origin}`);
});
