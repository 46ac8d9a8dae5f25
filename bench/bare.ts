/** The least a Worker can do: what every rate is compared with. */
export default { fetch: () => new Response("ok") };
