import type { ChangeScope } from "../../../shared/account-access/scopes.ts";
import { formatList } from "../../../shared/pages/formats.ts";
import { byLanguage, typeset } from "../../../shared/pages/french-typography.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { type Held, mayCallSome, operationsNotHeld } from "../acting-operations.ts";
import type { ActingOperation } from "../actions/acting-operation.ts";
import { accountOperations } from "../operations/index.ts";

/** The texts for scopes. The definitions of operations contain the texts for single operations. */
export const scopeTexts = byLanguage({
  read: { en: "Read", fr: "Lire" },
  /** `brief` is shown next to a tick box. `consequence` is the full text. */
  kinds: {
    "billing:write": {
      label: { en: "Order, renew, change and cancel", fr: "Commander, renouveler, modifier et résilier" },
      brief: {
        en: "Only you can pay its invoices. If it turns on automatic renewal, we charge your saved card.",
        fr: "Personne d’autre que vous ne peut payer ses factures. Si elle active le renouvellement automatique, nous débitons votre carte enregistrée.",
      },
      consequence: {
        en: "Can order domain names and plans, renew them, change plans and cancel services in your name. Each order creates an invoice that only you can pay. It can also turn on a name’s automatic renewal. We then e-mail you, and charge renewals to your saved card.",
        fr: "Permet de commander des noms de domaine et des forfaits, de les renouveler, de changer de forfait et de résilier des services en votre nom. Chaque commande produit une facture que personne d’autre que vous ne peut payer. Permet aussi d’activer le renouvellement automatique d’un nom : les renouvellements sont débités de votre carte si vous en avez enregistré une, et un courriel vous en avertit.",
      },
    },
    "domains:write": {
      label: { en: "Manage domains at the registrar", fr: "Gérer les domaines auprès du bureau d’enregistrement" },
      brief: {
        en: "Nameservers, lock and transfers away. It never gets transfer codes.",
        fr: "Serveurs de noms, verrou et transferts sortants. Les codes de transfert ne lui sont jamais remis.",
      },
      consequence: {
        en: "Can change nameservers, lock or unlock a name, and start a transfer away. The transfer code is e-mailed to the account’s owner or, by some registrars, to the name’s registrant, never to the application.",
        fr: "Permet de changer les serveurs de noms, de verrouiller ou de déverrouiller un nom et de lancer un transfert sortant. Le code de transfert est envoyé par courriel au titulaire du compte ou, par certains bureaux d’enregistrement, au titulaire du nom, jamais à l’application.",
      },
    },
    "zones:write": {
      label: { en: "Change DNS records", fr: "Modifier des enregistrements DNS" },
      brief: {
        en: "These records control where a domain’s website and e-mail go. They can also prove control of the domain.",
        fr: "Ces enregistrements déterminent où mènent le site et le courriel d’un domaine. Ils peuvent aussi prouver qui en a le contrôle.",
      },
      consequence: {
        en: "Can add and remove DNS records in the zones of your services. These records control where a domain’s website and e-mail go. TXT records can also prove control of your domain to others, for example to issue certificates.",
        fr: "Permet d’ajouter et de retirer des enregistrements DNS dans les zones de vos services. Ces enregistrements déterminent où mènent le site et le courriel d’un domaine. Les enregistrements TXT peuvent aussi prouver à des tiers qui en a le contrôle, par exemple pour obtenir des certificats.",
      },
    },
  },
  /** The text for a billing system that accepts no changes. */
  notTaken: {
    en: "It can only read: the provider takes no changes here; you make them in the client area.",
    fr: "Lecture seule : le fournisseur n’accepte ici aucune modification ; vous les faites dans l’espace client.",
  },
  /** The text for the read-only MCP server. */
  readsOnly: {
    en: "It can only read: it connects to the read-only address.",
    fr: "Lecture seule : cette application se connecte à l’adresse qui ne modifie rien.",
  },
  /** The text for a scope that nobody can grant at the moment. */
  notOffered: {
    en: "What you ticked is not available here now; nothing was allowed.",
    fr: "Ce que vous avez coché n’est pas offert ici pour le moment ; rien n’a été autorisé.",
  },
  /** The text for a permission that the login lacks and therefore cannot grant. */
  notHeld: {
    en: "Not possible: your own access to this account doesn’t include it.",
    fr: "Impossible : votre propre accès à ce compte ne le permet pas.",
  },
  /** @param changes a list in words, such as "change plans and cancel services" */
  partlyNotHeld: (changes: string) => ({
    en: `Not possible with your own access to this account: ${changes}.`,
    fr: `Impossible avec votre propre accès à ce compte : ${changes}.`,
  }),
});

/** Returns the label of a logged operation, or `null` for an unknown operation. */
export function labelOf(id: string, language: Language): string | null {
  const label = accountOperations.find((known) => known.id === id)?.label;
  return label ? typeset(label, language) : null;
}

/** Returns the labels of operations for use in a sentence, such as `change plans and cancel services`. */
export function labelsInSentence(operations: readonly ActingOperation[], language: Language): string {
  return formatList(
    operations.map(({ label }) => inSentence(typeset(label, language))),
    language,
  );
}

/** Returns a text about the operations of a scope that the login may not call, or `null` if it may call all of them. */
export function notHeldWords(holding: Held, scope: ChangeScope, language: Language): string | null {
  const { notHeld, partlyNotHeld } = scopeTexts[language];
  if (!mayCallSome(holding, scope)) return notHeld;
  const missing = operationsNotHeld(holding, scope);
  return missing.length > 0 ? partlyNotHeld(labelsInSentence(missing, language)) : null;
}

/** Returns a label or title with its first letter in lower case, for use within a sentence. */
export function inSentence(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
