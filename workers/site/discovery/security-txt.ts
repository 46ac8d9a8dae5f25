export const SECURITY_TXT_PATH = "/.well-known/security.txt";

const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/**
 * The text of `security.txt` (RFC 9116): where weaknesses are reported. The setting is read with each request, so the date
 * until which it can be relied on moves along with the day.
 */
export function securityTxt(contacts: string[], site: string, now: Date): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS);
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace(".000Z", "Z")}`,
    `Canonical: ${site}${SECURITY_TXT_PATH}`,
    "",
  ].join("\n");
}
