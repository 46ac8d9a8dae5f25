/** What a page shows and how to go on from it, read as a script would. */
export interface VisitedPage {
  status: number;
  headers: Headers;
  text: string;
  /** Path and query that the page was read from. */
  address: string;
}

let networks = 0;

/** A browser without a screen: keeps its cookie, follows redirects inside the site, sends forms with all their fields. */
export class Visitor {
  readonly #origin: string;
  /** A network of its own, so that tests do not use up each other's attempts. */
  readonly network = `203.0.113.${++networks}`;
  readonly #headers: Record<string, string>;
  cookie = "";

  constructor(origin: string, headers: Record<string, string> = {}) {
    this.#origin = origin;
    this.#headers = headers;
  }

  /** One request, no redirect followed. */
  async ask(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ "CF-Connecting-IP": this.network, ...this.#headers });
    if (this.cookie) headers.set("Cookie", this.cookie);
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const response = await fetch(new URL(address, this.#origin), { ...init, headers, redirect: "manual" });
    for (const set of response.headers.getSetCookie()) this.cookie = set.split(";")[0] ?? "";
    return response;
  }

  /** A page, over the site's own redirects; a redirect away from it is given as it is. */
  async open(address: string, init: RequestInit = {}): Promise<VisitedPage> {
    let at = address;
    let response = await this.ask(at, init);
    for (let hop = 0; response.headers.get("Location")?.startsWith("/") && hop < 5; hop++) {
      at = response.headers.get("Location") ?? "";
      response = await this.ask(at);
    }
    return { status: response.status, headers: response.headers, text: await response.text(), address: at };
  }

  /** Posts fields as a browser does. */
  post(address: string, fields: [string, string][], headers: Record<string, string> = {}): Promise<VisitedPage> {
    return this.open(address, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Origin: this.#origin,
        "Sec-Fetch-Site": "same-origin",
        ...headers,
      },
    });
  }

  /** Sends the form of a page that posts to a path, with its hidden fields and these. */
  send(
    page: VisitedPage,
    path: string,
    fields: Record<string, string | string[]>,
    headers: Record<string, string> = {},
  ) {
    const { action, hidden } = formOf(page, path);
    const filled = Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    );
    return this.post(action, [...hidden, ...filled], headers);
  }

  /** Through the sign-in, from the page that asks for it. */
  signIn(page: VisitedPage, login: string): Promise<VisitedPage> {
    return this.send(page, "/sign-in", { email: `${login}@maple.example`, password: `maple-${login}` });
  }
}

/** The last form of a page that posts to a path, where it posts to and its hidden fields. */
export function formOf({ text }: VisitedPage, path: string): { action: string; hidden: [string, string][] } {
  const forms = [...text.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)];
  const [, tag = "", content = ""] =
    forms.findLast(([, attributes]) => attribute(attributes ?? "", "action")?.split("?")[0] === path) ?? [];
  const action = attribute(tag, "action");
  if (!action) throw new Error(`no form to ${path} in: ${text.slice(0, 3000)}`);
  const hidden = [...content.matchAll(/<input type="hidden"[^>]*>/g)].map(([input]): [string, string] => [
    attribute(input, "name") ?? "",
    attribute(input, "value") ?? "",
  ]);
  return { action, hidden };
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&");
}
