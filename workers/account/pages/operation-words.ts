import type { ChangeOperation, ChangeScope } from "../../../shared/connections/scopes.ts";
import type { Language } from "../../../shared/language.ts";
import { french } from "../../../shared/pages/french-typography.ts";

interface Change {
  label: string;
  consequence: string;
}

const en = {
  read: "Read",
  kinds: {
    "billing:write": {
      label: "Order, renew, change, cancel",
      consequence: "Can place orders charged to the account, and end services.",
    },
    "domains:write": {
      label: "Manage domains",
      consequence: "Can change where websites and e-mail lead, and prepare transfers away.",
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
      label: "Commander, renouveler, modifier, résilier",
      consequence: "Peut passer des commandes facturées au compte et mettre fin à des services.",
    },
    "domains:write": {
      label: "Gérer les domaines",
      consequence: "Peut changer la destination des sites et des courriels, et préparer des transferts sortants.",
    },
  },
  changes: {
    orderDomain: {
      label: "Commander des noms de domaine",
      consequence: "Enregistre un nom ou le transfère ici ; le compte est facturé.",
    },
    orderPlan: {
      label: "Commander des forfaits",
      consequence: "Commande de l’hébergement et d’autres services ; le compte est facturé.",
    },
    renewDomain: {
      label: "Renouveler des noms de domaine",
      consequence: "Prolonge un nom d’une ou de plusieurs années ; le compte est facturé.",
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
      consequence: "Détermine où mènent le site et les courriels d’un nom ; une erreur les met hors ligne.",
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
  reads: {
    getAccount: "Lire le compte",
    listServices: "Lire les services",
    listDomains: "Lire les noms de domaine",
    listInvoices: "Lire les factures",
    listTickets: "Lire les billets, sans les messages",
    listAudit: "Lire son propre journal",
    quoteDomainOrder: "Demander le prix d’un nom de domaine",
    quotePlanOrder: "Demander le prix d’un forfait",
    quotePlanChange: "Demander le prix d’un changement de forfait",
    quoteCancellation: "Demander ce qu’entraîne une résiliation",
    getPaymentMethodsLink: "Obtenir le lien des moyens de paiement",
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

/** A label or title as it stands within a sentence. */
export function inSentence(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

function isChange(operation: string, changes: object): operation is ChangeOperation {
  return Object.hasOwn(changes, operation);
}
