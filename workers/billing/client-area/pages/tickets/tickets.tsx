import { formatInstant } from "../../../../../shared/pages/formats.ts";
import { byLanguage, typeset } from "../../../../../shared/pages/french-typography.ts";
import type { Language, Text } from "../../../../../shared/platform/language.ts";
import { failed, show } from "../../answers.tsx";
import { actorQuery, areaLink, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage, DescriptionList } from "../../components/area-page.tsx";
import { listPage, PAGE_LENGTH, placeOf } from "../../components/list-page.tsx";
import { StatusChip } from "../../components/status-chip.tsx";

export async function showTickets(request: SignedInRequest): Promise<Response> {
  const place = placeOf(request);
  const { language } = request.visit;
  const { tickets, status, notSet } = areaTexts[language];
  const texts = ticketTexts[language];
  const read = await request.engine.listTickets(actorQuery(request, "tickets"), {
    ...{ status: "all", limit: PAGE_LENGTH },
    ...(place && { after: { lastActivityAt: place.text, id: place.id } }),
  });
  if (!read.ok) return failed(request, read);
  const { items, next } = read.value;
  return listPage(request, {
    title: tickets,
    path: PATHS.tickets,
    items,
    next: next && { text: next.lastActivityAt, id: next.id },
    columns: [{ label: texts.subject }, { label: status }, { label: texts.opened }, { label: texts.lastReply }],
    row: (ticket) => [
      <a href={areaLink(request.visit, `${PATHS.tickets}/${ticket.id}`)}>{ticket.subject}</a>,
      <TicketStatus status={ticket.status} language={language} />,
      formatInstant(ticket.openedAt, language),
      ticket.lastReplyAt ? formatInstant(ticket.lastReplyAt, language) : notSet,
    ],
    note: request.theme.brand.support === null ? texts.noMessages : texts.messagesAtSupport,
  });
}

export async function showTicket(request: SignedInRequest, id: number): Promise<Response> {
  const read = await request.engine.readTicket(actorQuery(request, "tickets"), id);
  if (!read.ok) return failed(request, read);
  const ticket = read.value;
  const { language } = request.visit;
  const { tickets, status, notSet } = areaTexts[language];
  const texts = ticketTexts[language];
  const { support } = request.theme.brand;
  return show(
    request,
    <AreaPage request={request} title={texts.ticket(ticket.number)} back={{ label: tickets, path: PATHS.tickets }}>
      <div class="card stack">
        <DescriptionList
          items={[
            [texts.subject, ticket.subject],
            [status, <TicketStatus status={ticket.status} language={language} />],
            [texts.department, departmentText(ticket.department, language) ?? notSet],
            [texts.service, ticket.service?.name ?? notSet],
            [texts.opened, formatInstant(ticket.openedAt, language)],
            [texts.lastReply, ticket.lastReplyAt ? formatInstant(ticket.lastReplyAt, language) : notSet],
          ]}
        />
        {support === null ? (
          <p class="note">{texts.noMessages}</p>
        ) : (
          <>
            <p class="note">{texts.atSupport(ticket.number)}</p>
            <p class="buttons">
              <a class="button primary" href={support} rel="noreferrer">
                {texts.toSupport}
              </a>
            </p>
          </>
        )}
      </div>
    </AreaPage>,
  );
}

/** Renders a status. A department can define its own statuses, whose names are in snake_case. */
function TicketStatus({ status, language }: { status: string; language: Language }) {
  const known = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  const label = known ? typeset(known, language) : ticketTexts[language].otherStatus(status.replaceAll("_", " "));
  return <StatusChip status={LOOKS[status] ?? ""} label={label} />;
}

/**
 * The chip styles for ticket statuses. Other statuses have no style, because they require nothing from the customer.
 */
const LOOKS: Record<string, string> = { open: "pending", answered: "active" };

/**
 * Returns the translated name of a known department. The provider defines the others, whose names are not translated.
 */
function departmentText(department: string | null, language: Language): string | null {
  const known = department !== null && Object.hasOwn(DEPARTMENTS, department) ? DEPARTMENTS[department] : undefined;
  return known ? typeset(known, language) : department;
}

const ticketTexts = byLanguage({
  ticket: (number: string) => ({ en: `Ticket ${number}`, fr: `Demande d’assistance ${number}` }),
  subject: { en: "Subject", fr: "Objet" },
  department: { en: "Department", fr: "Équipe responsable" },
  service: { en: "Service", fr: "Service" },
  opened: { en: "Opened", fr: "Ouverte le" },
  lastReply: { en: "Last reply", fr: "Dernière réponse" },
  noMessages: { en: "Messages are not shown here.", fr: "Les messages ne sont pas affichés ici." },
  messagesAtSupport: {
    en: "You read and answer messages on our support site. Each ticket’s page links to it.",
    fr: "Lisez les messages et répondez-y auprès de notre assistance : la page d’une demande y mène.",
  },
  atSupport: (number: string) => ({
    en: `You read and answer its messages on our support site, where its number is ${number}.`,
    fr: `Lisez ses messages et répondez-y auprès de notre assistance, où elle porte le numéro ${number}.`,
  }),
  toSupport: { en: "Go to support", fr: "Aller à l’assistance" },
  /** A status that a department has defined, in English. */
  otherStatus: (status: string) => ({ en: status, fr: `Autre (${status})` }),
});

const DEPARTMENTS: Record<string, Text> = {
  Billing: { en: "Billing", fr: "Facturation" },
  "Technical support": { en: "Technical support", fr: "Assistance technique" },
};

const STATUSES: Record<string, Text> = {
  open: { en: "Open", fr: "Ouverte" },
  answered: { en: "Answered", fr: "Réponse envoyée" },
  customer_reply: { en: "Your reply is with us", fr: "Votre réponse nous est parvenue" },
  in_progress: { en: "In progress", fr: "En cours" },
  on_hold: { en: "On hold", fr: "En suspens" },
  waiting_for_registry: { en: "Waiting for the registry", fr: "En attente du registre" },
  closed: { en: "Closed", fr: "Fermée" },
};
