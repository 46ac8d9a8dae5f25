/**
 * The provider's settings for access to the operator console. wrangler.toml documents them. An empty string means that
 * a setting is not set.
 */
export interface AccessSettings {
  OPERATOR_ORIGIN: string;
  ACCESS_TEAM: string;
  /**
   * The audience tag of the Access application. It is the only setting that excludes tokens of the team's other
   * applications.
   */
  ACCESS_AUDIENCE: string;
  OPERATORS: string;
  OPERATOR_READERS: string;
  DEMONSTRATION: string;
}

const TEAM = /^https:\/\/[a-z0-9-]+\.cloudflareaccess\.com$/;
const AUDIENCE = /^[0-9a-f]{64}$/;
/** Matches an e-mail address or the client id of a service token. */
const OPERATOR = /^(?:[^\s@]+@[^\s@]+|[\w-]+\.access)$/;

/** Returns the names in a space-separated list, in lower case. */
export function namesIn(list: string): string[] {
  return list
    .split(/\s+/)
    .filter((name) => name !== "")
    .map((name) => name.toLowerCase());
}

/**
 * Returns whether the console requires Cloudflare Access tokens. It does if at least one of the Access settings is set.
 */
export function isAccessSet({ ACCESS_TEAM, ACCESS_AUDIENCE }: AccessSettings): boolean {
  return ACCESS_TEAM !== "" || ACCESS_AUDIENCE !== "";
}

/** Checks the settings. @throws {Error} naming the setting that is wrong or missing */
export function checkAccessSettings(settings: AccessSettings & { ORIGIN?: string }): void {
  const { OPERATOR_ORIGIN: origin, ACCESS_TEAM: team, ACCESS_AUDIENCE: audience } = settings;
  const names = [...namesIn(settings.OPERATORS), ...namesIn(settings.OPERATOR_READERS)];
  const wrong = names.find((name) => !OPERATOR.test(name));
  if (wrong !== undefined) {
    throw new Error(`OPERATORS and OPERATOR_READERS hold e-mail addresses and client ids (….access): ${wrong}`);
  }
  if (team !== "" && !TEAM.test(team)) {
    throw new Error(`ACCESS_TEAM is not an address such as https://team.cloudflareaccess.com: ${team}`);
  }
  if (audience !== "" && !AUDIENCE.test(audience)) {
    throw new Error(
      `ACCESS_AUDIENCE is not the audience tag of an Access application, 64 hexadecimal digits: ${audience}`,
    );
  }
  if (isAccessSet(settings) && (team === "" || audience === "" || names.length === 0)) {
    throw new Error("Set ACCESS_TEAM and ACCESS_AUDIENCE together, with OPERATORS or OPERATOR_READERS.");
  }
  if (origin === "") return;
  if (!URL.canParse(origin) || new URL(origin).origin !== origin || !origin.startsWith("https:")) {
    throw new Error(`OPERATOR_ORIGIN is not an origin such as https://operator.provider.com: ${origin}`);
  }
  if (settings.ORIGIN !== undefined && settings.ORIGIN === origin) {
    throw new Error("OPERATOR_ORIGIN must differ from ORIGIN and DOMAIN.");
  }
  if (!isAccessSet(settings)) throw new Error("OPERATOR_ORIGIN needs ACCESS_TEAM, ACCESS_AUDIENCE and OPERATORS.");
}
