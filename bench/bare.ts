/** The minimal Worker: the baseline of every rate. */
export default { fetch: () => new Response("ok") };
