/** `/robots.txt`: everyone may read everything; asking about a domain name on the home page is for people. */
export function robotsTxt(): Response {
  return new Response("User-agent: *\nAllow: /\nDisallow: /?*domain=\n", {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
