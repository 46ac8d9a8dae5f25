import type { CustomerDomain } from "../../../../../shared/billing-contract/customer.ts";
import { bilingual } from "../../../../../shared/pages/french-typography.ts";

const en = {
  name: "Domain name",
  registered: "Registered",
  expires: "Expires",
  expired: "Expired",
  renewal: "Renewal",
  years: (years: number) => (years === 1 ? "1 year" : `${years} years`),
  renewsAutomatically: "Renews automatically",
  yes: "Yes",
  no: "No",
  statuses: {
    pending: "Waiting for payment",
    pending_registration: "To be registered",
    pending_transfer: "Being transferred",
    active: "Active",
    grace: "Expired, renewable",
    redemption: "Expired, restorable",
    expired: "Expired",
    transferred_away: "Transferred away",
    cancelled: "Cancelled",
    fraud: "Blocked",
  } satisfies Record<CustomerDomain["status"], string>,

  elsewhere: "A name is renewed by hand, and its transfer away prepared, through the API or a connected assistant.",
  lock: {
    title: "Transfer lock",
    on: "The name is locked: it cannot be transferred to another registrar.",
    off: "The name is unlocked: whoever has its code can transfer it to another registrar.",
    turnOn: "Lock the name",
    turnOff: "Unlock the name",
    doneOn: "The name is locked now.",
    doneOff: "The name is unlocked now. The owner of the account is mailed when a name is unlocked.",
  },
  autoRenew: {
    title: "Automatic renewal",
    on: "An invoice for the renewal is made before the name expires, and the name is renewed once that is paid.",
    off: "No renewal is invoiced by itself. A name that is not renewed expires: its site and its e-mail stop, and somebody else can take it.",
    turnOn: "Switch automatic renewal on",
    turnOff: "Switch automatic renewal off",
    doneOn: "Automatic renewal is on now.",
    doneOff: "Automatic renewal is off now. The owner of the account is mailed when it is switched off.",
  },

  nameservers: {
    title: "Nameservers",
    hint: "From 2 to 13 host names, one on each line. Site and e-mail of the name are where these servers say; wrong ones take both down.",
    save: "Save nameservers",
    saved: "The nameservers were set. The owner of the account is mailed when they change.",
    line: (line: number, name: string, mistake: string) => `Line ${line} (${name}) ${mistake}.`,
    list: (mistake: string) => `The list ${mistake}.`,
    unknown: "The nameservers cannot be read now. Try again in a moment.",
    later: "The registrar does not answer now, so nothing was changed. Try again in a moment.",
  },
};

const fr: typeof en = {
  name: "Nom de domaine",
  registered: "Enregistré le",
  expires: "Expire le",
  expired: "Expiré le",
  renewal: "Renouvellement",
  years: (years) => (years === 1 ? "1 an" : `${years} ans`),
  renewsAutomatically: "Renouvellement automatique",
  yes: "Oui",
  no: "Non",
  statuses: {
    pending: "En attente de paiement",
    pending_registration: "À enregistrer",
    pending_transfer: "Transfert en cours",
    active: "Actif",
    grace: "Expiré, renouvelable",
    redemption: "Expiré, restaurable",
    expired: "Expiré",
    transferred_away: "Transféré ailleurs",
    cancelled: "Annulé",
    fraud: "Bloqué",
  },

  elsewhere:
    "Le renouvellement manuel d’un nom et la préparation de son transfert ailleurs se font par l’API ou par un assistant connecté.",
  lock: {
    title: "Verrou de transfert",
    on: "Le nom est verrouillé : il ne peut pas être transféré vers un autre bureau d’enregistrement.",
    off: "Le nom est déverrouillé : qui détient son code peut le transférer vers un autre bureau d’enregistrement.",
    turnOn: "Verrouiller le nom",
    turnOff: "Déverrouiller le nom",
    doneOn: "Le nom est maintenant verrouillé.",
    doneOff:
      "Le nom est maintenant déverrouillé. Le titulaire du compte reçoit un courriel lorsqu’un nom est déverrouillé.",
  },
  autoRenew: {
    title: "Renouvellement automatique",
    on: "Une facture de renouvellement est établie avant l’échéance du nom, qui est renouvelé une fois cette facture payée.",
    off: "Aucun renouvellement n’est facturé automatiquement. Un nom qui n’est pas renouvelé expire : son site et son courriel s’arrêtent, et quelqu’un d’autre peut le prendre.",
    turnOn: "Activer le renouvellement automatique",
    turnOff: "Désactiver le renouvellement automatique",
    doneOn: "Le renouvellement automatique est maintenant activé.",
    doneOff:
      "Le renouvellement automatique est maintenant désactivé. Le titulaire du compte reçoit un courriel lorsqu’il est désactivé.",
  },

  nameservers: {
    title: "Serveurs de noms",
    hint: "De 2 à 13 noms d’hôte, un par ligne. Le site et le courriel du nom suivent les indications de ces serveurs ; de mauvais serveurs interrompent les deux.",
    save: "Enregistrer les serveurs de noms",
    saved: "Les serveurs de noms sont définis. Le titulaire du compte reçoit un courriel lorsqu’ils changent.",
    line: (line, name, mistake) => `La ligne ${line} (${name}) ${mistake}.`,
    list: (mistake) => `La liste ${mistake}.`,
    unknown: "Les serveurs de noms ne peuvent pas être lus pour l’instant. Réessayez dans un instant.",
    later: "Le bureau d’enregistrement ne répond pas pour l’instant ; rien n’a été modifié. Réessayez dans un instant.",
  },
};

export const domainTexts = bilingual(en, fr);
