/** A Worker that has bindings and answers 404. */
export default { fetch: () => new Response(null, { status: 404 }) };
