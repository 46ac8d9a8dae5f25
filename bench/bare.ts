/** The minimal Worker. It is the baseline for all rates. */
export default { fetch: () => new Response("ok") };
