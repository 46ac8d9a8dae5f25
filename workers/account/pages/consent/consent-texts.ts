import type { Language } from "../../../../shared/language.ts";
import { french } from "../../../../shared/pages/french-typography.ts";

const en = {
  title: "Connect {name} to your account?",
  signedInAs: "Signed in as {email} · account {account}",
  notYou: "Not you?",
  otherAccount: "Another account",
  reads: "It will be able to read",
  changes: "Only if you tick it, it may also",
  asked: "The application asks for this.",
  change: {
    "billing:write": {
      label: "Order, renew, change and cancel",
      consequence:
        "It can order domains and plans, renew them, change plans and cancel services in your name. Each order makes an invoice that only you can pay.",
    },
    "domains:write": {
      label: "Manage domains at the registrar",
      consequence:
        "It can change nameservers, lock or unlock a domain, and start a transfer away. The transfer code is e-mailed to you, never to it.",
    },
  },
  narrowed: {
    orders: "Not possible: your own access to this account doesn’t include ordering.",
    managedomains: "Not possible: your own access to this account doesn’t include managing domains.",
    products: "Your own access doesn’t include services: it could not change or cancel them.",
    domains: "Your own access doesn’t include domain names: it could not renew them.",
  },
  limit: "Limit it to",
  everything: "Everything in this account",
  domains: "Only one domain name, with the services under it",
  services: "Only one service",
  limitHint:
    "Limited to one domain name or service, it sees neither your invoices nor your tickets, and orders nothing new.",
  more: "The account has more than this list holds: the first 500 of each are in it.",
  howLong: "It stays connected until you disconnect it, or until it has not been used for 30 days.",
  deny: "Cancel",
  allow: "Allow",
  undo: "You can narrow or end this at any time under {assistants}; ending it works at once.",
  assistants: "Connected assistants",
  limitMissing: "Choose what to limit it to.",
  limitOutside: "This service or domain name is not in the account. Choose another limit.",
  changeNotPossible:
    "Your own access to this account doesn’t include a change that was ticked. Look at the ticks again.",
  accountChanged:
    "Another account was chosen meanwhile, in another window. Look at the account again; nothing was connected.",
};

const fr: typeof en = french({
  title: "Connecter {name} à votre compte ?",
  signedInAs: "Session ouverte : {email} · compte {account}",
  notYou: "Ce n’est pas vous ?",
  otherAccount: "Un autre compte",
  reads: "Cette application pourra lire",
  changes: "Seulement si vous cochez, elle pourra aussi",
  asked: "L’application le demande.",
  change: {
    "billing:write": {
      label: "Commander, renouveler, modifier et résilier",
      consequence:
        "Elle peut commander des domaines et des forfaits, les renouveler, changer de forfait et résilier des services en votre nom. Chaque commande produit une facture que vous seul pouvez payer.",
    },
    "domains:write": {
      label: "Gérer les domaines auprès du bureau d’enregistrement",
      consequence:
        "Elle peut changer les serveurs de noms, verrouiller ou déverrouiller un domaine et lancer un transfert sortant. Le code de transfert vous est envoyé par courriel, jamais à elle.",
    },
  },
  narrowed: {
    orders: "Impossible : votre propre accès à ce compte ne permet pas de commander.",
    managedomains: "Impossible : votre propre accès à ce compte ne permet pas de gérer les domaines.",
    products: "Votre propre accès ne comprend pas les services : elle ne pourrait ni les modifier ni les résilier.",
    domains: "Votre propre accès ne comprend pas les noms de domaine : elle ne pourrait pas les renouveler.",
  },
  limit: "Limiter à",
  everything: "Tout ce que contient ce compte",
  domains: "Un seul nom de domaine, avec les services qui en dépendent",
  services: "Un seul service",
  limitHint:
    "Limitée à un nom de domaine ou à un service, elle ne voit ni vos factures ni vos billets, et ne commande rien de nouveau.",
  more: "Le compte en contient plus que cette liste, qui s’arrête aux 500 premiers de chaque sorte.",
  howLong: "La connexion dure jusqu’à ce que vous y mettiez fin, ou jusqu’à 30 jours sans utilisation.",
  deny: "Annuler",
  allow: "Autoriser",
  undo: "Vous pouvez restreindre cette connexion ou y mettre fin à tout moment sous {assistants} ; la fin prend effet aussitôt.",
  assistants: "Assistants connectés",
  limitMissing: "Choisissez à quoi limiter l’application.",
  limitOutside: "Ce service ou ce nom de domaine n’est pas dans le compte. Choisissez une autre limite.",
  changeNotPossible:
    "Votre propre accès à ce compte ne permet pas une modification qui a été cochée. Vérifiez les cases.",
  accountChanged:
    "Un autre compte a été choisi entre-temps, dans une autre fenêtre. Vérifiez le compte ; rien n’a été connecté.",
});

export const consentTexts: Record<Language, typeof en> = { en, fr };
