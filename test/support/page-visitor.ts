interface Form {
  action: string;
  hidden: [name: string, value: string][];
}

/** The final page of a visit, or the redirect that leaves the site. */
export interface VisitedPage {
  url: URL;
  /** The path, query and fragment of `url`. */
  address: string;
  status: number;
  headers: Headers;
  html: string;
  /** The redirect address of an application, if the visit left the site. */
  left: URL | null;
}

type Filled = Record<string, string | string[]>;

/** A visitor whose browser has no script. It stores cookies, follows redirects inside the site, and fills in forms. */
export class PageVisitor {
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  readonly cookies = new Map<string, string>();

  /** @param from the network address, or headers of every request; the visitor's own network by default */
  constructor(origin: string, from: string | Record<string, string> = {}) {
    this.#origin = origin;
    const headers = typeof from === "string" ? { "CF-Connecting-IP": from } : from;
    this.#headers = { "CF-Connecting-IP": ownAddress(), "Accept-Language": "en", ...headers };
  }

  /** The Cookie header of a request. */
  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join("=")).join("; ");
  }

  set cookie(line: string) {
    this.cookies.clear();
    for (const [, name = "", value = ""] of line.matchAll(/([^=; ]+)=([^;]*)/g)) this.cookies.set(name, value);
  }

  /** Opens a page, and follows the site's own redirects. */
  async open(path: string | URL, init: RequestInit = {}): Promise<VisitedPage> {
    const url = new URL(path, this.#origin);
    const response = await this.request(url, init);
    const location = response.headers.get("Location");
    const next = location === null ? null : new URL(location, url);
    const isRedirect = response.status >= 300 && response.status < 400 && next !== null;
    if (isRedirect && next.origin === this.#origin) {
      await response.body?.cancel();
      return this.open(next);
    }
    const { status, headers } = response;
    const address = url.pathname + url.search + url.hash;
    return { url, address, status, headers, html: await response.text(), left: isRedirect ? next : null };
  }

  /**
   * Sends a page's form with its hidden fields and the given ones. A list ticks several boxes with one name.
   * @param form the name of a field or button in it, or the path that it posts to
   */
  submit(page: VisitedPage, form: string, filled: Filled, headers: Record<string, string> = {}): Promise<VisitedPage> {
    const { action, hidden } = formOf(page, form);
    return this.post(
      new URL(action || page.url, page.url),
      [
        ...hidden.filter(([name]) => !(name in filled)),
        ...Object.entries(filled).flatMap(([name, value]) =>
          [value].flat().map((one): [string, string] => [name, one]),
        ),
      ],
      headers,
    );
  }

  /** Signs in with the account's form, from the page that requires it. */
  signIn(page: VisitedPage, login: string): Promise<VisitedPage> {
    return this.submit(page, "/sign-in", { email: `${login}@maple.example`, password: `maple-${login}` });
  }

  /** Posts fields like the site's own page. */
  post(url: string | URL, fields: [string, string][], headers: Record<string, string> = {}): Promise<VisitedPage> {
    return this.open(url, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Origin: this.#origin, "Sec-Fetch-Site": "same-origin", ...headers },
    });
  }

  /** Sends one request without following its redirect. */
  async request(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(this.#headers);
    if (this.cookies.size > 0) headers.set("Cookie", this.cookie);
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const response = await fetch(new URL(url, this.#origin), { ...init, redirect: "manual", headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line) || value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

/** Returns an address in a new /64. All test files share one system, and a visitor must not use up another's limits. */
function ownAddress(): string {
  const [one = 0, other = 0] = crypto.getRandomValues(new Uint16Array(2));
  return `2001:db8:${one.toString(16)}:${other.toString(16)}::1`;
}

/** Returns a page's text without markup. */
export function textOf(html: string): string {
  const body = html.slice(html.indexOf("<main"));
  return decode(body.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")).trim();
}

/**
 * Returns a page's form: its address and its hidden fields.
 * @param form the name of a field or button in the first one, or the path that the last one posts to
 */
export function formOf({ html, url, status }: VisitedPage, form: string): Form {
  const forms = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, tag = "", content = ""]) => ({
    action: attributeOf(tag, "action"),
    content,
  }));
  const found = form.startsWith("/")
    ? forms.findLast(({ action }) => action.split("?")[0] === form)
    : forms.find(({ content }) => content.includes(`name="${form}"`));
  if (!found) throw new Error(`no form with ${form} at ${url.pathname} (${status}): ${textOf(html)}`);
  const hidden = [...found.content.matchAll(/<input\b([^>]*)>/g)]
    .filter(([, input = ""]) => attributeOf(input, "type") === "hidden")
    .map(([, input = ""]): [string, string] => [attributeOf(input, "name"), attributeOf(input, "value")]);
  return { action: found.action, hidden };
}

function attributeOf(tag: string, name: string): string {
  return decode(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

/** Decodes HTML entities. */
export function decode(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
