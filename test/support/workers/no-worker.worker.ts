/** Has bindings and answers nothing. */
export default { fetch: () => new Response(null, { status: 404 }) };
