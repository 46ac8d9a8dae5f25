/** The least that a Worker can do: the baseline of every rate. */
export default { fetch: () => new Response("ok") };
