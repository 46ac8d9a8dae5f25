interface Form {
  action: string;
  hidden: [name: string, value: string][];
}

/** The last page of a visit, or the redirect that leaves the site. */
export interface VisitedPage {
  url: URL;
  /** The path, query and fragment of `url`. */
  address: string;
  status: number;
  headers: Headers;
  html: string;
  /** The URL of the redirect that left the site; `null` if the visit stayed on the site. */
  left: URL | null;
}

type Filled = Record<string, string | string[]>;

/** A browser without scripts. It stores cookies, follows redirects within the site, and fills in forms. */
export class PageVisitor {
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  readonly cookies = new Map<string, string>();

  /** @param from the network address or the headers for all requests; by default, a new network address */
  constructor(origin: string, from: string | Record<string, string> = {}) {
    this.#origin = origin;
    const headers = typeof from === "string" ? { "CF-Connecting-IP": from } : from;
    this.#headers = { "CF-Connecting-IP": ownAddress(), "Accept-Language": "en", ...headers };
  }

  /** The value of the Cookie header. */
  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join("=")).join("; ");
  }

  set cookie(line: string) {
    this.cookies.clear();
    for (const [, name = "", value = ""] of line.matchAll(/([^=; ]+)=([^;]*)/g)) this.cookies.set(name, value);
  }

  /** Opens a page, and follows redirects within the site. */
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
   * Submits a form with its hidden fields and the given ones. A list checks several boxes with the same name.
   * @param form the name of a field or button in the form, or the path to which the form posts
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

  /** Signs in with the sign-in form on a page. */
  signIn(page: VisitedPage, login: string): Promise<VisitedPage> {
    return this.submit(page, "/sign-in", { email: `${login}@maple.example`, password: `maple-${login}` });
  }

  /** Posts fields with the headers that a browser sends for a form on the site's own pages. */
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

/** Returns an address in a new /64. Test files share one system, and each visitor needs its own rate limits. */
function ownAddress(): string {
  const [one = 0, other = 0] = crypto.getRandomValues(new Uint16Array(2));
  return `2001:db8:${one.toString(16)}:${other.toString(16)}::1`;
}

/** Returns the text of a page without markup. */
export function textOf(html: string): string {
  const body = html.slice(html.indexOf("<main"));
  return decode(body.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")).trim();
}

/**
 * Returns the action and the hidden fields of a form.
 * @param form the name of a field or button in the form (the first match is used), or the path to which the form posts
 * (the last match is used)
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
