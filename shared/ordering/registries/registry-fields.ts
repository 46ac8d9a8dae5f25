import type { DomainField } from "../../billing-contract/domain-orders.ts";
import type { Text } from "../../platform/language.ts";

/** The registrant types of CIRA, the registry of .ca. */
export const CA_FIELDS: DomainField[] = [
  choice(
    "legal_type",
    { en: "Legal type", fr: "Type juridique" },
    {
      en: "The registrant's type under the Canadian Presence Requirements. For a company, choose Corporation. For yourself, choose Canadian citizen or Permanent resident.",
      fr: "Ce qu’est le titulaire selon les exigences de présence canadienne : pour une entreprise Société par actions, pour vous-même Citoyen canadien ou Résident permanent.",
    },
    [
      ["CCO", "Corporation", "Société par actions"],
      ["CCT", "Canadian citizen", "Citoyen canadien"],
      ["RES", "Permanent resident of Canada", "Résident permanent du Canada"],
      ["GOV", "Government or government entity in Canada", "Gouvernement ou entité gouvernementale au Canada"],
      ["EDU", "Canadian educational institution", "Établissement d’enseignement canadien"],
      ["ASS", "Canadian unincorporated association", "Association canadienne non constituée en société"],
      ["HOP", "Canadian hospital", "Hôpital canadien"],
      ["PRT", "Partnership registered in Canada", "Société de personnes enregistrée au Canada"],
      ["TDM", "Trademark registered in Canada", "Marque de commerce enregistrée au Canada"],
      ["TRD", "Canadian trade union", "Syndicat canadien"],
      ["PLT", "Canadian political party", "Parti politique canadien"],
      ["LAM", "Canadian library, archive or museum", "Bibliothèque, service d’archives ou musée canadien"],
      ["TRS", "Trust established in Canada", "Fiducie établie au Canada"],
      ["ABO", "Aboriginal peoples indigenous to Canada", "Peuples autochtones du Canada"],
      ["INB", "Indian band", "Bande indienne"],
      ["LGR", "Legal representative of a citizen or resident", "Représentant légal d’un citoyen ou d’un résident"],
      ["OMK", "Official mark registered in Canada", "Marque officielle enregistrée au Canada"],
      ["MAJ", "His Majesty the King", "Sa Majesté le roi"],
    ],
  ),
];

/**
 * The fields of .us: the usTLD's purposes, and its nexus categories for an address in the United States. C31 and C32
 * are omitted, because they are for other countries, which the residence rule refuses.
 */
export const US_FIELDS: DomainField[] = [
  choice(
    "nexus_category",
    { en: "Nexus category", fr: "Catégorie de lien" },
    { en: "The registrant's link with the United States.", fr: "Le lien du titulaire avec les États-Unis." },
    [
      ["C11", "Citizen", "Citoyen"],
      ["C12", "Permanent resident", "Résident permanent"],
      ["C21", "Organisation of the United States", "Organisation des États-Unis"],
    ],
  ),
  choice(
    "application_purpose",
    { en: "Purpose", fr: "Usage prévu" },
    { en: "What the name will be used for.", fr: "Ce à quoi le nom servira." },
    [
      ["P1", "Business for profit", "Entreprise à but lucratif"],
      [
        "P2",
        "Non-profit organisation, club or religious group",
        "Organisme sans but lucratif, club ou groupe religieux",
      ],
      ["P3", "Personal use", "Usage personnel"],
      ["P4", "Education", "Enseignement"],
      ["P5", "Government", "Gouvernement"],
    ],
  ),
];

/** The fields of .quebec. */
export const QUEBEC_FIELDS: DomainField[] = [
  text(
    "intended_use",
    { en: "Intended use", fr: "Usage prévu" },
    { en: "What the name will be used for, in a sentence.", fr: "Ce à quoi le nom servira, en une phrase." },
  ),
  eligibility({
    en: "The registrant has a link with the Québec community: its language, culture, tourism or business.",
    fr: "Le titulaire a un lien avec la communauté québécoise : sa langue, sa culture, son tourisme ou ses affaires.",
  }),
];

export const ALSACE_FIELDS: DomainField[] = [
  eligibility({
    en: "The registrant lives or is active in Alsace, or has a direct or indirect link with it.",
    fr: "Le titulaire réside ou exerce une activité en Alsace, ou a un lien direct ou indirect avec elle.",
  }),
];

