import { describe, expect, inject, test } from "vitest";
import { SANDBOX_NAMES } from "../../../dev/sandbox/names.ts";
import { logins } from "../../../dev/seed/customers/logins.ts";
import { decode } from "../../support/page-visitor.ts";
import { codeBlocks, developersPaths, fencedBlocks, withoutCode } from "./developers.ts";
import { down, FAILURES, HOST, read, running, site } from "./site.ts";

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: Record<
    string,
    {
      content?: Record<
        string,
        {
          schema: Schema & { allOf?: { properties?: { code: { enum: string[] } } }[] };
          examples?: Record<string, { value?: unknown }>;
        }
      >;
    }
  >;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const origin = inject("origin");
const paths = await developersPaths(origin);
const texts = new Map<string, string>();
for (const path of paths) texts.set(path, await (await fetch(`${origin}${path}?lang=en`)).text());
const pageAt = (path: string) => texts.get(path) ?? "";
const operations = await Promise.all(
  ["", "/account"].map(async (part) => {
    const document = (await (await fetch(`${origin}/api/v1${part}/openapi.json`)).json()) as Document;
    return Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => ({ part, document, operation, id: operation.operationId }));
  }),
).then((both) => both.flat());

/**
 * Returns the paths of all members of a schema, such as `plans.prices.amount`. Follows a recursive schema only once.
 */
function keysOf(schema: Schema, document: Document, above: string[] = []): string[] {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined && above.includes(name)) return [];
  const whole = name === undefined ? schema : (document.components.schemas[name] ?? {});
  const within = name === undefined ? above : [...above, name];
  return [
    ...(whole.anyOf ?? []).flatMap((part) => keysOf(part, document, within)),
    ...(whole.items ? keysOf(whole.items, document, within) : []),
    ...Object.entries(whole.properties ?? {}).flatMap(([key, member]) => [
      key,
      ...keysOf(member, document, within).map((inner) => `${key}.${inner}`),
    ]),
  ];
}

