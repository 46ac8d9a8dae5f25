/** A form of a page, as a browser would send it. */
interface Form {
  action: string;
  fields: [name: string, value: string][];
  html: string;
}

/** A page that was arrived at. */
export interface VisitedPage {
  url: URL;
  status: number;
  headers: Headers;
  html: string;
}

/** The redirect that leads away from the site: to an application. */
export class LeftTheSite extends Error {
  readonly location: URL;

  constructor(location: URL) {
    super(`left the site for ${location.origin}`);
    this.location = location;
  }
}

/** Somebody with a browser without script: keeps cookies, follows redirects, fills in forms. */
export class PageVisitor {
  readonly #origin: string;
  readonly #address: string;
  readonly #cookies = new Map<string, string>();

  /** @param address the network address that the visitor comes from; by itself in a network of the visitor's own */
  constructor(origin: string, address = ownAddress()) {
    this.#origin = origin;
    this.#address = address;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** @throws {LeftTheSite} where a redirect leads to another origin */
  open(path: string | URL): Promise<VisitedPage> {
    return this.#follow(new URL(path, this.#origin), {});
  }

  /**
   * Sends the form that has a field or button of a name, with its hidden fields and what is filled in; a list ticks several
   * boxes of one name.
   * @throws {LeftTheSite} where a redirect leads to another origin
   */
  submit(page: VisitedPage, named: string, filled: Record<string, string | string[]>): Promise<VisitedPage> {
    const form = formsOf(page.html).find(({ html }) => html.includes(`name="${named}"`));
    if (!form) throw new Error(`no form with ${named} at ${page.url.pathname} (${page.status}): ${textOf(page.html)}`);
    return this.post(new URL(form.action || page.url, page.url), [
      ...form.fields.filter(([name]) => !(name in filled)),
      ...Object.entries(filled).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
    ]);
  }

  /** Posts fields as the site's own page would. */
  post(url: URL, fields: [string, string][], headers: Record<string, string> = {}): Promise<VisitedPage> {
    return this.#follow(url, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Origin: this.#origin, "Sec-Fetch-Site": "same-origin", ...headers },
    });
  }

  /** One request, without following where it leads. */
  async request(url: URL, init: RequestInit): Promise<Response> {
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      headers: {
        "CF-Connecting-IP": this.#address,
        "Accept-Language": "en",
        ...(this.#cookies.size > 0 && { Cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; ") }),
        ...(init.headers as Record<string, string>),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line) || value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  async #follow(url: URL, init: RequestInit): Promise<VisitedPage> {
    const response = await this.request(url, init);
    const location = response.headers.get("Location");
    if (response.status < 300 || response.status >= 400 || location === null) {
      return { url, status: response.status, headers: response.headers, html: await response.text() };
    }
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== this.#origin) throw new LeftTheSite(next);
    return this.#follow(next, {});
  }
}

/** In a /64 of its own: visitors of every test file share one system, and none is to use up the limits of another. */
function ownAddress(): string {
  const [one = 0, other = 0] = crypto.getRandomValues(new Uint16Array(2));
  return `2001:db8:${one.toString(16)}:${other.toString(16)}::1`;
}

/** What a page says, without its markup. */
export function textOf(html: string): string {
  const body = html.slice(html.indexOf("<main"));
  return decode(body.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")).trim();
}

function formsOf(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, attributes = "", content = ""]) => ({
    action: decode(/\baction="([^"]*)"/.exec(attributes)?.[1] ?? ""),
    html: content,
    fields: [...content.matchAll(/<input\b([^>]*)>/g)].flatMap(([, input = ""]): [string, string][] => {
      const attribute = (name: string) => decode(new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? "");
      return attribute("type") === "hidden" ? [[attribute("name"), attribute("value")]] : [];
    }),
  }));
}

function decode(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
