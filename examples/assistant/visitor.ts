const SECONDS = 30 * 86_400;

/** A visitor's cookie value and agent name: 128 random bits. */
export interface AssistantVisitor {
  agent: string;
  /** A `Set-Cookie` header for a new visitor. */
  cookie: string | null;
}

/** The visitor that a request's cookie names; null without one. */
export function visitorOf(request: Request): AssistantVisitor | null {
  const name = cookieName(request);
  const pairs = (request.headers.get("Cookie") ?? "").split(/; */);
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
  return /^[0-9a-f]{32}$/.test(value) ? { agent: value, cookie: null } : null;
}

/** A new visitor. `Lax`: the cookie is sent when the provider redirects back. */
export function newVisitor(request: Request): AssistantVisitor {
  const agent = crypto.randomUUID().replaceAll("-", "");
  const secure = isSecure(request) ? "; Secure" : "";
  return {
    agent,
    cookie: `${cookieName(request)}=${agent}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  };
}

/** The prefix keeps other hosts of the same site from setting it; it requires https. */
function cookieName(request: Request): string {
  return isSecure(request) ? "__Host-assistant" : "assistant";
}

function isSecure(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}
