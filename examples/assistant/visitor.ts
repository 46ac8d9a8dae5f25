const SECONDS = 30 * 86_400;

/**
 * A visitor with a separate agent. The agent's name is the value of the visitor's cookie: a random UUID without
 * hyphens.
 */
export interface AssistantVisitor {
  agent: string;
  /** The `Set-Cookie` header for a new visitor; `null` if the browser already has the cookie. */
  cookie: string | null;
}

/** Returns the visitor that the request's cookie identifies; `null` without a valid cookie. */
export function visitorOf(request: Request): AssistantVisitor | null {
  const name = cookieName(request);
  const pairs = (request.headers.get("Cookie") ?? "").split(/; */);
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
  return /^[0-9a-f]{32}$/.test(value) ? { agent: value, cookie: null } : null;
}

/**
 * Creates a visitor. The cookie is `SameSite=Lax` because the browser must send it when the provider redirects back.
 */
export function newVisitor(request: Request): AssistantVisitor {
  const agent = crypto.randomUUID().replaceAll("-", "");
  const secure = isSecure(request) ? "; Secure" : "";
  return {
    agent,
    cookie: `${cookieName(request)}=${agent}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  };
}

/**
 * Returns the cookie's name. The `__Host-` prefix requires https and prevents other hosts of the same site from setting
 * the cookie.
 */
function cookieName(request: Request): string {
  return isSecure(request) ? "__Host-assistant" : "assistant";
}

function isSecure(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}
