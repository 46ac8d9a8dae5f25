interface Catalogue {
  forgetDomain(name: string): Promise<void>;
  checkDomainNow(name: string, connection: null): Promise<{ check: { availability: string } }>;
}

/** Stands where another Worker of the provider calls the catalogue's service: `/forget/<name>`, `/now/<name>`. */
export default {
  async fetch(request: Request, env: { CATALOGUE: Catalogue }): Promise<Response> {
    const [, what, name = ""] = new URL(request.url).pathname.split("/").map(decodeURIComponent);
    if (what === "now") return new Response((await env.CATALOGUE.checkDomainNow(name, null)).check.availability);
    await env.CATALOGUE.forgetDomain(name);
    return new Response("forgotten");
  },
};
