import type { ChangeOperation, ChangeScope } from "../../../shared/account-access/scopes.ts";
import { formatList } from "../../../shared/pages/formats.ts";
import { french } from "../../../shared/pages/french-typography.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { changesNotHeld, type Holding, mayChangeSome } from "./change-permissions.ts";

interface Change {
  label: string;
  consequence: string;
}

const en = {
  read: "Read",
  kinds: {
    "billing:write": {
      label: "Order, renew, change and cancel",
      consequence:
        "Can order domain names and plans, renew them, change plans and cancel services in your name. Each order makes an invoice that only you can pay.",
    },
    "domains:write": {
      label: "Manage domains at the registrar",
      consequence:
        "Can change nameservers, lock or unlock a name, and start a transfer away. The transfer code is e-mailed to the account’s owner, never to the application.",
    },
  } satisfies Record<ChangeScope, Change> as Record<ChangeScope, Change>,
  changes: {
    orderDomain: {
      label: "Order domain names",
      consequence: "Registers a name or transfers one in; the account is invoiced.",
    },
    orderPlan: { label: "Order plans", consequence: "Orders hosting and other services; the account is invoiced." },
    renewDomain: { label: "Renew domain names", consequence: "Adds years to a name; the account is invoiced." },
    setDomainAutoRenew: {
      label: "Turn automatic renewal on or off",
      consequence: "Without it, a name is lost when its term is over.",
    },
    changePlan: {
      label: "Change plans",
      consequence: "Moves a service to another plan or billing cycle; the difference is invoiced.",
    },
    cancelService: {
      label: "Cancel services",
      consequence: "Ends a service, at once or with its period; what is on it can be lost.",
    },
    setDomainNameservers: {
      label: "Change nameservers",
      consequence: "Decides where a name’s website and e-mail lead; a mistake takes them offline.",
    },
    setDomainLock: {
      label: "Lock and unlock domain names",
      consequence: "An unlocked name can be transferred away.",
    },
    transferDomainOut: {
      label: "Prepare transfers away",
      consequence: "Unlocks a name and sends its transfer code to the account’s owner.",
    },
  } satisfies Record<ChangeOperation, Change> as Record<ChangeOperation, Change>,
  /** What the login may not do itself, it cannot let an application do. */
  notHeld: "Not possible: your own access to this account doesn’t include it.",
  /** @param changes a list in words, such as "change plans and cancel services" */
  partlyNotHeld: (changes: string) => `Not possible with your own access to this account: ${changes}.`,
  /** What the log has besides changes. */
  reads: {
    getAccount: "Read the account",
    listServices: "Read services",
    listDomains: "Read domain names",
    listInvoices: "Read invoices",
    listTickets: "Read tickets, without messages",
    listAudit: "Read its own log",
    quoteDomainOrder: "Ask the price of a domain name",
    quotePlanOrder: "Ask the price of a plan",
    quotePlanChange: "Ask the price of a plan change",
    quoteCancellation: "Ask what a cancellation means",
    getPaymentMethodsLink: "Get the link to payment methods",
    getDomainRegistrarSettings: "Read a domain name’s settings",
  } as Record<string, string>,
};

const fr: typeof en = french({
  read: "Lire",
  kinds: {
    "billing:write": {
      label: "Commander, renouveler, modifier et résilier",
      consequence:
        "Permet de commander des noms de domaine et des forfaits, de les renouveler, de changer de forfait et de résilier des services en votre nom. Chaque commande produit une facture que vous seul pouvez payer.",
    },
    "domains:write": {
      label: "Gérer les domaines auprès du bureau d’enregistrement",
      consequence:
        "Permet de changer les serveurs de noms, de verrouiller ou de déverrouiller un nom et de lancer un transfert sortant. Le code de transfert est envoyé par courriel au titulaire du compte, jamais à l’application.",
    },
  },
  changes: {
    orderDomain: {
      label: "Commander des noms de domaine",
      consequence: "Enregistre un nom ou le transfère ici ; une facture est établie.",
    },
    orderPlan: {
      label: "Commander des forfaits",
      consequence: "Commande de l’hébergement et d’autres services ; une facture est établie.",
    },
    renewDomain: {
      label: "Renouveler des noms de domaine",
      consequence: "Prolonge un nom d’une ou de plusieurs années ; une facture est établie.",
    },
    setDomainAutoRenew: {
      label: "Activer ou désactiver le renouvellement automatique",
      consequence: "Sans lui, un nom est perdu à la fin de sa période.",
    },
    changePlan: {
      label: "Changer de forfait",
      consequence: "Fait passer un service à un autre forfait ou cycle ; la différence est facturée.",
    },
    cancelService: {
      label: "Résilier des services",
      consequence: "Met fin à un service, sur-le-champ ou à l’échéance ; ce qu’il contient peut être perdu.",
    },
    setDomainNameservers: {
      label: "Changer les serveurs de noms",
      consequence:
        "Détermine vers quels serveurs pointent le site et le courriel d’un nom ; une erreur les met hors ligne.",
    },
    setDomainLock: {
      label: "Verrouiller et déverrouiller des noms de domaine",
      consequence: "Un nom déverrouillé peut être transféré ailleurs.",
    },
    transferDomainOut: {
      label: "Préparer des transferts sortants",
      consequence: "Déverrouille un nom et envoie son code de transfert au titulaire du compte.",
    },
  },
  notHeld: "Impossible : votre propre accès à ce compte ne le permet pas.",
  partlyNotHeld: (changes) => `Impossible avec votre propre accès à ce compte : ${changes}.`,
  reads: {
    getAccount: "Lire le compte",
    listServices: "Lire les services",
    listDomains: "Lire les noms de domaine",
    listInvoices: "Lire les factures",
    listTickets: "Lire les demandes d’assistance, sans les messages",
    listAudit: "Lire son propre journal",
    quoteDomainOrder: "Demander le prix d’un nom de domaine",
    quotePlanOrder: "Demander le prix d’un forfait",
    quotePlanChange: "Demander le prix d’un changement de forfait",
    quoteCancellation: "Demander ce qu’entraîne une résiliation",
    getPaymentMethodsLink: "Obtenir le lien des modes de paiement",
    getDomainRegistrarSettings: "Lire les réglages d’un nom de domaine",
  },
});

/** What connections may do and did, in the customer's words. */
export const operationWords: Record<Language, typeof en> = { en, fr };

/** A logged operation in plain words; null for one that these pages do not know. */
export function wordsOf(operation: string, language: Language): string | null {
  const { changes, reads } = operationWords[language];
  return isChange(operation, changes) ? changes[operation].label : (reads[operation] ?? null);
}

/** Changes as a sentence names them: `change plans and cancel services`. */
export function changesInSentence(operations: readonly ChangeOperation[], language: Language): string {
  const { changes } = operationWords[language];
  return formatList(
    operations.map((operation) => inSentence(changes[operation].label)),
    language,
  );
}

/** What stands in the way of a kind of change where the login may not make all of it; null where it may. */
export function notHeldWords(holding: Holding, kind: ChangeScope, language: Language): string | null {
  const { notHeld, partlyNotHeld } = operationWords[language];
  if (!mayChangeSome(holding, kind)) return notHeld;
  const missing = changesNotHeld(holding, kind);
  return missing.length > 0 ? partlyNotHeld(changesInSentence(missing, language)) : null;
}

/** A label or title as it stands within a sentence. */
export function inSentence(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** A list of changes as it stands alone. */
export function atTheBeginning(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isChange(operation: string, changes: object): operation is ChangeOperation {
  return Object.hasOwn(changes, operation);
}
