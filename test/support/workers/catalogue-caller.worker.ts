import { availabilityIn, type DomainCheck } from "../../../shared/catalogue-contract/domain-check.ts";

interface Catalogue {
  forgetDomain(name: string): Promise<void>;
  checkNameNow(name: string, connection: null): Promise<{ check: DomainCheck }>;
  checkDomainNow(name: string): Promise<unknown>;
}

/** Stands where another Worker of the provider calls the catalogue's service: `/forget/<name>`, `/now/<name>`, and `/before/<name>` as its version before did. */
export default {
  async fetch(request: Request, env: { CATALOGUE: Catalogue }): Promise<Response> {
    const [, what, name = ""] = new URL(request.url).pathname.split("/").map(decodeURIComponent);
    if (what === "now")
      return new Response(availabilityIn((await env.CATALOGUE.checkNameNow(name, null)).check).availability);
    if (what === "before") return Response.json(await env.CATALOGUE.checkDomainNow(name));
    await env.CATALOGUE.forgetDomain(name);
    return new Response("forgotten");
  },
};
