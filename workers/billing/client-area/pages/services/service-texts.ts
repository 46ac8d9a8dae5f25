import type { BillingCycle } from "../../../../../shared/billing-contract/billing-cycle.ts";
import type { CustomerService, ServiceCancellation } from "../../../../../shared/billing-contract/customer.ts";
import { bilingual } from "../../../../../shared/pages/french-typography.ts";

const en = {
  plan: "Plan",
  forName: "For",
  cycle: "Billed",
  price: "Price",
  nextDue: "Next due",
  cancellation: "Cancellation",
  cancellationAt: {
    end_of_period: (date: string) => `Ends on ${date}, when the paid period is over.`,
    immediately: (date: string) => `Ended on request, on ${date}.`,
  } satisfies Record<ServiceCancellation["when"], (date: string) => string>,
  waitsForPayment: "It begins once its invoice is paid.",
  changedByAssistant:
    "Plans are changed and cancelled through the API or a connected assistant; this page shows how things stand.",

  cycles: {
    free: "Free",
    one_time: "Once",
    monthly: "Monthly",
    quarterly: "Every 3 months",
    semiannually: "Every 6 months",
    annually: "Yearly",
    biennially: "Every 2 years",
    triennially: "Every 3 years",
  } satisfies Record<BillingCycle, string>,
  statuses: {
    pending: "Pending",
    active: "Active",
    suspended: "Suspended",
    terminated: "Terminated",
    cancelled: "Cancelled",
    fraud: "Blocked",
    completed: "Completed",
  } satisfies Record<CustomerService["status"], string>,
};

const fr: typeof en = {
  plan: "Forfait",
  forName: "Pour",
  cycle: "Facturation",
  price: "Prix",
  nextDue: "Prochaine échéance",
  cancellation: "Résiliation",
  cancellationAt: {
    end_of_period: (date) => `Prend fin le ${date}, à la fin de la période payée.`,
    immediately: (date) => `A pris fin sur demande, le ${date}.`,
  },
  waitsForPayment: "Il commencera une fois sa facture payée.",
  changedByAssistant:
    "Les forfaits se modifient et se résilient par l’API ou par un assistant connecté ; cette page montre où en sont les choses.",

  cycles: {
    free: "Gratuit",
    one_time: "Une fois",
    monthly: "Chaque mois",
    quarterly: "Tous les 3 mois",
    semiannually: "Tous les 6 mois",
    annually: "Chaque année",
    biennially: "Tous les 2 ans",
    triennially: "Tous les 3 ans",
  },
  statuses: {
    pending: "En attente",
    active: "Actif",
    suspended: "Suspendu",
    terminated: "Supprimé",
    cancelled: "Résilié",
    fraud: "Bloqué",
    completed: "Terminé",
  },
};

export const serviceTexts = bilingual(en, fr);