describe.each(operations)("the page of $id", ({ part, id, operation, document }) => {
  const isTwice = part !== "" && operations.some((other) => other.part === "" && other.id === id);
  const path = `/developers/operations/${isTwice ? "account-" : ""}${id}`;

  test("shows every parameter, every member of the body and answer, every problem, and the recorded answer", () => {
    const html = pageAt(path);
    const anchors = [...html.matchAll(/ id="((?:parameter|answer)\.[^"]+)"/g)].map(([, anchor]) => anchor);
    const sent = operation.requestBody
      ? keysOf(operation.requestBody.content["application/json"].schema, document)
      : [];
    const done = (operation.responses["200"] ?? operation.responses["201"])?.content?.["application/json"];
    const recorded = done?.examples?.recorded?.value;
    const expected = [
      ...[...operation.parameters.map(({ name }) => name), ...sent].map((key) => `parameter.${key}`),
      // The OpenAPI operations have no recorded answer, because their answer is the document that this test reads.
      ...(recorded && done ? keysOf(done.schema, document).map((key) => `answer.${key}`) : []),
    ];
    expect(anchors.toSorted()).toEqual(expected.toSorted());
    const codes = Object.values(operation.responses).flatMap(({ content }) =>
      (content?.["application/problem+json"]?.schema.allOf ?? []).flatMap(
        ({ properties }) => properties?.code.enum ?? [],
      ),
    );
    expect(codes.length).toBeGreaterThan(1);
    for (const code of codes) expect(html).toContain(`href="/problems/${code}?lang=en"`);
    const shown = codeBlocks(html)
      .filter((block) => block.startsWith("{"))
      .map((block) => JSON.parse(block));
    const here = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll("https://desk.example", origin));
    if (recorded) expect(shown).toContainEqual(here(recorded));
    expect(html).not.toContain("https://desk.example/");
  });

  test("describes every parameter and every member of the answer", () => {
    const fields = pageAt(path)
      .split(/<div id="(?=(?:parameter|answer)\.)/)
      .slice(1);
    const meaningless = fields.filter((field) => !/^[^"]+"><dt>(?:(?!<\/dt>).)*<\/dt><dd><p lang="en">/s.test(field));
    // The description of a parameter also covers its inner members.
    const isInside = (anchor = "") => /^parameter\..*\./.test(anchor);
    expect(meaningless.map((field) => field.split('"')[0]).filter((anchor) => !isInside(anchor))).toEqual([]);
  });

  test("has the same members, code and links in its Markdown form", async () => {
    const html = pageAt(path);
    const response = await fetch(`${origin}${path}.md?lang=en`);
    expect(response.headers.get("Content-Type")).toBe("text/markdown; charset=utf-8");
    const markdown = await response.text();
    expect(markdown.split("\n")[0]).toBe(`Documentation index: ${origin}/llms.txt`);
    const inHtml = [...html.matchAll(/<dt><a href="#[^"]+" translate="no"><code>([^<]+)<\/code>/g)].map(
      ([, key]) => key,
    );
    const inMarkdown = [...markdown.matchAll(/^ *- `([^`]+)` \(/gm)].map(([, key]) => key);
    expect(inMarkdown).toEqual(inHtml);
    expect(["sh", "ts", "python", "json"].flatMap((language) => fencedBlocks(markdown, language)).toSorted()).toEqual(
      codeBlocks(html).toSorted(),
    );
    for (const [, href] of html
      .split("<article")[1]
      ?.split("</article>")[0]
      ?.matchAll(/ href="(\/problems[^"]+)"/g) ?? []) {
      expect(markdown).toContain(`](${origin}${decode(href as string)})`);
    }
  });
});

test("the page of every catalogue operation has a form or a link to try it in a browser", async () => {
  const reads = operations.filter(({ part }) => part === "");
  for (const { id } of reads) {
    const [, examples = ""] = pageAt(`/developers/operations/${id}`).split('class="examples"');
    const [, action, name, value] =
      /<form class="field" action="([^"]+)">.*?<input id="tried" name="([^"]+)" value="([^"]+)"/s.exec(examples) ?? [];
    expect(action !== undefined, id).toBe(id === "checkDomain");
    const [, link = `${action}?${name}=${value}`] = /<p><a href="([^"]+)"/.exec(examples) ?? [];
    const answer = await fetch(decode(link));
    expect([answer.status, answer.headers.get("Content-Type")], id).toEqual([200, "application/json"]);
  }
});

test("every guide has the same headings and code in its Markdown form", async () => {
  const guides = paths.filter((path) => !path.includes("/operations/"));
  expect(guides).toHaveLength(14);
  for (const path of guides) {
    const [, content = ""] = pageAt(path).split("<article");
    const markdown = await (await fetch(`${origin}${path}.md?lang=en`)).text();
    const headings = [...content.matchAll(/<(h[1-4]|summary)[^>]*>(?:<a[^>]*>)?([^<]+)(?:<\/a>)?<\/\1>/g)]
      .map(([, , heading]) => decode(heading as string))
      .filter((heading) => !heading.startsWith("Fields of "));
    expect([...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)).toEqual(headings);
    expect(markdown, "what a guide names in braces is filled in").not.toMatch(/^\{\w+\}$|<!--/m);
    const [beforeClients = ""] = content.split('class="clients"');
    for (const block of codeBlocks(beforeClients)) expect(markdown).toContain(`\n${block}\n`);
  }
});

test("every link from the developer pages to the site leads to an existing page and anchor", async () => {
  const links = new Map<string, string>();
  for (const [path, html] of texts) {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size, path).toBe(ids.length);
    for (const [, href] of html.matchAll(/ href="([^"]+)"/g)) {
      const target = new URL(decode(href as string), `${origin}${path}?lang=en`);
      if (target.origin === origin && !target.pathname.startsWith("/client-area")) links.set(target.href, path);
    }
  }
  expect(links.size).toBeGreaterThan(80);
  const known = new Map(texts);
  for (const [address, from] of links) {
    const { hash, pathname } = new URL(address);
    let html = known.get(pathname);
    if (html === undefined) {
      const response = await fetch(address);
      expect(response.status, `${address} of ${from}`).toBe(200);
      html = await response.text();
      known.set(pathname, html);
    }
    if (hash !== "") expect(html, `${address} of ${from}`).toContain(` id="${decodeURIComponent(hash.slice(1))}"`);
  }
});

test("the title and the navigation name the operations in the language of the page", async () => {
  const english = new Set(operations.map(({ operation: { summary } }) => summary));
  const html = await (await fetch(`${origin}/developers/operations/getStatus?lang=fr`)).text();
  const navigation = [...html.matchAll(/<li><a href="\/developers\/operations\/[^"]+"[^>]*>([^<]+)<\/a>/g)];
  const names = navigation.map(([, name]) => decode(name as string));
  expect(names).toHaveLength(operations.length);
  expect(names.filter((name) => english.has(name))).toEqual([]);
  expect(html).toContain("<h1>Lire l’état du service</h1>");
  const markdown = await (await fetch(`${origin}/developers/operations/getStatus.md?lang=fr`)).text();
  expect(markdown).toContain("\n# Lire l’état du service\n");
});

test("the sandbox page lists logins and domains in a demonstration, and no passwords elsewhere", async () => {
  const { text } = await read(await site(running, { DEMONSTRATION: "true" })("/developers/sandbox.md?lang=en"));
  const rows = [...text.matchAll(/^\| `([^`]+)` \| `([^`]+)`/gm)].map(([, first, second]) => `${first} ${second}`);
  const named = rows.filter((row) => !row.includes("@"));
  expect(rows.filter((row) => row.includes("@"))).toEqual(logins.map(({ email, password }) => `${email} ${password}`));
  expect(named.length).toBeGreaterThan(5);
  const known = SANDBOX_NAMES.map(({ prefix, check }) => `${prefix}-anything.ca ${check}`);
  expect(known).toEqual(expect.arrayContaining(named));
  expect((await read(await site()("/developers/sandbox?lang=en"))).text).not.toContain("maple-owner");
});

test("the feed lists the same releases as the page, newest first", async () => {
  const feed = await fetch(`${origin}/developers/changes.atom`);
  expect(feed.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  const names = [...(await feed.text()).matchAll(/<entry>\n<id>[^<]+<\/id>\n<title>([^<]+)<\/title>/g)].map(
    ([, name]) => name,
  );
  expect(names).toContain("Account 1.0.0");
  const shown = [...pageAt("/developers/changes").matchAll(/<h3>([^<]+), \d{4}-\d\d-\d\d<\/h3>/g)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(shown);
});

test("the page for MCP clients shows the steps for the chosen server", async () => {
  const addresses = { catalogue: "mcp", account: "account/mcp", "account-reader": "account/mcp/read" };
  for (const [server, path] of Object.entries(addresses)) {
    const html = await (await fetch(`${origin}/developers/mcp?server=${server}&lang=en`)).text();
    expect(html).toMatch(new RegExp(`href="/developers/mcp\\?server=${server}&amp;lang=en" aria-current="true"`));
    expect(html.match(/class="clients"/g)).toHaveLength(1);
    expect(html).toContain(`tabindex="0">${origin}/api/v1/${path}</code>`);
  }
});

test.each([
  ["accept_terms", "en", "/developers/operations/orderDomain?lang=en#parameter.accept_terms"],
  ["Rate limited", "en", "/problems/rate_limited?lang=en"],
  ["never twice", "en", "/developers/errors?lang=en#idempotency-keys"],
  ["list_plans", "en", "/developers/operations/listPlans?lang=en"],
  ["resilier service", "fr", "/developers/operations/cancelService?lang=fr"],
  ["taille", "fr", "/developers/limits?lang=fr#sizes"],
])("a search for %j in %s finds %s on the page and as Markdown", async (search, lang, href) => {
  const at = `${origin}/developers/search`;
  const query = new URLSearchParams({ q: search, lang });
  const html = await (await fetch(`${at}?${query}`)).text();
  expect(html).toContain(`<a href="${href}">`);
  expect(html).toContain(`value="${search}"`);
  const [page = "", hash] = href.split("#");
  const leads = hash === undefined || page.startsWith("/developers") ? page.replace("?", ".md?") : href;
  const link = page.startsWith("/problems") ? href : leads;
  expect(await (await fetch(`${at}.md?${query}`)).text()).toContain(`](${origin}${link})`);
});

test("a search without a result says so and escapes the words", async () => {
  const html = await (await fetch(`${origin}/developers/search?lang=en&q=%3Cb%3Eno+such+word`)).text();
  expect(html).toContain("0 results for “&lt;b&gt;no such word”");
  expect(html).toContain("Nothing found.");
});

test("the errors guide shows the real response to its call", async () => {
  const [call = "", shown = ""] = codeBlocks(pageAt("/developers/errors"));
  const answer = (await (await fetch(/'(http[^']+)'/.exec(call)?.[1] ?? "")).json()) as Record<string, unknown>;
  const own = { type: expect.anything(), instance: expect.anything(), request_id: expect.anything() };
  expect(JSON.parse(shown)).toEqual({ ...answer, ...own });
});

test.each(["/developers/errors", "/developers/operations/listPlans"])(
  "%s is Markdown for a client that accepts it, and HTML for a browser",
  async (path) => {
    const ask = (Accept: string, at = path) => fetch(`${origin}${at}?lang=en`, { headers: { Accept } });
    const [named, twin] = await Promise.all([ask("text/markdown, text/html;q=0.8"), ask("*/*", `${path}.md`)]);
    expect([named.headers.get("Content-Type"), named.headers.get("Vary")]).toEqual([
      "text/markdown; charset=utf-8",
      "Accept",
    ]);
    expect(await named.text()).toBe(await twin.text());
    for (const accept of ["text/html,application/xhtml+xml,*/*;q=0.8", "*/*", "text/markdown-like"]) {
      const page = await ask(accept);
      expect([page.headers.get("Content-Type"), page.headers.get("Vary")]).toEqual([
        "text/html; charset=utf-8",
        "Accept",
      ]);
    }
    const negotiated = await fetch(origin + path);
    expect(negotiated.headers.get("Vary")).toBe("Accept-Language, Accept");
  },
);

test("every error field has a description", () => {
  const [, members = ""] = pageAt("/developers/errors").split('<div id="problem.type"');
  const fields = members.split('id="what-to-do"')[0]?.split(/<div id="problem\./) ?? [];
  expect(fields.length).toBeGreaterThan(12);
  expect(fields.filter((field) => field.startsWith("title") || field.startsWith("code")).join("")).toContain("<p lang");
  expect(fields.filter((field) => !field.includes('<p lang="en">')).map((field) => field.split('"')[0])).toEqual([]);
});

test("the navigation marks one link as the current page", () => {
  for (const [path, html] of texts) {
    const current = [...html.matchAll(/<a href="([^"]+)"[^>]*aria-current="page"/g)].map(([, href]) => href);
    expect(current).toEqual([`${path}?lang=en`]);
  }
});

describe.each(FAILURES)("an account Worker that %s", (_, answer) => {
  const pages = site(running, {}, answer);

  test("makes the guides report its operations as missing and disables their caching", async () => {
    const { text, ...page } = await read(await pages("/developers?lang=en"));
    expect(page).toMatchObject({ status: 200, kept: "no-store" });
    expect(text).toContain("The description of these operations could not be read");
    expect(text).toContain('id="listPlans"');
    expect(text).not.toContain('id="account-listDomains"');
    expect((await read(await pages("/developers/account?lang=en"))).text).toContain(
      `<code class="address" translate="no" tabindex="0">${HOST}/api/v1/account/mcp</code>`,
    );
  });

  test("makes the pages of its operations unavailable with a time to retry", async () => {
    for (const path of ["/developers/operations/listDomains", "/developers/operations/listDomains.md"]) {
      expect(await read(await pages(path))).toMatchObject({ status: 503, retry: "60", kept: "no-store" });
    }
    expect((await read(await pages("/developers/operations/listPlans"))).status).toBe(200);
  });
});

test("the page of an operation needs only the OpenAPI documents", async () => {
  const isDocument = ({ url }: Request) => new URL(url).pathname.endsWith("/openapi.json");
  const pages = site((request) => (isDocument(request) ? running : down)(request));
  const { text, status } = await read(await pages("/developers/operations/listPlans?lang=fr"));
  expect(status).toBe(200);
  expect(text).toContain("Tous les forfaits");
});
