import { byLanguage } from "../../../../../shared/pages/french-typography.ts";

export const serviceTexts = byLanguage({
  search: { en: "Find a service", fr: "Trouver un service" },
  groups: {
    current: { en: "Current", fr: "Actuels" },
    active: { en: "Active", fr: "Actifs" },
    soon: { en: "Due soon", fr: "Bientôt à échéance" },
    suspended: { en: "Suspended", fr: "Suspendus" },
    pending: { en: "Pending", fr: "En attente" },
    former: { en: "Former", fr: "Anciens" },
  },
  beforeTax: { en: "Prices before tax", fr: "Prix avant taxes" },
  ends: (date: string) => ({ en: `Ends on ${date}`, fr: `Prend fin le ${date}` }),
  plan: { en: "Plan", fr: "Forfait" },
  forName: { en: "For", fr: "Pour" },
  cycle: { en: "Billed", fr: "Facturation" },
  price: { en: "Price", fr: "Prix" },
  nextDue: { en: "Next due", fr: "Prochaine échéance" },
  cancellation: { en: "Cancellation", fr: "Résiliation" },
  cancellationAt: {
    end_of_period: (date: string) => ({
      en: `Ends on ${date}, when the paid period is over.`,
      fr: `Prend fin le ${date}, à la fin de la période payée.`,
    }),
    immediately: (date: string) => ({ en: `Ended on request, on ${date}.`, fr: `A pris fin sur demande, le ${date}.` }),
  },
  backToService: { en: "Back to the service", fr: "Retour au service" },
  change: {
    title: { en: "Change plan", fr: "Changer de forfait" },
    yours: { en: "Your plan", fr: "Votre forfait" },
    dueNow: (amount: string) => ({
      en: `Due now, before tax: ${amount}`,
      fr: `À payer maintenant, avant taxes : ${amount}`,
    }),
    credited: (amount: string) => ({ en: `Credited now: ${amount}`, fr: `Porté à votre crédit : ${amount}` }),
    notOffered: { en: "This service has no such plan.", fr: "Ce service n’a pas de tel forfait." },
    review: { en: "Review the change", fr: "Vérifier le changement" },
    confirm: { en: "Change the plan", fr: "Changer de forfait" },
    done: { en: "The plan was changed.", fr: "Le forfait a été changé." },
  },
  cancel: {
    title: (plan: string) => ({ en: `Cancel ${plan}`, fr: `Résilier ${plan}` }),
    when: { en: "When it ends", fr: "Date de fin" },
    times: {
      end_of_period: (date: string) => ({
        en: `When the paid period ends, ${date}`,
        fr: `À la fin de la période payée, le ${date}`,
      }),
      immediately: { en: "Now", fr: "Maintenant" },
    },
    consequences: {
      end_of_period: {
        en: "It runs until then, and is not renewed.",
        fr: "Il fonctionne jusque-là et n’est pas renouvelé.",
      },
      immediately: {
        en: "It goes offline today. What was paid is not refunded.",
        fr: "Il est mis hors ligne aujourd’hui. Ce qui a été payé n’est pas remboursé.",
      },
    },
    note: {
      en: "The next page says what is lost, and asks once more. Domain names are not cancelled with it.",
      fr: "La page suivante dit ce qui est perdu et demande une confirmation. Les noms de domaine ne sont pas résiliés avec lui.",
    },
    review: { en: "Continue to cancel", fr: "Continuer la résiliation" },
    confirm: {
      end_of_period: { en: "Cancel at the end of the period", fr: "Résilier à la fin de la période" },
      immediately: { en: "Cancel now", fr: "Résilier maintenant" },
    },
    done: { en: "Your cancellation is recorded.", fr: "Votre résiliation est enregistrée." },
  },
  dns: {
    title: { en: "DNS records", fr: "Enregistrements DNS" },
    of: (zone: string) => ({ en: `DNS records of ${zone}`, fr: `Enregistrements DNS de ${zone}` }),
    where: (name: string) => ({
      en: `They decide where ${name} and its mail lead.`,
      fr: `Ils déterminent vers où mènent ${name} et son courriel.`,
    }),
    open: { en: "See and change the records", fr: "Voir et modifier les enregistrements" },
    name: { en: "Name", fr: "Nom" },
    type: { en: "Type", fr: "Type" },
    value: { en: "Value", fr: "Valeur" },
    ttl: { en: "TTL (seconds)", fr: "TTL (secondes)" },
    remove: { en: "Remove", fr: "Retirer" },
    removeThis: (type: string, name: string) => ({ en: `Remove ${type} ${name}`, fr: `Retirer ${type} ${name}` }),
    add: { en: "Add records", fr: "Ajouter des enregistrements" },
    addHint: (zone: string) => ({
      en: `Write the whole name, such as www.${zone}. To change a record, remove it and add it as it is to be. Leave entries empty that you do not need.`,
      fr: `Écrivez le nom entier, comme www.${zone}. Pour modifier un enregistrement, retirez-le et ajoutez-le tel qu’il doit être. Laissez vides les entrées inutiles.`,
    }),
    wrongQuotes: {
      en: "Value: write a text without quotes, or each of its strings in quotes as the table shows them.",
      fr: "Valeur : écrivez un texte sans guillemets, ou chacune de ses chaînes entre guillemets comme dans le tableau.",
    },
    entry: (position: number) => ({ en: `New record ${position}`, fr: `Nouvel enregistrement ${position}` }),
    what: {
      en: "All of it is done together, or nothing is. Wrong records take a site or its mail offline. The owner of the account is mailed.",
      fr: "Tout est fait ensemble, ou rien ne l’est. De mauvais enregistrements mettent hors ligne un site ou son courriel. Le titulaire du compte reçoit un courriel.",
    },
    save: { en: "Change the records", fr: "Modifier les enregistrements" },
    done: {
      en: "The records were changed. Elsewhere the previous ones may be seen until their TTL is over.",
      fr: "Les enregistrements sont modifiés. Ailleurs, les précédents peuvent rester visibles jusqu’à la fin de leur TTL.",
    },
    noZone: {
      en: "The server of this service has no zone of this name.",
      fr: "Le serveur de ce service n’a aucune zone de ce nom.",
    },
    other: { en: "Another zone of this service", fr: "Une autre zone de ce service" },
    show: { en: "Show", fr: "Afficher" },
  },
  waitsForPayment: { en: "It begins once its invoice is paid.", fr: "Il commencera une fois sa facture payée." },
  cycles: {
    free: { en: "Free", fr: "Gratuit" },
    one_time: { en: "Once", fr: "Une fois" },
    monthly: { en: "Monthly", fr: "Chaque mois" },
    quarterly: { en: "Every 3 months", fr: "Tous les 3 mois" },
    semiannually: { en: "Every 6 months", fr: "Tous les 6 mois" },
    annually: { en: "Yearly", fr: "Chaque année" },
    biennially: { en: "Every 2 years", fr: "Tous les 2 ans" },
    triennially: { en: "Every 3 years", fr: "Tous les 3 ans" },
  },
  statuses: {
    pending: { en: "Pending", fr: "En attente" },
    active: { en: "Active", fr: "Actif" },
    suspended: { en: "Suspended", fr: "Suspendu" },
    terminated: { en: "Terminated", fr: "Supprimé" },
    cancelled: { en: "Cancelled", fr: "Résilié" },
    fraud: { en: "Blocked", fr: "Bloqué" },
    completed: { en: "Completed", fr: "Terminé" },
  },
});
