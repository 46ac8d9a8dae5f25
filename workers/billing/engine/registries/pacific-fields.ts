import type { DomainField } from "../../../../shared/billing-contract/actions.ts";
import { choice, eligibility, text } from "./field-shapes.ts";

/** Registrant data that auDA requires. */
export const AU_FIELDS: DomainField[] = [
  choice(
    "eligibility_type",
    { en: "Kind of registrant", fr: "Type de titulaire" },
    { en: "What the registrant is in Australia.", fr: "Ce qu’est le titulaire en Australie." },
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

/** Directly under .nz, the holder of the same name under .co.nz has priority. */
export const NZ_FIELDS: DomainField[] = [
  text(
    "co_nz_auth_code",
    { en: "Auth code of the name under .co.nz", fr: "Code d’autorisation du nom en .co.nz" },
    {
      en: "Only where the same name is registered under .co.nz: its code (UDAI).",
      fr: "Seulement si le même nom est enregistré en .co.nz : son code (UDAI).",
    },
    false,
  ),
];
