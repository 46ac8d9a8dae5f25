/** A Worker by its folder. */
export type WorkerName = "site" | "account" | "billing" | "billing-whmcs" | "catalogue" | "operator" | "zones";

/** What a Worker refuses as it starts. @throws Error naming the setting that is wrong */
export type Check = (settings: never) => unknown;

/** One setting that a provider can set. */
export interface Setting {
  name: string;
  /** Form of its value. `words` have spaces between them, a `list` has `|`, `lines` have `\n`. */
  type: string;
  /** Its value in the `wrangler.toml` of each Worker; empty: it is not set. */
  default: string;
  /** The Workers that read it; none: the deployment does. */
  workers: readonly WorkerName[];
  /** What it is, as Markdown of docs/deploying.md. */
  about: string;
  /** What holds if it is not set; absent: the default does. */
  without?: string;
  /** Its value in `provider.env.example`; absent: it is not in there. */
  example?: string;
  check?: Check;
  /** For local work and tests, or made by the deployment: not for a provider to set. */
  isInternal?: boolean;
}

/** Configuration of a Worker, relative to the project. */
export function configOf(worker: WorkerName): string {
  return worker === "site" ? "wrangler.toml" : `workers/${worker}/wrangler.toml`;
}

/** The reference as a Markdown table. */
export function referenceTable(settings: readonly Setting[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const rows = settings.map(({ name, type, about, without, default: standard }) =>
    [`\`${name}\``, type, about, without ?? `\`${standard}\``].map(cell).join(" | "),
  );
  return ["| Name | Value | What | Without it |", "|---|---|---|---|", ...rows.map((row) => `| ${row} |`)].join("\n");
}

/** `provider.env.example`. */
export function exampleText(settings: readonly Setting[]): string {
  const plain = (text: string) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
  const entries = settings.flatMap(({ name, about, example }) =>
    example === undefined ? [] : [`# ${plain(about)}\n# ${name}=${example}`],
  );
  return `# What is yours; docs/deploying.md has every setting. Copy to provider.env, and remove the # of what you set.\n\n${entries.join("\n\n")}\n`;
}
