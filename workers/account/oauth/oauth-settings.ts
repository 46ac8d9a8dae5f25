/** What a provider sets of the authorization server. */
export interface OAuthSettings {
  /** Private-use schemes without a dot that are known applications', with spaces between. */
  APPLICATION_SCHEMES: string;
  /** Further hosts where anybody may publish, with spaces between. */
  SHARED_DOCUMENT_HOSTS: string;
  /** How many applications may register themselves in a day (UTC), all callers together. */
  REGISTRATIONS_PER_DAY: string;
}

const SCHEME = /^[a-z][a-z0-9+-]*$/;
const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The settings as the authorization server uses them. @throws when a setting is not what it should be, naming it */
export function oauthRules(settings: OAuthSettings) {
  const registrationsPerDay = Number(settings.REGISTRATIONS_PER_DAY);
  if (!/^\d{1,9}$/.test(settings.REGISTRATIONS_PER_DAY) || registrationsPerDay === 0)
    throw new Error(`REGISTRATIONS_PER_DAY is not a number above 0: ${settings.REGISTRATIONS_PER_DAY}`);
  return {
    applicationSchemes: new Set(
      wordsOf("APPLICATION_SCHEMES", settings.APPLICATION_SCHEMES, SCHEME, "a scheme without a dot"),
    ),
    sharedHosts: wordsOf("SHARED_DOCUMENT_HOSTS", settings.SHARED_DOCUMENT_HOSTS, HOST, "a host name"),
    registrationsPerDay,
  };
}

function wordsOf(name: string, text: string, form: RegExp, what: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const wrong = words.find((word) => !form.test(word));
  if (wrong !== undefined) throw new Error(`${name}: ${wrong} is not ${what}.`);
  return words;
}
