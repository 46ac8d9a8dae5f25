/** `/robots.txt`: everyone may read everything. */
export function robotsTxt(): Response {
  return new Response("User-agent: *\nAllow: /\n", {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
