import type { RefusedField } from "../registries/check-fields.ts";

const MAX_NAMESERVERS = 13;
const HOST_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Lower case, without a final dot. */
export function plainHostName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/**
 * The invalid ones of a domain's new nameservers.
 * @param names as {@link plainHostName} gives them
 * @param current those it has; one of them under the domain itself has glue records at the registry already
 */
export function refusedNameservers(domain: string, names: string[], current: string[]): RefusedField[] {
  if (names.length < 2 || names.length > MAX_NAMESERVERS) {
    const message = {
      en: `must be from 2 to ${MAX_NAMESERVERS} host names`,
      fr: `doit contenir de 2 à ${MAX_NAMESERVERS} noms d’hôte`,
    };
    return [{ pointer: "/nameservers", message }];
  }
  return names.flatMap((name, index) => {
    const message = mistakeIn(name, names.indexOf(name) < index, domain, current);
    return message ? [{ pointer: `/nameservers/${index}`, message }] : [];
  });
}

function mistakeIn(name: string, repeated: boolean, domain: string, current: string[]) {
  if (!HOST_NAME.test(name)) return { en: "must be a host name", fr: "doit être un nom d’hôte" };
  if (repeated) return { en: "is listed twice", fr: "figure deux fois" };
  if ((name === domain || name.endsWith(`.${domain}`)) && !current.includes(name)) {
    return {
      en: "is under the domain itself, which takes addresses at the registry (glue) that cannot be set here",
      fr: "est sous le domaine lui-même, ce qui exige au registre des adresses (glue) qui ne peuvent pas être définies ici",
    };
  }
  return null;
}
