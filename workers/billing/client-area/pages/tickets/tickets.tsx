import { formatInstant } from "../../../../../shared/pages/formats.ts";
import { failed, notFound, show } from "../../answers.tsx";
import { areaLink, TICKETS_PATH } from "../../area-paths.ts";
import { asks, type OwnRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage } from "../../components/area-page.tsx";
import { Facts } from "../../components/facts.tsx";
import { idOf } from "../../components/formats.ts";
import { PAGE_LENGTH, PagedList, placeOf } from "../../components/paged-list.tsx";
import { type ThingsTexts, thingsTexts } from "../pages-texts.ts";

/** `GET /client-area/tickets`. */
export async function showTickets(own: OwnRequest): Promise<Response> {
  const place = placeOf(own);
  const read = await own.engine.listTickets(asks(own, "tickets"), {
    status: "all",
    limit: PAGE_LENGTH,
    ...(place && { after: { lastActivityAt: place.text, id: place.id } }),
  });
  if (!read.ok) return failed(own, read);
  const { language } = own.visit;
  const texts = thingsTexts[language];
  const title = areaTexts[language].tickets;
  const { items, next } = read.value;
  return show(
    own,
    <AreaPage own={own} title={title}>
      <PagedList
        own={own}
        path={TICKETS_PATH}
        caption={title}
        columns={[
          { label: texts.subject },
          { label: texts.status },
          { label: texts.opened },
          { label: texts.lastReply },
        ]}
        rows={items.map((ticket) => ({
          key: String(ticket.id),
          cells: [
            <a href={areaLink(own.visit, `${TICKETS_PATH}/${ticket.id}`)}>{ticket.subject}</a>,
            statusOf(ticket.status, texts),
            formatInstant(ticket.openedAt, language),
            ticket.lastReplyAt ? formatInstant(ticket.lastReplyAt, language) : texts.notSet,
          ],
        }))}
        next={next && { text: next.lastActivityAt, id: next.id }}
      />
      <p class="small muted">{texts.noMessages}</p>
    </AreaPage>,
  );
}

/** `GET /client-area/tickets/<id>`. */
export async function showTicket(own: OwnRequest, id: string): Promise<Response> {
  const number = idOf(id);
  if (number === null) return notFound(own);
  const read = await own.reading.ticket(asks(own, "tickets"), number);
  if (!read.ok) return failed(own, read);
  const ticket = read.value;
  const { language } = own.visit;
  const texts = thingsTexts[language];
  return show(
    own,
    <AreaPage
      own={own}
      title={texts.ticket(ticket.number)}
      back={{ label: areaTexts[language].tickets, path: TICKETS_PATH }}
    >
      <div class="card stack">
        <Facts
          facts={[
            [texts.subject, ticket.subject],
            [texts.status, statusOf(ticket.status, texts)],
            [texts.department, ticket.department ?? texts.notSet],
            [texts.service, ticket.service?.name ?? texts.notSet],
            [texts.opened, formatInstant(ticket.openedAt, language)],
            [texts.lastReply, ticket.lastReplyAt ? formatInstant(ticket.lastReplyAt, language) : texts.notSet],
          ]}
        />
        <p class="note">{texts.noMessages}</p>
      </div>
    </AreaPage>,
  );
}

/** A department can have states of its own, named in snake_case. */
function statusOf(status: string, { ticketStatuses, otherTicketStatus }: ThingsTexts): string {
  const known = Object.hasOwn(ticketStatuses, status) ? ticketStatuses[status] : undefined;
  return known ?? otherTicketStatus(status.replaceAll("_", " "));
}