export const BZH_FIELDS: DomainField[] = [
  eligibility({
    en: "The registrant has an address in Brittany, is a member of the registry's association, or will have a site on Brittany or in one of its languages within six months.",
    fr: "Le titulaire a une adresse en Bretagne, est membre de l’association du registre, ou aura dans les six mois un site sur la Bretagne ou dans l’une de ses langues.",
  }),
];

export const CORSICA_FIELDS: DomainField[] = [
  eligibility({
    en: "The registrant is established or lives in Corsica, or has a link with it.",
    fr: "Le titulaire est établi ou réside en Corse, ou a un lien avec elle.",
  }),
];

/** The registrant data that auDA requires. */
export const AU_FIELDS: DomainField[] = [
  choice(
    "eligibility_type",
    { en: "Kind of registrant", fr: "Type de titulaire" },
    { en: "The type of registrant in Australia.", fr: "Ce qu’est le titulaire en Australie." },
    [
      ["Company", "Company", "Société"],
      ["Registered Business", "Registered business", "Entreprise enregistrée"],
      ["Sole Trader", "Sole trader", "Entreprise individuelle"],
      ["Partnership", "Partnership", "Société de personnes"],
      ["Incorporated Association", "Incorporated association", "Association constituée"],
      ["Commercial Statutory Body", "Commercial statutory body", "Organisme commercial créé par la loi"],
      ["Trademark Owner", "Owner of a trade mark", "Titulaire d’une marque"],
      ["Pending TM Owner", "Applicant for a trade mark", "Déposant d’une marque"],
      ["Charity", "Charity", "Organisme de bienfaisance"],
      ["Non-profit Organisation", "Non-profit organisation", "Organisme sans but lucratif"],
      ["Other", "Other", "Autre"],
    ],
  ),
  choice(
    "identifier_type",
    { en: "Kind of Australian identifier", fr: "Type d’identifiant australien" },
    { en: "Which register the identifier is from.", fr: "Le registre dont vient l’identifiant." },
    [
      ["ABN", "Australian Business Number", "Numéro d’entreprise australien (ABN)"],
      ["ACN", "Australian Company Number", "Numéro de société australien (ACN)"],
      ["RBN", "Business number of a state or territory", "Numéro d’entreprise d’un État ou territoire"],
      ["TM", "Australian trade mark number", "Numéro de marque australienne"],
    ],
  ),
  text(
    "identifier",
    { en: "Australian identifier", fr: "Identifiant australien" },
    { en: "The number itself, with or without spaces.", fr: "Le numéro lui-même, avec ou sans espaces." },
  ),
  choice(
    "name_relation",
    { en: "Right to the name", fr: "Droit au nom" },
    { en: "How the name relates to the registrant.", fr: "Le rapport entre le nom et le titulaire." },
    [
      [
        "1",
        "It is the registrant's name, an abbreviation or an acronym of it",
        "C’est le nom du titulaire, une abréviation ou un sigle de ce nom",
      ],
      ["2", "It is closely connected to what the registrant does", "Il est étroitement lié à l’activité du titulaire"],
    ],
  ),
  eligibility({
    en: "The registrant has an Australian presence and the right to the name under auDA's rules.",
    fr: "Le titulaire a une présence en Australie et le droit d’utiliser le nom selon les règles de l’auDA.",
  }),
];

/** The fields of .nz. The holder of a name under .co.nz has priority for the same name directly under .nz. */
export const NZ_FIELDS: DomainField[] = [
  text(
    "co_nz_auth_code",
    { en: "Auth code of the name under .co.nz", fr: "Code d’autorisation du nom en .co.nz" },
    {
      en: "Only if the same name is registered under .co.nz: the auth code (UDAI) of that name.",
      fr: "Seulement si le même nom est enregistré en .co.nz : son code (UDAI).",
    },
    false,
  ),
];

/** Returns a required choice field. */
export function choice(
  name: string,
  label: Text,
  description: Text,
  options: [value: string, en: string, fr: string][],
): DomainField {
  return {
    name,
    label,
    type: "choice",
    required: true,
    description,
    options: options.map(([value, en, fr]) => ({ value, label: { en, fr } })),
    default: null,
  };
}

export function text(name: string, label: Text, description: Text, required = true): DomainField {
  return { name, label, type: "text", required, description, options: null, default: null };
}

/** Returns a required tick box with which the registrant confirms eligibility. The registry may demand proof later. */
export function eligibility(description: Text): DomainField {
  return {
    name: "eligibility_confirmed",
    label: { en: "The registrant is eligible", fr: "Le titulaire est admissible" },
    type: "tickbox",
    required: true,
    description,
    options: null,
    default: null,
  };
}
