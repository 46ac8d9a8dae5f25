import { byLanguage } from "../../../../../shared/pages/french-typography.ts";

export const domainTexts = byLanguage({
  search: { en: "Find a domain name", fr: "Trouver un nom de domaine" },
  register: { en: "Register a domain name", fr: "Enregistrer un nom de domaine" },
  renew: { en: "Renew", fr: "Renouveler" },
  moreYears: { en: "More years", fr: "Plus d’années" },
  ofOwner: {
    en: "The owner of the account can renew and change it.",
    fr: "Le titulaire du compte peut le renouveler et le modifier.",
  },
  facts: { en: "Details", fr: "Détails" },
  payRenewal: { en: "Pay the invoice", fr: "Payer la facture" },
  restore: { en: "Restore", fr: "Restaurer" },
  groups: {
    current: { en: "Current", fr: "Actuels" },
    active: { en: "Active", fr: "Actifs" },
    soon: { en: "Expiring soon", fr: "Bientôt expirés" },
    expired: { en: "Expired", fr: "Expirés" },
    pending: { en: "Under way", fr: "En cours" },
    former: { en: "Former", fr: "Anciens" },
  },
  beforeTax: { en: "Renewal prices before tax", fr: "Prix de renouvellement avant taxes" },
  name: { en: "Domain name", fr: "Nom de domaine" },
  registered: { en: "Registered", fr: "Enregistré le" },
  expires: { en: "Expires", fr: "Expire le" },
  expired: { en: "Expired", fr: "Expiré le" },
  renewal: { en: "Renewal", fr: "Renouvellement" },
  years: (years: number) => (years === 1 ? { en: "1 year", fr: "1 an" } : { en: `${years} years`, fr: `${years} ans` }),
  renewsAutomatically: { en: "Renews automatically", fr: "Renouvellement automatique" },
  yes: { en: "Yes", fr: "Oui" },
  invoiced: { en: "Invoiced automatically", fr: "Facturé automatiquement" },
  no: { en: "No", fr: "Non" },
  statuses: {
    pending: { en: "Waiting for payment", fr: "En attente de paiement" },
    pending_registration: { en: "To be registered", fr: "À enregistrer" },
    pending_transfer: { en: "Being transferred", fr: "Transfert en cours" },
    active: { en: "Active", fr: "Actif" },
    grace: { en: "Expired, renewable", fr: "Expiré, renouvelable" },
    redemption: { en: "Expired, restorable", fr: "Expiré, restaurable" },
    expired: { en: "Expired", fr: "Expiré" },
    transferred_away: { en: "Transferred away", fr: "Transféré ailleurs" },
    cancelled: { en: "Cancelled", fr: "Annulé" },
    fraud: { en: "Blocked", fr: "Bloqué" },
  },

  /** Texts of changes that have a separate page. */
  steps: {
    renew: {
      onOrder: (invoice: string) => ({
        en: `This name’s renewal is already on order. It is renewed once you pay invoice ${invoice}.`,
        fr: `Le renouvellement de ce nom est déjà commandé. Il sera renouvelé une fois que vous aurez payé la facture ${invoice}.`,
      }),
      order: { en: "Order the renewal", fr: "Commander le renouvellement" },
      title: { en: "Renewal", fr: "Renouvellement" },
      restore: { en: "Order the restoration", fr: "Commander la restauration" },
      years: { en: "For how long", fr: "Durée" },
      until: (day: string) => ({ en: `until ${day}`, fr: `jusqu’au ${day}` }),
    },
    transfer: {
      title: { en: "Transfer away", fr: "Transférer ailleurs" },
      what: {
        en: "To move the name to another registrar, you need its transfer code. We mail it to the owner of the account; some registrars mail it to the registrant of the name. No page shows it.",
        fr: "Pour déplacer le nom vers un autre bureau d’enregistrement, il faut son code de transfert. Il est envoyé par courriel au titulaire du compte ou, par certains bureaux, au titulaire du nom. Aucune page ne l’affiche.",
      },
      choose: { en: "Get the transfer code…", fr: "Obtenir le code de transfert…" },
      prepare: { en: "Unlock, and mail the code", fr: "Déverrouiller et envoyer le code" },
      prepared: (name: string) => ({
        en: `${name} can be transferred`,
        fr: `${name} peut être transféré`,
      }),
      sentTo: (address: string) => ({
        en: `The code was mailed to ${address}.`,
        fr: `Le code a été envoyé par courriel à ${address}.`,
      }),
      sentByRegistrar: {
        en: "The registrar mails the code to the registrant of the name.",
        fr: "Le bureau d’enregistrement envoie le code par courriel au titulaire du nom.",
      },
      next: {
        en: "Give it to the new registrar, which starts the transfer. If the e-mail is lost, get the code again from the page of the name.",
        fr: "Donnez-le au nouveau bureau d’enregistrement, qui commence le transfert. Si le courriel se perd, redemandez le code depuis la page du nom.",
      },
    },
  },
  lock: {
    title: { en: "Transfer lock", fr: "Verrou de transfert" },
    on: {
      en: "The name is locked: it cannot be transferred to another registrar.",
      fr: "Le nom est verrouillé : il ne peut pas être transféré vers un autre bureau d’enregistrement.",
    },
    off: {
      en: "The name is unlocked: anyone who has its code can transfer it to another registrar.",
      fr: "Le nom est déverrouillé : qui détient son code peut le transférer vers un autre bureau d’enregistrement.",
    },
    turnOn: { en: "Lock the name", fr: "Verrouiller le nom" },
    turnOff: { en: "Unlock the name", fr: "Déverrouiller le nom" },
    doneOn: { en: "The name is locked now.", fr: "Le nom est maintenant verrouillé." },
    doneOff: {
      en: "The name is unlocked now. We mail the owner of the account when a name is unlocked.",
      fr: "Le nom est maintenant déverrouillé. Le titulaire du compte reçoit un courriel lorsqu’un nom est déverrouillé.",
    },
  },
  autoRenew: {
    title: { en: "Automatic renewal", fr: "Renouvellement automatique" },
    on: {
      en: "Invoiced automatically: an invoice for the renewal is made before the name expires, and the name is renewed once you pay it.",
      fr: "Facturé automatiquement : une facture de renouvellement est établie avant l’échéance du nom, qui est renouvelé une fois que vous l’avez payée.",
    },
    charged: {
      en: "An invoice for the renewal is made before the name expires, and your saved card is charged 3 days before it is due.",
      fr: "Une facture de renouvellement est établie avant l’échéance du nom, et votre carte enregistrée est débitée 3 jours avant qu’elle soit due.",
    },
    off: {
      en: "Renewals are not invoiced automatically. A name that is not renewed expires: its site and e-mail stop, and somebody else can register it.",
      fr: "Aucun renouvellement n’est facturé automatiquement. Un nom qui n’est pas renouvelé expire : son site et son courriel s’arrêtent, et quelqu’un d’autre peut le prendre.",
    },
    turnOn: { en: "Switch automatic renewal on", fr: "Activer le renouvellement automatique" },
    turnOff: { en: "Switch automatic renewal off", fr: "Désactiver le renouvellement automatique" },
    doneOn: { en: "Automatic renewal is on now.", fr: "Le renouvellement automatique est maintenant activé." },
    doneOff: {
      en: "Automatic renewal is off now. We mail the owner of the account when it is switched off.",
      fr: "Le renouvellement automatique est maintenant désactivé. Le titulaire du compte reçoit un courriel lorsqu’il est désactivé.",
    },
  },

  nameservers: {
    title: { en: "Nameservers", fr: "Serveurs de noms" },
    hint: {
      en: "From 2 to 13 host names, one on each line. Wrong nameservers take your website and e-mail offline.",
      fr: "De 2 à 13 noms d’hôte, un par ligne. Le site et le courriel du nom suivent les indications de ces serveurs ; de mauvais serveurs interrompent les deux.",
    },
    save: { en: "Save nameservers", fr: "Enregistrer les serveurs de noms" },
    saved: {
      en: "The nameservers were changed. We mail the owner of the account about it.",
      fr: "Les serveurs de noms sont définis. Le titulaire du compte reçoit un courriel lorsqu’ils changent.",
    },
    line: (line: number, name: string, mistake: string) => ({
      en: `Line ${line} (${name}) ${mistake}.`,
      fr: `La ligne ${line} (${name}) ${mistake}.`,
    }),
    list: {
      en: "Write from 2 to 13 host names, one on each line.",
      fr: "Écrivez de 2 à 13 noms d’hôte, un par ligne.",
    },
    unknown: {
      en: "The nameservers cannot be read now. Try again in a moment.",
      fr: "Les serveurs de noms ne peuvent pas être lus pour l’instant. Réessayez dans un instant.",
    },
  },
});
