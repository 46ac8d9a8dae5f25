import type { CatalogueServicePort } from "../../../shared/catalogue-contract/catalogue-service.ts";
import { availabilityIn } from "../../../shared/catalogue-contract/domain-check.ts";

/** A Worker that calls the catalogue's service for tests, at `/forget/<name>` and `/now/<name>`. */
export default {
  async fetch(request: Request, env: { CATALOGUE: CatalogueServicePort }): Promise<Response> {
    const [, what, name = ""] = new URL(request.url).pathname.split("/").map(decodeURIComponent);
    if (what === "now") {
      const asked = await env.CATALOGUE.checkNameNow(name, null, "r-1");
      if (asked.outcome !== "checked") throw new Error(asked.outcome);
      return new Response(availabilityIn(asked.check).availability);
    }
    await env.CATALOGUE.forgetDomain(name);
    return new Response("forgotten");
  },
};
