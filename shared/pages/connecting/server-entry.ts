/** An MCP server as clients list it. */
export interface ServerEntry {
  part: "catalogue" | "account" | "account-reader";
  /** The title for people: the brand's name and the server's part. */
  title: string;
  /**
   * The name in a client's configuration, at most 20 characters of `a-z0-9-`. Clients prefix tool names with it and
   * truncate the result.
   */
  slug: string;
  url: string;
}

const MAX_SLUG = 20;

/** Returns the entry of one of the provider's servers. */
export function serverEntry(brandName: string, part: ServerEntry["part"], url: string): ServerEntry {
  const [last] = part.split("-").slice(-1);
  const name = plainName(brandName, part === "catalogue" ? MAX_SLUG : MAX_SLUG - `-${last}`.length);
  return {
    ...{ part, url, title: `${brandName} ${part.replace("-", " ")}` },
    slug: part === "catalogue" ? name || part : [...(name ? [name] : []), last].join("-"),
  };
}

/**
 * Returns as many whole words of a name as fit, in ASCII, such as `maple-hosting`. A first word that is too long is
 * cut. The result is empty for a name in another script.
 */
function plainName(name: string, most: number): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/[^a-z0-9 ]/gi, "");
  const words = ascii.trim().toLowerCase().split(/ +/);
  while (words.length > 1 && words.join("-").length > most) words.pop();
  return words.join("-").slice(0, most);
}
