/** The name of a Worker's folder. */
export type WorkerName = "site" | "account" | "billing" | "billing-whmcs" | "catalogue" | "operator" | "zones";

/**
 * A check that a Worker runs when it starts.
 * @throws Error with the name of an invalid setting
 */
export type Check = (settings: never) => unknown;

/** A setting of the Workers or of the deployment. */
export interface Setting {
  name: string;
  /**
   * The form of the value. Spaces separate `words`, `|` separates the items of a `list`, and `\n` separates `lines`.
   */
  type: string;
  /** The value in the `wrangler.toml` of each Worker; empty if the setting is not set there. */
  default: string;
  /** The Workers that read the setting; empty if only the deployment reads it. */
  workers: readonly WorkerName[];
  /** The description in docs/deploy/settings.md, as Markdown. */
  about: string;
  /** The effect of leaving the setting out; absent if the default applies. */
  without?: string;
  /** The value in `provider.env.example`; absent if the file omits the setting. */
  example?: string;
  check?: Check;
  /** Whether the setting is for local work and tests, or is set by the deployment. Providers cannot set it. */
  isInternal?: boolean;
}

/** Returns the path of a Worker's configuration, relative to the project. */
export function configOf(worker: WorkerName): string {
  return worker === "site" ? "wrangler.toml" : `workers/${worker}/wrangler.toml`;
}

/** The groups of the settings reference, in order. Settings without a group are advanced. */
const GROUPS = [
  {
    title: "Needed",
    about:
      "Decide on these before your first customer. `OPERATOR_MAIL` and the settings from `PAYMENTS` to `NAMESERVERS` are only\nfor the embedded engine.",
    names: [
      ...["BILLING", "DOMAIN", "JURISDICTION", "TIME_ZONE", "MAIL_FROM", "OPERATOR_MAIL", "DEMONSTRATION"],
      ...["PAYMENTS", "PAYMENT_URL", "PAYMENT_INSTRUCTIONS_EN", "PAYMENT_INSTRUCTIONS_FR"],
      ...["SELLER_NAME", "SELLER_ADDRESS", "SELLER_COUNTRY", "TAX_REGISTRATIONS", "PROVISIONING"],
      ...["REGISTRAR", "REGISTRAR_USER", "NAMESERVERS"],
      ...["OPERATOR_ORIGIN", "ACCESS_TEAM", "ACCESS_AUDIENCE", "OPERATORS"],
    ],
  },
  {
    title: "Brand",
    about: "How your pages and mails look.",
    names: [
      ...["BRAND_NAME", "BRAND_COLOUR", "BRAND_LOGO_URL", "BRAND_MENU", "BRAND_LINKS", "SOCIAL_IMAGE"],
      ...["SIGN_UP_URL", "SUPPORT_URL", "TERMS_URL", "PRIVACY_URL", "STATUS_URL", "STATUS_NOTES"],
      ...["SHOP_FACTS", "FEATURED_PLAN"],
    ],
  },
  {
    title: "Limits",
    about: "Limits on calls and orders.",
    names: [
      ...["CHECKS_PER_ADDRESS", "CHECKS_PER_ADDRESS_MCP", "REGISTRY_RATES", "ORDERS_NEED_CARD"],
      ...["BLOCKED_SITE_NAMES", "PWNED_PASSWORDS"],
    ],
  },
];

/**
 * Returns the settings by group.
 * @throws Error if a group contains an unknown setting
 */
function groupsOf(settings: readonly Setting[]): { title: string; about: string; rows: Setting[] }[] {
  const named = GROUPS.flatMap(({ names }) => names);
  return [
    ...GROUPS.map(({ title, about, names }) => ({
      title,
      about,
      rows: names.map((name) => settingNamed(name, settings)),
    })),
    {
      title: "Advanced",
      about: "Separate origins, proofs, metrics and sources. Most providers need none of these.",
      rows: settings.filter(({ name }) => !named.includes(name)),
    },
  ];
}

function settingNamed(name: string, settings: readonly Setting[]): Setting {
  const found = settings.find((row) => row.name === name);
  if (!found) throw new Error(`a group of settings has ${name}, which is not a setting`);
  return found;
}

const SECRETS_ABOUT: Record<string, string> = {
  REGISTRAR_TOKEN: "The registrar's API token, if `REGISTRAR` is set.",
  STRIPE_SECRET_KEY: "Stripe's key, a restricted one at best, if `PAYMENTS` is `stripe`: see [payments](payments.md).",
  STRIPE_WEBHOOK_SECRET: "The secret of Stripe's webhook endpoint, likewise.",
  FRONTDESK_BRIDGE_KEY: "The key of the WHMCS addon, if `BILLING` is `whmcs`: see [WHMCS](whmcs.md).",
  ZONE_SERVER_TOKENS:
    "The API tokens of `ZONE_SERVERS`, as `number=token`, separated by spaces: see [zones](zones.md).",
};

/**
 * Returns the settings reference for docs/deploy/settings.md.
 * @param secrets the names of the secrets
 */
export function referenceText(settings: readonly Setting[], secrets: readonly string[]): string {
  const groups = groupsOf(settings).map(
    ({ title, about, rows }) => `## ${title}\n\n${about}\n\n${referenceTable(rows)}`,
  );
  const rows = secrets.map((name) => `| \`${name}\` | ${SECRETS_ABOUT[name]} |`);
  const ofSecrets = [
    "## Secrets\n\nEach is a line in `provider.secrets.env`.\n",
    "| Name | What |",
    "|---|---|",
    ...rows,
  ];
  return [...groups, ofSecrets.join("\n")].join("\n\n");
}

function referenceTable(settings: readonly Setting[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const rows = settings.map(({ name, type, about, without, default: standard }) =>
    [`\`${name}\``, type, about, without ?? `\`${standard}\``].map(cell).join(" | "),
  );
  return ["| Name | Value | What | Without it |", "|---|---|---|---|", ...rows.map((row) => `| ${row} |`)].join("\n");
}

/** Returns the text of `provider.env.example`. */
export function exampleText(settings: readonly Setting[]): string {
  const plain = (text: string) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
  const entryOf = ({ name, about, example }: Setting) =>
    example === undefined ? [] : [`# ${plain(about)}\n# ${name}=${example}`];
  const groups = groupsOf(settings).map(({ title, rows }) => [`# --- ${title} ---`, ...rows.flatMap(entryOf)]);
  const head =
    "# Copy to provider.env, and remove the # before each setting you use. docs/deploy/settings.md explains all settings.";
  return `${[head, ...groups.flat()].join("\n\n")}\n`;
}
