import type { CustomerDomain, CustomerService, LimitLists } from "../../../../shared/billing-contract/customer.ts";
import { Field, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { readable, readLimit, serviceName, writeLimit } from "../limits.ts";

/** The texts for the possible limits of a connection. */
export const limitTexts = byLanguage({
  label: { en: "Limit it to", fr: "Limiter à" },
  everything: (account: string) => ({ en: `Everything in ${account}`, fr: `Tout dans ${account}` }),
  domains: {
    en: "Only one domain name, with the services under it",
    fr: "Un seul nom de domaine, avec les services qui en dépendent",
  },
  services: { en: "Only one service", fr: "Un seul service" },
  service: (id: number) => ({ en: `Service #${id}`, fr: `Service nº ${id}` }),
  hint: {
    en: "If you limit it to one domain name or service, it cannot see invoices or tickets or order anything new.",
    fr: "Avec cette limite, l’application ne voit ni factures ni demandes d’assistance et ne peut rien commander de nouveau.",
  },
  more: {
    en: "The list shows the first 500 domain names and the first 500 services of the account.",
    fr: "La liste affiche les 500 premiers noms de domaine et les 500 premiers services.",
  },
  missing: {
    en: "Choose everything, or one of this account’s domain names or services.",
    fr: "Choisissez l’ensemble du compte, ou l’un de ses noms de domaine ou services.",
  },
  outside: {
    en: "This account has no such domain name or service, or your login may not see it.",
    fr: "Ce compte n’a pas ce nom de domaine ou ce service, ou vous n’avez pas le droit de le voir.",
  },
});

interface LimitFieldProps {
  language: Language;
  /** The field's id, which the page chooses. Errors refer to it. */
  id: string;
  accountName: string;
  choices: LimitLists | null;
  /** Whether the connection is already limited, so that the whole account cannot be chosen. */
  isLimited?: boolean;
  chosen: string;
  errors?: FormError[];
}

/** Shows the choice of a resource limit: a whole account, one domain name or one service. */
export function LimitField(props: LimitFieldProps) {
  const { language, id, accountName, choices, isLimited = false, chosen, errors = [] } = props;
  const texts = limitTexts[language];
  const everything = { value: writeLimit({ kind: "account" }), name: texts.everything(accountName) };
  const { domains, services } = choices ?? {};
  const groups = [
    { label: texts.domains, offered: domains?.items.map(domainOption) ?? [] },
    { label: texts.services, offered: services?.items.map(serviceOption) ?? [] },
  ].filter(({ offered }) => offered.length > 0);
  const isListed = [everything, ...groups.flatMap(({ offered }) => offered)].some(({ value }) => value === chosen);
  const unlisted = isListed ? null : nameOf(chosen, language);
  return (
    <Field
      id={id}
      label={texts.label}
      hint={domains?.more || services?.more ? `${texts.hint} ${texts.more}` : texts.hint}
      errors={errors}
    >
      <select id={id} name="limit" {...fieldState(id, errors, `${id}-hint`)}>
        {!isLimited && <LimitOption choice={everything} chosen={chosen} />}
        {unlisted !== null && <LimitOption choice={{ value: chosen, name: unlisted }} chosen={chosen} />}
        {groups.map(({ label, offered }) => (
          <optgroup label={label}>
            {offered.map((choice) => (
              <LimitOption choice={choice} chosen={chosen} />
            ))}
          </optgroup>
        ))}
      </select>
    </Field>
  );
}

function domainOption({ name }: CustomerDomain) {
  return { value: writeLimit({ kind: "domain", name }), name: readable(name) };
}

function serviceOption(service: CustomerService) {
  return { value: writeLimit({ kind: "service", id: service.id }), name: serviceName(service) };
}

type LimitOptionProps = { choice: { value: string; name: string }; chosen: string };

function LimitOption({ choice: { value, name }, chosen }: LimitOptionProps) {
  return (
    <option value={value} selected={value === chosen}>
      {name}
    </option>
  );
}

/** Returns the name of a chosen limit that is not in the list, or `null` if the choice names no domain or service. */
function nameOf(chosen: string, language: Language): string | null {
  const limit = readLimit(chosen);
  if (limit?.kind === "domain") return readable(limit.name);
  return limit?.kind === "service" ? limitTexts[language].service(limit.id) : null;
}
