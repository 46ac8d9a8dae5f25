import { instantOf } from "../../workers/billing-whmcs/api/local-time.ts";
import type { SignedInThere } from "../../workers/billing-whmcs/sign-in/open-id.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";
import type { AskedRows } from "./installation.ts";

/** `stop`: nobody should be served in front of it. `warn`: something is worse than it could be. */
export interface Finding {
  level: "ok" | "warn" | "stop";
  text: string;
}

const MAX_DIFFERENCE_MS = 300_000;
const OLDEST_VERSION = [8, 1] as const;

export function versionFinding(version: string | null): Finding {
  if (version === null) return warn("The version cannot be read.");
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const isOld = major < OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor < OLDEST_VERSION[1]);
  return isOld ? stop(`WHMCS ${version} is older than ${OLDEST_VERSION.join(".")}.`) : ok(`WHMCS ${version}.`);
}

/** @param local of the server's clock @param now epoch milliseconds */
export function clockFinding(local: string | null, timeZone: string, now: number): Finding {
  if (local === null || !/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/.test(local)) {
    return warn("The server's clock was not told (GetAdminDetails.requesttime): TIME_ZONE was not checked.");
  }
  const difference = Date.parse(instantOf(local, timeZone)) - now;
  const minutes = Math.round(difference / 60_000);
  if (Math.abs(difference) <= MAX_DIFFERENCE_MS) return ok(`The server's clock is that of ${timeZone}.`);
  return warn(
    `The server's clock is ${minutes} minutes from that of ${timeZone}: set TIME_ZONE to its own, or set its clock.`,
  );
}

export function orderFinding(action: string, { rows, isOrdered }: AskedRows<{ id: number }>): Finding {
  const ids = rows.map(({ id }) => id);
  const isSorted = (sign: number) => ids.every((id, index) => index === 0 || sign * (id - (ids[index - 1] ?? 0)) > 0);
  if (ids.length < 2 || !isOrdered) return ok(`${action}: the order cannot be told.`);
  return ok(`${action}: ${isSorted(1) ? "oldest first" : isSorted(-1) ? "newest first" : "in no order of ids"}.`);
}

/** What to do where the API refuses everything. @param said what it answered */
export function refusalFinding(said: string, { WHMCS_ACCESS_KEY }: WhmcsSecrets): string {
  if (/\bip\b/i.test(said)) {
    return WHMCS_ACCESS_KEY
      ? "Its address is not on the allow-list, and WHMCS_ACCESS_KEY is not the $api_access_key of WHMCS's configuration.php."
      : "Its address is not on the allow-list: use a tunnel or an access key (docs/whmcs.md).";
  }
  return `WHMCS_IDENTIFIER and WHMCS_SECRET are no credential of this installation, or its administrator is switched off: make
      one under System Settings › API Credentials, which shows the secret once.`;
}

/** What to look at where nothing of the API was answered. @param reason as an outcome has it */
export function reachedFinding(reason: string): string {
  return reason === "not_json"
    ? `It gives a page in place of an answer: WHMCS_URL has to be the folder that includes/api.php is in, without
      maintenance mode, and without a firewall's own page in front of it.`
    : `It has to be reached from here. Where the Worker goes through a tunnel, run this on WHMCS's network, or set
      WHMCS_CHECK_URL to the address under which this machine reaches it (docs/whmcs.md).`;
}

export const PROBE = `WHMCS_OIDC_SUBJECT is not set, so OpenID Connect signs nobody in. It says what a token's subject stands for, which WHMCS
      does not document: had it been the account, a colleague with few permissions would be signed in as its owner. Find it out
      with two users of one account: npm run whmcs -- check --subject leads through it, and says what to set.`;

export const BY_OPEN_ID = `Customers sign in by OpenID Connect. No token was seen here: whether it has the nonce, and userinfo email_verified, says
      npm run whmcs -- check --subject.`;

export const NOBODY_SIGNS_IN = `Nobody can sign in: set WHMCS_OIDC_SUBJECT=user where a probe has shown it, or install the addon
      and set FRONTDESK_BRIDGE_KEY (docs/whmcs.md).`;

/** Why a sign-in at the probe proved nobody, and what to do. */
export function failedSignInFinding(ended: Exclude<SignedInThere, { kind: "identity" }>): Finding {
  switch (ended.kind) {
    case "declined":
      return stop("The sign-in was declined at WHMCS's page. Begin again.");
    case "foreign":
      return stop("What came back is of another sign-in, or of one that is over. Begin again.");
    case "untrusted":
    case "unavailable":
      if (ended.reason === "no_nonce") return stop(NO_NONCE);
      return stop(`The sign-in did not succeed (${ended.reason ?? ended.kind}); a line above says why. Begin again.`);
  }
}

const NO_NONCE = `Tokens do not have the nonce that was sent (whmcs_no_nonce), so OpenID Connect signs nobody in here. Leave
      WHMCS_OIDC_SUBJECT unset, and install the addon: customers sign in through it (docs/whmcs.md).`;

/** What an address's verification means for first sign-ins. @param who has signed in @param areVerified the provider's setting */
export function emailFindings(who: string, emailVerified: boolean | null, areVerified: boolean): Finding[] {
  switch (emailVerified) {
    case true:
      return [];
    case null:
      return areVerified
        ? [ok("userinfo has no email_verified: WHMCS_EMAILS_ARE_VERIFIED=true stands in its place.")]
        : [stop(NO_EMAIL_VERIFIED)];
    case false:
      return [
        warn(`The e-mail address of ${who} is not verified: nobody signs in by OpenID Connect before WHMCS has verified it, whatever
      WHMCS_EMAILS_ARE_VERIFIED says.`),
      ];
  }
}

const NO_EMAIL_VERIFIED = `userinfo has no email_verified, so OpenID Connect signs nobody in for the first time. If this WHMCS lets nobody use an
      address that it has not verified, set WHMCS_EMAILS_ARE_VERIFIED=true; if not, install the addon (docs/whmcs.md).`;

export function ok(text: string): Finding {
  return { level: "ok", text };
}

export function warn(text: string): Finding {
  return { level: "warn", text };
}

export function stop(text: string): Finding {
  return { level: "stop", text };
}
