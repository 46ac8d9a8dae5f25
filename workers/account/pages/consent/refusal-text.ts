import { typesetFrench } from "../../../../shared/pages/french-typography.ts";
import type { Text } from "../../../../shared/platform/language.ts";

/** Why an application's request has no page to go on to, by the OAuth part's word for it. */
const REFUSALS: Record<string, Text> = {
  unknown: {
    en: "No application is registered under this client_id.",
    fr: "Aucune application n’est inscrite sous ce client_id.",
  },
  client_id_missing: {
    en: "The request does not say which application it comes from.",
    fr: "La demande ne dit pas de quelle application elle vient.",
  },
  redirect_uri_missing: {
    en: "The request does not say where to return to.",
    fr: "La demande n’indique pas d’adresse de retour.",
  },
  redirect_uri_not_registered: {
    en: "The address to return to is not one that the application has registered.",
    fr: "L’adresse de retour n’est pas une de celles que l’application a inscrites.",
  },
  repeated_parameter: {
    en: "The request names the application or the address to return to more than once.",
    fr: "La demande nomme plus d’une fois l’application ou l’adresse de retour.",
  },
};

/** Every other reason concerns the metadata document that the application is named by. */
const DOCUMENT: Text = {
  en: "The document in which the application describes itself cannot be used.",
  fr: "Le document dans lequel l’application se décrit est inutilisable.",
};

/** A reason in a sentence for a person. */
export function refusalText(reason: string): Text {
  const { en, fr } = (Object.hasOwn(REFUSALS, reason) && REFUSALS[reason]) || DOCUMENT;
  return { en, fr: typesetFrench(fr) };
}
