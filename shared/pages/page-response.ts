import type { JSX } from "hono/jsx/jsx-runtime";
import { COPY_SCRIPT_SOURCE, withCopyScript } from "./copy-script.ts";
import type { Theme } from "./theme.ts";
import type { Visit } from "./visit.ts";

export interface PageOptions {
  theme: Theme;
  visit: Visit;
  status?: number;
  /** Seconds for which caches may keep the page. The default is 0, for personal and changing pages. */
  maxAge?: number;
  /**
   * Whether the page belongs to a flow that an application starts and that redirects back to the application. Browsers
   * apply `form-action` to every redirect after a form, so that directive would block the redirect. An opener policy
   * would separate the page from the application's window, which waits for the result.
   */
  leadsToApplication?: boolean;
  /** Another origin to which a form on the page may redirect. */
  formsLeadTo?: string | null;
  headers?: Record<string, string>;
}

/** Returns a page as an HTML response with the headers that every page has. */
export async function pageResponse(page: JSX.Element, options: PageOptions): Promise<Response> {
  const { status = 200, visit } = options;
  const html = String(await page);
  const copying = withCopyScript(html);
  return new Response(`<!DOCTYPE html>${copying ?? html}`, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": visit.language,
      ...cachingHeaders(visit, options.maxAge ?? 0),
      ...securityHeaders(options, copying !== null),
      ...options.headers,
    },
  });
}

/** Redirects the browser with GET (RFC 9110 §15.4.4). The URL may have an application's own scheme. */
export function seeOther(location: string, cookie?: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: location, "Cache-Control": "no-store", ...(cookie && { "Set-Cookie": cookie }) },
  });
}

function cachingHeaders(visit: Visit, maxAge: number): Record<string, string> {
  if (maxAge <= 0) return { "Cache-Control": "no-store" };
  return {
    "Cache-Control": `public, max-age=${maxAge}`,
    ...(!visit.languageAsked && { Vary: "Accept-Language" }),
  };
}

function securityHeaders(
  { theme, visit, leadsToApplication = false, formsLeadTo }: PageOptions,
  hasCopyScript: boolean,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    ...(hasCopyScript ? [`script-src ${COPY_SCRIPT_SOURCE}`] : []),
    "style-src 'self'",
    theme.brand.logo ? `img-src 'self' ${theme.brand.logo.origin}` : "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(leadsToApplication ? [] : [formsLeadTo ? `form-action 'self' ${formsLeadTo}` : "form-action 'self'"]),
  ].join("; ");
  return {
    "Content-Security-Policy": policy,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": leadsToApplication ? "unsafe-none" : "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ...(visit.url.protocol === "https:" && { "Strict-Transport-Security": "max-age=31536000" }),
  };
}
