import { formatInstant } from "../../../../../shared/pages/formats.ts";
import { bilingual } from "../../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../../shared/platform/language.ts";
import { failed, notFound, show } from "../../answers.tsx";
import { areaLink, idOf, PATHS } from "../../area-paths.ts";
import { actorQuery, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage } from "../../components/area-page.tsx";
import { DescriptionList } from "../../components/description-list.tsx";
import { listPage, PAGE_LENGTH, placeOf } from "../../components/list-page.tsx";

export async function showTickets(request: SignedInRequest): Promise<Response> {
  const place = placeOf(request);
  const { language } = request.visit;
  const { tickets, status, notSet } = areaTexts[language];
  const texts = ticketTexts[language];
  return listPage(request, {
    title: tickets,
    path: PATHS.tickets,
    read: await request.engine.listTickets(actorQuery(request, "tickets"), {
      status: "all",
      limit: PAGE_LENGTH,
      ...(place && { after: { lastActivityAt: place.text, id: place.id } }),
    }),
    columns: [{ label: texts.subject }, { label: status }, { label: texts.opened }, { label: texts.lastReply }],
    row: (ticket) => [
      <a href={areaLink(request.visit, `${PATHS.tickets}/${ticket.id}`)}>{ticket.subject}</a>,
      statusText(ticket.status, language),
      formatInstant(ticket.openedAt, language),
      ticket.lastReplyAt ? formatInstant(ticket.lastReplyAt, language) : notSet,
    ],
    order: ({ lastActivityAt }) => lastActivityAt,
    children: <p class="small muted">{texts.noMessages}</p>,
  });
}

export async function showTicket(request: SignedInRequest, id: string): Promise<Response> {
  const number = idOf(id);
  if (number === null) return notFound(request);
  const read = await request.engine.readTicket(actorQuery(request, "tickets"), number);
  if (!read.ok) return failed(request, read);
  const ticket = read.value;
  const { language } = request.visit;
  const { tickets, status, notSet } = areaTexts[language];
  const texts = ticketTexts[language];
  return show(
    request,
    <AreaPage request={request} title={texts.ticket(ticket.number)} back={{ label: tickets, path: PATHS.tickets }}>
      <div class="card stack">
        <DescriptionList
          items={[
            [texts.subject, ticket.subject],
            [status, statusText(ticket.status, language)],
            [texts.department, ticket.department ?? notSet],
            [texts.service, ticket.service?.name ?? notSet],
            [texts.opened, formatInstant(ticket.openedAt, language)],
            [texts.lastReply, ticket.lastReplyAt ? formatInstant(ticket.lastReplyAt, language) : notSet],
          ]}
        />
        <p class="note">{texts.noMessages}</p>
      </div>
    </AreaPage>,
  );
}

/** Departments can define statuses of their own, named in snake_case. */
function statusText(status: string, language: Language): string {
  const { statuses, otherStatus } = ticketTexts[language];
  const known = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  return known ?? otherStatus(status.replaceAll("_", " "));
}

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

const ticketTexts = bilingual(en, fr);
