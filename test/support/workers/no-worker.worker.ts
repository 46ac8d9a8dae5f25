/** A Worker that only has bindings, and responds with the status 404. */
export default { fetch: () => new Response(null, { status: 404 }) };
