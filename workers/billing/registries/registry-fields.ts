import type { DomainField } from "../../../shared/billing-actions.ts";
import type { Text } from "../../../shared/language.ts";

/** CIRA's registrant types. */
export const CA_FIELDS: DomainField[] = [
  choice(
    "legal_type",
    { en: "Legal type", fr: "Type juridique" },
    {
      en: "What the registrant is under the Canadian Presence Requirements.",
      fr: "Ce qu’est le titulaire selon les exigences de présence canadienne.",
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

/** The usTLD's nexus categories for those with an address in the United States, and its purposes. */
export const US_FIELDS: DomainField[] = [
  choice(
    "nexus_category",
    { en: "Nexus category", fr: "Catégorie de lien" },
    { en: "The registrant's link with the United States.", fr: "Le lien du titulaire avec les États-Unis." },
    [
      ["C11", "Citizen", "Citoyen"],
      ["C12", "Permanent resident", "Résident permanent"],
      ["C21", "Organisation of the United States", "Organisation des États-Unis"],
      [
        "C31",
        "Foreign entity with regular lawful activities there",
        "Entité étrangère qui y exerce régulièrement des activités licites",
      ],
      ["C32", "Foreign entity with an office there", "Entité étrangère qui y a un bureau"],
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

/** What auDA takes as an Australian identifier. */
export const AU_FIELDS: DomainField[] = [
  choice(
    "identifier_type",
    { en: "Kind of Australian identifier", fr: "Type d’identifiant australien" },
    { en: "Which register the identifier is from.", fr: "Le registre dont vient l’identifiant." },
    [
      ["ABN", "Australian Business Number", "Numéro d’entreprise australien (ABN)"],
      ["ACN", "Australian Company Number", "Numéro de société australien (ACN)"],
      ["TM", "Australian trade mark number", "Numéro de marque australienne"],
    ],
  ),
  {
    name: "identifier",
    label: { en: "Australian identifier", fr: "Identifiant australien" },
    type: "text",
    required: true,
    description: { en: "The number itself, with or without spaces.", fr: "Le numéro lui-même, avec ou sans espaces." },
    options: null,
    default: null,
  },
  {
    name: "eligibility_confirmed",
    label: { en: "The registrant is eligible", fr: "Le titulaire est admissible" },
    type: "tickbox",
    required: true,
    description: {
      en: "The registrant has an Australian presence and the right to the name under auDA's rules.",
      fr: "Le titulaire a une présence en Australie et le droit d’utiliser le nom selon les règles de l’auDA.",
    },
    options: null,
    default: null,
  },
];

function choice(
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
