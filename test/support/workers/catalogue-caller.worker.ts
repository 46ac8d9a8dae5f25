/** Stands where another Worker of the provider calls the catalogue's service: `/forget/<name>`. */
export default {
  async fetch(request: Request, env: { CATALOGUE: { forgetDomain(name: string): Promise<void> } }): Promise<Response> {
    await env.CATALOGUE.forgetDomain(decodeURIComponent(new URL(request.url).pathname.slice("/forget/".length)));
    return new Response("forgotten");
  },
};
