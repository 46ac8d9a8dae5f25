import type { DomainField } from "../../billing-contract/domain-orders.ts";
import type { Text } from "../../platform/language.ts";
import { EUROPEAN_UNION } from "../european-union.ts";
import type { InvalidMember } from "../refusals.ts";
import { ES_FIELDS, IE_FIELDS, italianFields, PT_FIELDS } from "./european-fields.ts";
import {
  ALSACE_FIELDS,
  AU_FIELDS,
  BZH_FIELDS,
  CA_FIELDS,
  CORSICA_FIELDS,
  NZ_FIELDS,
  QUEBEC_FIELDS,
  US_FIELDS,
} from "./registry-fields.ts";

/**
 * A registry's requirements for registrants, which apply to registrations and transfers. `shared/domain-names` has the
 * rules for terms.
 */
export interface RegistryRule {
  extensions: string[];
  /**
   * The allowed countries of the registrant's address, and the rule in words. Absent if the registry has no such rule.
   */
  residence?: { countries: string[]; rule: Text };
  /** The extra fields. They are a function if they depend on the country of the registrant's address. */
  fields?: DomainField[] | ((country: string | null) => DomainField[]);
  /** A field that is required if another field has certain values. */
  dependent?: { field: string; on: string; values: string[] };
  /** The registry's own source, or the keys of sources in `docs/build/extensions.md`. */
  source: string;
}

const EEA = [...EUROPEAN_UNION, "IS", "LI", "NO"];
const EURO_SWISS = [...EEA, "CH"];

/**
 * The registries' requirements in November 2026. No registry has confirmed them, so check them before you rely on them.
 * These rules are stricter than the registries' own on one point: a person who qualifies only by citizenship must write
 * to the provider.
 */
const REGISTRY_RULES: RegistryRule[] = [
  {
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
  },
  {
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
  },
  {
    extensions: [".eu"],
    residence: {
      countries: EEA,
      rule: {
        en: "The registrant must live or be established in the European Union, Iceland, Liechtenstein or Norway.",
        fr: "Le titulaire doit résider ou être établi dans l’Union européenne, en Islande, au Liechtenstein ou en Norvège.",
      },
    },
    source: "Regulation (EU) 2019/517 art. 3; EURid, Domain name registration terms and conditions",
  },
  {
    extensions: [".it"],
    residence: {
      countries: [...EURO_SWISS, "GB", "SM", "VA"],
      rule: {
        en: "The registrant must live or be established in the European Economic Area, the United Kingdom, Switzerland, San Marino or the Vatican.",
        fr: "Le titulaire doit résider ou être établi dans l’Espace économique européen, au Royaume-Uni, en Suisse, à Saint-Marin ou au Vatican.",
      },
    },
    fields: italianFields,
    source: "Registro .it, Assignment and management of domain names in the ccTLD .it, Regulation, eligibility",
  },
  {
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
  },
  {
    extensions: [".com.au", ".net.au"],
    residence: {
      countries: ["AU"],
      rule: {
        en: "The registrant must have an Australian presence and an Australian identifier.",
        fr: "Le titulaire doit avoir une présence en Australie et un identifiant australien.",
      },
    },
    fields: AU_FIELDS,
    source: "auDA, .au Domain Administration Rules: Licensing, parts 2.4 and 2.6",
  },
  { extensions: [".es"], fields: ES_FIELDS, source: "R HX OPW DS RTR" },
  { extensions: [".pt"], fields: PT_FIELDS, source: "R OP OPW HX" },
  {
    extensions: [".ie"],
    fields: IE_FIELDS,
    dependent: { field: "register_number", on: "contact_type", values: ["COM", "CHA"] },
    source: "R HX HP",
  },
  { extensions: [".nz"], fields: NZ_FIELDS, source: "R OP" },
  { extensions: [".quebec"], fields: QUEBEC_FIELDS, source: "P QC; R CNR" },
  { extensions: [".alsace"], fields: ALSACE_FIELDS, source: "R CNR DS" },
  { extensions: [".bzh"], fields: BZH_FIELDS, source: "R DS" },
  { extensions: [".corsica"], fields: CORSICA_FIELDS, source: "R GA" },
];

const NO_RULE: Omit<RegistryRule, "extensions" | "source"> = {};

/**
 * Returns the rule for an extension.
 * @param tld the extension with its leading dot, such as `.co.uk`
 */
export function ruleOf(tld: string): Pick<RegistryRule, "residence" | "dependent" | "fields"> {
  return REGISTRY_RULES.find(({ extensions }) => extensions.includes(tld)) ?? NO_RULE;
}

/**
 * Returns the extra fields of an order.
 * @param country the country of the account's address; `null` if unknown
 */
export function fieldsFor(tld: string, country: string | null): DomainField[] {
  const { fields = [] } = ruleOf(tld);
  return typeof fields === "function" ? fields(country) : fields;
}

const TEXT_LENGTH = 200;

/**
 * Returns the extra fields that are missing, unknown or invalid. A required tick box must be ticked.
 * @param dependent a field that is required if another field has certain values
 */
export function refusedFields(
  wanted: DomainField[],
  given: Record<string, string>,
  dependent?: RegistryRule["dependent"],
): InvalidMember[] {
  const needed = dependent?.values.includes(given[dependent.on] ?? "") ? dependent.field : null;
  const asked = wanted.map((field) => (field.name === needed ? { ...field, required: true } : field));
  const known = new Set(wanted.map(({ name }) => name));
  const unknown = Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => ({
      pointer: `/fields/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      message: { en: "is not a field of this registry", fr: "n’est pas un champ de ce registre" },
    }));
  const bad = asked.flatMap((field) => {
    const message = Object.hasOwn(given, field.name)
      ? fieldError(field, given[field.name] ?? "")
      : requiredError(field);
    return message ? [{ pointer: `/fields/${field.name}`, message }] : [];
  });
  return [...unknown, ...bad];
}

function requiredError({ required }: DomainField): Text | null {
  return required ? { en: "is required by the registry", fr: "est exigé par le registre" } : null;
}

function fieldError(field: DomainField, value: string): Text | null {
  switch (field.type) {
    case "tickbox":
      if (value !== "true" && value !== "false")
        return { en: 'must be "true" or "false"', fr: "doit être « true » ou « false »" };
      return value === "false" && field.required ? { en: "must be ticked", fr: "doit être coché" } : null;
    case "choice": {
      const values = (field.options ?? []).map((option) => option.value);
      if (values.includes(value)) return null;
      return { en: `must be one of ${values.join(", ")}`, fr: `doit être l’une des valeurs ${values.join(", ")}` };
    }
    case "text":
      if (value.trim() === "") return requiredError(field);
      return value.length <= TEXT_LENGTH
        ? null
        : { en: `must have at most ${TEXT_LENGTH} characters`, fr: `doit avoir au plus ${TEXT_LENGTH} caractères` };
  }
}
