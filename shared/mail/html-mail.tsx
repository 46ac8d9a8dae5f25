import type { Palette, Scheme } from "../pages/palette.ts";
import type { Language } from "../platform/language.ts";
import type { Part } from "./plain-mail.ts";

const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Elements that an e-mail program in dark mode must repaint, with their palette colours. */
const DARK_RULES = {
  page: { "background-color": "sunk", color: "text" },
  card: { "background-color": "card", color: "text" },
  brand: { color: "brand-ink" },
  code: { "background-color": "sunk", color: "text" },
  link: { color: "brand-ink" },
  button: { "background-color": "brand", color: "on-brand" },
} as const satisfies Record<string, Record<string, keyof Palette>>;

interface HtmlMail {
  language: Language;
  subject: string;
  parts: Part[];
  /** The provider's name. */
  brand: string;
  palettes: Record<Scheme, Palette>;
}

/**
 * Returns the HTML of an e-mail: its subject, followed by its parts. The HTML is built from tables and attributes,
 * because e-mail programs support little else. It loads no pictures or fonts.
 */
export function htmlMail({ language, subject, parts, brand, palettes: { light, dark } }: HtmlMail): string {
  const page = (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{subject}</title>
        <style>{`:root { color-scheme: light dark } @media (prefers-color-scheme: dark) { ${darkRules(dark)} }`}</style>
      </head>
      <body class="page" style={`margin: 0; background-color: ${light.sunk}; color: ${light.text}`}>
        <Table class="page" colour={light.sunk}>
          <tr>
            <td align="center" style="padding: 24px 12px">
              <Table class="card" colour={light.card} width="600">
                <tr>
                  <td style={`padding: 28px 24px; font: 16px/1.5 ${FONT}; overflow-wrap: anywhere; text-align: left`}>
                    <p class="brand" style={`margin: 0 0 24px; font-weight: bold; color: ${light["brand-ink"]}`}>
                      {brand}
                    </p>
                    <h1 style="margin: 0 0 16px; font-size: 20px; line-height: 1.3">
                      <Words text={subject} />
                    </h1>
                    {parts.map((part) => (
                      <Block part={part} palette={light} />
                    ))}
                  </td>
                </tr>
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  );
  // A line of an e-mail has at most 998 characters (RFC 5322 §2.1.1).
  return `<!doctype html>\n${String(page).replace(/<\/(?:style|h1|p|li|ul)>/g, "$&\n")}`;
}

function darkRules(palette: Palette): string {
  const rules = Object.entries(DARK_RULES).map(([name, colours]) => {
    const set = Object.entries(colours).map(([property, role]) => `${property}: ${palette[role]} !important`);
    return `.${name} { ${set.join("; ")} }`;
  });
  return rules.join(" ");
}

/** A table used only for layout. */
function Table(table: { class: string; colour: string; width?: string; children: unknown }) {
  const { colour, width } = table;
  return (
    <table
      role="presentation"
      class={table.class}
      width={width ?? "100%"}
      cellpadding="0"
      cellspacing="0"
      border={0}
      bgcolor={colour}
      style={`background-color: ${colour}${width ? `; width: 100%; max-width: ${width}px; border-radius: 12px` : ""}`}
    >
      {table.children}
    </table>
  );
}

function Block({ part, palette }: { part: Part; palette: Palette }) {
  if (typeof part === "string") {
    return (
      <p style="margin: 0 0 16px">
        <Words text={part} />
      </p>
    );
  }
  if ("line" in part) {
    return (
      <p
        class="code"
        style={`margin: 0 0 16px; padding: 12px 16px; background-color: ${palette.sunk}; font: bold 18px/1.5 monospace; white-space: pre-wrap`}
      >
        {part.line}
      </p>
    );
  }
  if ("link" in part) return <Link to={part} palette={palette} />;
  return (
    <>
      <p style="margin: 0 0 8px; font-weight: bold">
        <Words text={part.heading} />
      </p>
      {part.items.length > 0 && (
        <ul style="margin: 0 0 16px; padding-left: 20px">
          {part.items.map((item) => (
            <li style="margin: 0 0 4px">
              <Words text={item} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Link({ to, palette }: { to: Extract<Part, { link: string }>; palette: Palette }) {
  if (!to.isButton) {
    return (
      <p style="margin: 0 0 16px">
        <a class="link" href={to.link} style={`color: ${palette["brand-ink"]}`}>
          <Words text={to.label} />
        </a>
      </p>
    );
  }
  const colours = `background-color: ${palette.brand}; border-radius: 8px`;
  return (
    <table role="presentation" cellpadding="0" cellspacing="0" border={0} style="margin: 8px 0 24px">
      <tr>
        <td class="button" bgcolor={palette.brand} style={`${colours}; mso-padding-alt: 12px 20px`}>
          <a
            class="button"
            href={to.link}
            style={`display: inline-block; padding: 12px 20px; ${colours}; color: ${palette["on-brand"]}; font-weight: bold; text-decoration: none`}
          >
            <Words text={to.label} />
          </a>
        </td>
      </tr>
    </table>
  );
}

/** Text in which a domain name stays on one line despite its hyphens, unless it is wider than a line. */
function Words({ text }: { text: string }) {
  const words = text.split(/( +)/).map((word) => {
    const isName = word.includes("-") && /[\p{L}\d]\.[\p{L}\d]/u.test(word);
    return isName ? <span style="display: inline-block">{word}</span> : word;
  });
  return <>{words}</>;
}
