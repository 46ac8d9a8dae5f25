import type { DomainField } from "../../billing-contract/domain-orders.ts";
import { choice, eligibility, text } from "./registry-fields.ts";

/**
 * Returns the fields of Registro .it. Entity types 2 to 6 are for registrants in Italy, and type 7 is for organisations
 * elsewhere.
 */
export function italianFields(country: string | null): DomainField[] {
  const isItalian = country === "IT";
  const kinds: [string, string, string][] = isItalian
    ? [
        ["1", "Natural person", "Personne physique"],
        ["2", "Company", "Société"],
        ["3", "Freelancer or professional", "Travailleur indépendant ou profession libérale"],
        ["4", "Non-profit organisation", "Organisme sans but lucratif"],
        ["5", "Public body", "Organisme public"],
        ["6", "Other organisation", "Autre organisme"],
      ]
    : [
        ["1", "Natural person", "Personne physique"],
        ["7", "Organisation in a country other than Italy", "Organisme d’un autre pays que l’Italie"],
      ];
  const code = isItalian
    ? {
        en: "Codice fiscale (16 characters) or partita IVA (11 digits); N.A. for a non-profit organisation that has none.",
        fr: "Codice fiscale (16 caractères) ou partita IVA (11 chiffres) ; N.A. pour un organisme sans but lucratif qui n’en a pas.",
      }
    : {
        en: "Number of a person's identity document, or an organisation's VAT or registration number.",
        fr: "Numéro de la pièce d’identité d’une personne, ou numéro de TVA ou d’immatriculation d’un organisme.",
      };
  return [
    choice(
      "entity_type",
      { en: "Kind of registrant", fr: "Type de titulaire" },
      { en: "What the registrant is.", fr: "Ce qu’est le titulaire." },
      kinds,
    ),
    text("registration_code", { en: "Tax or registration code", fr: "Code fiscal ou d’immatriculation" }, code),
    ...(isItalian
      ? [
          text(
            "province",
            { en: "Province", fr: "Province" },
            { en: "Two letters, such as MI.", fr: "Deux lettres, par exemple MI." },
          ),
        ]
      : []),
  ];
}

export const ES_FIELDS: DomainField[] = [
  choice(
    "identification_type",
    { en: "Kind of identification", fr: "Type d’identification" },
    {
      en: "What identifies the registrant, who is also the administrative contact.",
      fr: "Ce qui identifie le titulaire, qui est aussi le contact administratif.",
    },
    [
      ["1", "NIF, the Spanish tax number", "NIF, le numéro fiscal espagnol"],
      ["3", "NIE, the number of a foreigner in Spain", "NIE, le numéro d’un étranger en Espagne"],
      ["4", "VAT number of another country", "Numéro de TVA d’un autre pays"],
      ["0", "Other, such as a passport", "Autre, par exemple un passeport"],
    ],
  ),
  text(
    "identification_number",
    { en: "Identification number", fr: "Numéro d’identification" },
    { en: "The number itself.", fr: "Le numéro lui-même." },
  ),
  choice(
    "legal_form",
    { en: "Legal form", fr: "Forme juridique" },
    { en: "Red.es's code for the registrant's legal form.", fr: "Le code de Red.es pour ce qu’est le titulaire." },
    [
      ["1", "Individual", "Personne physique"],
      ["39", "Economic interest group", "Groupement d’intérêt économique"],
      ["47", "Association", "Association"],
      ["59", "Sports association", "Association sportive"],
      ["68", "Professional association", "Association professionnelle"],
      ["150", "Community property", "Communauté de biens"],
      ["152", "Community of owners", "Copropriété"],
      ["164", "Religious order or institution", "Ordre ou institution religieuse"],
      ["286", "Foundation", "Fondation"],
      ["439", "Political party", "Parti politique"],
      ["476", "Trade union", "Syndicat"],
      ["524", "Public limited company", "Société anonyme"],
      ["554", "Civil partnership", "Société civile"],
      ["560", "General partnership", "Société en nom collectif"],
      ["566", "Cooperative", "Coopérative"],
      ["612", "Limited company", "Société à responsabilité limitée"],
      ["713", "Spanish office of a foreign organisation", "Bureau espagnol d’un organisme étranger"],
      ["877", "Other", "Autre"],
    ],
  ),
  eligibility({
    en: "The registrant has interests in Spain or ties with it.",
    fr: "Le titulaire a des intérêts en Espagne ou des liens avec ce pays.",
  }),
];

export const PT_FIELDS: DomainField[] = [
  text(
    "tax_number",
    { en: "Tax number", fr: "Numéro fiscal" },
    {
      en: "NIF of a person, or NIPC or VAT number of an organisation, of the country of the address.",
      fr: "NIF d’une personne, ou NIPC ou numéro de TVA d’un organisme, du pays de l’adresse.",
    },
  ),
];

export const IE_FIELDS: DomainField[] = [
  choice(
    "contact_type",
    { en: "Kind of registrant", fr: "Type de titulaire" },
    { en: "What the registrant is.", fr: "Ce qu’est le titulaire." },
    [
      ["COM", "Company", "Société"],
      ["CHA", "Charity", "Organisme de bienfaisance"],
      ["OTH", "Other, such as a person", "Autre, par exemple une personne"],
    ],
  ),
  text(
    "register_number",
    { en: "CRO or charity number", fr: "Numéro CRO ou d’organisme de bienfaisance" },
    { en: "Required for companies and charities.", fr: "Exigé d’une société et d’un organisme de bienfaisance." },
    false,
  ),
  eligibility({
    en: "The registrant is a citizen of Ireland or connected with the island of Ireland.",
    fr: "Le titulaire est citoyen d’Irlande ou a un lien avec l’île d’Irlande.",
  }),
];
