import { fingerprint } from "../platform/fingerprint.ts";
import type { Palette, Scheme } from "./palette.ts";
import { baseStyles } from "./styles/base.ts";
import { componentStyles } from "./styles/components.ts";
import { connectionStyles } from "./styles/connections.ts";
import { formStyles } from "./styles/forms.ts";
import { operatorStyles } from "./styles/operator.ts";
import { printStyles } from "./styles/print.ts";
import { referenceStyles } from "./styles/reference.ts";
import { shopStyles } from "./styles/shop.ts";

export interface Stylesheet {
  text: string;
  /** The path, which contains a hash of the content, so that caches can keep the stylesheet forever. */
  path: string;
}

/** Builds the stylesheet from a provider's colours and the rules of all pages. */
export function stylesheetFor({ light, dark }: Record<Scheme, Palette>): Stylesheet {
  const text = [
    `:root { color-scheme: light dark; ${properties(light)} }`,
    `@media screen and (prefers-color-scheme: dark) { :root { ${properties(dark)} } }`,
    baseStyles,
    componentStyles,
    formStyles,
    connectionStyles,
    shopStyles,
    referenceStyles,
    operatorStyles,
    printStyles,
  ].join("\n");
  return { text, path: `/styles-${fingerprint(text)}.css` };
}

/**
 * Matches the stylesheet's path in all versions. During a deployment, a page can request the stylesheet of another
 * version.
 */
export const STYLESHEET_PATH = /^\/styles-[0-9a-f]{8}\.css$/;

/** Returns the stylesheet as a response. Under the path of another version, it is cached only briefly. */
export function stylesheetResponse(stylesheet: Stylesheet, path: string): Response {
  const isCurrent = path === stylesheet.path;
  return new Response(stylesheet.text, {
    headers: {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": isCurrent ? "public, max-age=31536000, immutable" : "public, max-age=60",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    },
  });
}

function properties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(" ");
}
