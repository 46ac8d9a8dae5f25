import { bilingual } from "../../../../../shared/pages/french-typography.ts";

const en = {
  ticket: (number: string) => `Ticket ${number}`,
  subject: "Subject",
  department: "Department",
  service: "Service",
  opened: "Opened",
  lastReply: "Last reply",
  noMessages: "Messages are not shown here.",
  statuses: {
    open: "Open",
    answered: "Answered",
    customer_reply: "Your reply is with us",
    in_progress: "In progress",
    on_hold: "On hold",
    waiting_for_registry: "Waiting for the registry",
    closed: "Closed",
  } as Record<string, string>,
  /** A department's own status, in English. */
  otherStatus: (status: string) => status,
};

const fr: typeof en = {
  ticket: (number) => `Demande d’assistance ${number}`,
  subject: "Objet",
  department: "Équipe responsable",
  service: "Service",
  opened: "Ouverte le",
  lastReply: "Dernière réponse",
  noMessages: "Les messages ne sont pas affichés ici.",
  statuses: {
    open: "Ouverte",
    answered: "Réponse envoyée",
    customer_reply: "Votre réponse nous est parvenue",
    in_progress: "En cours",
    on_hold: "En suspens",
    waiting_for_registry: "En attente du registre",
    closed: "Fermée",
  },
  otherStatus: (status) => `Autre (${status})`,
};

export const ticketTexts = bilingual(en, fr);
