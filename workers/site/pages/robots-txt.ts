/** `/robots.txt`: allows everything but domain checks on the home page. */
export function robotsTxt(): Response {
  return new Response("User-agent: *\nAllow: /\nDisallow: /?*domain=\n", {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
