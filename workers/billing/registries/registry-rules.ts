import type { DomainField } from "../../../shared/billing-actions.ts";
import type { Text } from "../../../shared/language.ts";
import { AU_FIELDS, CA_FIELDS, US_FIELDS } from "./registry-fields.ts";

/** What a registry asks of who registers a name, and of a transfer. */
export interface RegistryRule {
  extensions: string[];
  /** Where its rule on the registrant's address lets a registrant be, and that rule; absent where it has none. */
  residence?: { countries: string[]; rule: Text };
  fields: DomainField[];
  /** It asks for an auth code with a transfer in. */
  authCode: boolean;
  /** The most years that a name can be registered ahead. */
  maximumYears: number;
  /** Where the rule is to be checked, and as of when it is known to us; none was checked with its registry. */
  source: string;
  asOf: string;
}

const EU = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
const EEA = [...EU, "IS", "LI", "NO"];
const EURO_SWISS = [...EEA, "CH"];

/** Of extensions not named here: no rule on the address, no fields, an auth code, ten years. */
const ANY_REGISTRY = { fields: [], authCode: true, maximumYears: 10 };

/**
 * What registries ask, as known to us in November 2026; not checked with each registry, so check before relying on it.
 * Stricter in one point: persons who qualify by citizenship alone write to the provider.
 */
export const REGISTRY_RULES: RegistryRule[] = [
  {
    ...ANY_REGISTRY,
    extensions: [".ca", ".qc.ca"],
    residence: {
      countries: ["CA"],
      rule: {
        en: "The registrant must meet the Canadian Presence Requirements: an address in Canada and one of the legal types.",
        fr: "Le titulaire doit satisfaire aux exigences de présence canadienne : une adresse au Canada et l’un des types juridiques.",
      },
    },
    fields: CA_FIELDS,
    source: "CIRA, Canadian Presence Requirements for Registrants; https://www.cira.ca/en/ca-domains/register-your-ca/",
    asOf: "2026-11-20",
  },
  {
    ...ANY_REGISTRY,
    extensions: [".fr", ".re"],
    residence: {
      countries: EURO_SWISS,
      rule: {
        en: "The registrant must live or be established in the European Union, Iceland, Liechtenstein, Norway or Switzerland.",
        fr: "Le titulaire doit résider ou être établi dans l’Union européenne, en Islande, au Liechtenstein, en Norvège ou en Suisse.",
      },
    },
    source:
      "Afnic, Naming policy, eligibility (art. 5.1); Code des postes et des communications électroniques, art. L45-3",
    asOf: "2026-11-20",
  },
  {
    ...ANY_REGISTRY,
    extensions: [".eu"],
    residence: {
      countries: EEA,
      rule: {
        en: "The registrant must live or be established in the European Union, Iceland, Liechtenstein or Norway.",
        fr: "Le titulaire doit résider ou être établi dans l’Union européenne, en Islande, au Liechtenstein ou en Norvège.",
      },
    },
    source: "Regulation (EU) 2019/517 art. 3; EURid, Domain name registration terms and conditions",
    asOf: "2026-11-20",
  },
  {
    ...ANY_REGISTRY,
    extensions: [".it"],
    residence: {
      countries: [...EURO_SWISS, "GB", "SM", "VA"],
      rule: {
        en: "The registrant must live or be established in the European Economic Area, the United Kingdom, Switzerland, San Marino or the Vatican.",
        fr: "Le titulaire doit résider ou être établi dans l’Espace économique européen, au Royaume-Uni, en Suisse, à Saint-Marin ou au Vatican.",
      },
    },
    source: "Registro .it, Assignment and management of domain names in the ccTLD .it, Regulation, eligibility",
    asOf: "2026-11-20",
  },
  {
    ...ANY_REGISTRY,
    extensions: [".us"],
    residence: {
      countries: ["US", "AS", "GU", "MP", "PR", "UM", "VI"],
      rule: {
        en: "The registrant must have a nexus with the United States: an address there and one of the nexus categories.",
        fr: "Le titulaire doit avoir un lien avec les États-Unis : une adresse dans ce pays et l’une des catégories de lien.",
      },
    },
    fields: US_FIELDS,
    source: "usTLD Nexus Requirements Policy; https://www.about.us/policies",
    asOf: "2026-11-20",
  },
  {
    ...ANY_REGISTRY,
    extensions: [".com.au", ".net.au"],
    residence: {
      countries: ["AU"],
      rule: {
        en: "The registrant must have an Australian presence and an Australian identifier.",
        fr: "Le titulaire doit avoir une présence en Australie et un identifiant australien.",
      },
    },
    fields: AU_FIELDS,
    maximumYears: 5,
    source: "auDA, .au Domain Administration Rules: Licensing, parts 2.4 and 2.6",
    asOf: "2026-11-20",
  },
  {
    ...ANY_REGISTRY,
    extensions: [".co.uk", ".me.uk", ".org.uk", ".uk"],
    authCode: false,
    source: "Nominet, .UK registration rules; transfers go by the registrar's tag",
    asOf: "2026-11-20",
  },
  {
    ...ANY_REGISTRY,
    extensions: [".es"],
    authCode: false,
    source: "Red.es, change of registrar; the registrant confirms it by e-mail",
    asOf: "2026-11-20",
  },
];

/** The rule for an extension, such as `.co.uk`. */
export function ruleOf(tld: string): Pick<RegistryRule, "residence" | "fields" | "authCode" | "maximumYears"> {
  return REGISTRY_RULES.find(({ extensions }) => extensions.includes(tld)) ?? ANY_REGISTRY;
}
