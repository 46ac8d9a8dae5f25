import type { LogKey } from "../../../../../shared/account-access/call-log.ts";
import type { AccountEvent, ActionResult } from "../../../../../shared/billing-contract/client-area.ts";
import { ok } from "../../../../../shared/billing-contract/result.ts";
import { DataTable } from "../../../../../shared/pages/data-table.tsx";
import { formatDay, formatInstant } from "../../../../../shared/pages/formats.ts";
import { byLanguage } from "../../../../../shared/pages/french-typography.ts";
import { linkTo } from "../../../../../shared/pages/visit.ts";
import type { Language } from "../../../../../shared/platform/language.ts";
import { isExplained, stopFor } from "../../actions/act.ts";
import { show, stopAt } from "../../answers.tsx";
import { actorQuery, areaLink, mayDo, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage, readableName, serviceTitle } from "../../components/area-page.tsx";
import { PAGE_LENGTH } from "../../components/list-page.tsx";
import { StatusChip } from "../../components/status-chip.tsx";

const BEFORE = "before";
const KEY = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(\w{1,64})$/;

/**
 * Handles `GET /client-area/account/history`. It shows the changes that the customer and their connections made or
 * tried to make. The account's owner also sees the changes that other logins made without an application.
 */
export async function showHistory(request: SignedInRequest): Promise<Response> {
  const { visit } = request;
  const before = keyOf(visit.url.searchParams.get(BEFORE));
  // Read one more event than the page shows, to find out whether there is a next page.
  const read = await readEvents(request, before, PAGE_LENGTH + 1);
  if (!read.ok) return isExplained(read.problem) ? stopAt(request, "unavailable") : stopFor(request, read.problem);
  const { account: accountTitle, history } = areaTexts[visit.language];
  const texts = historyTexts[visit.language];
  const shown = read.value.slice(0, PAGE_LENGTH);
  const last = read.value.length > PAGE_LENGTH ? shown.at(-1) : undefined;
  const columns = [{ label: texts.when }, { label: texts.who }, { label: texts.what }, { label: texts.outcome }];
  const rows = shown.map((event) => ({ key: event.id, cells: cellsOf(request, event) }));
  return show(
    request,
    <AreaPage request={request} title={history} back={{ label: accountTitle, path: PATHS.account }}>
      <p class="muted">{texts.about[request.account.owner ? "owner" : "contact"]}</p>
      <div class="card flush">
        {rows.length === 0 ? <p>{texts.empty}</p> : <DataTable caption={history} columns={columns} rows={rows} />}
        {(before || last) && (
          <p class="links">
            {before && <a href={areaLink(visit, PATHS.history)}>{texts.firstPage}</a>}
            {last && (
              <a href={areaLink(visit, PATHS.history, { [BEFORE]: `${last.at}~${last.id}` })}>{texts.nextPage}</a>
            )}
          </p>
        )}
      </div>
    </AreaPage>,
  );
}

/** An event with its actor and target as text. */
interface NamedEvent extends AccountEvent {
  /**
   * The application's name, or another login's e-mail address or description; `null` if the signed-in login made the
   * change.
   */
  who: string | null;
  object: string | null;
}

export async function readEvents(
  request: SignedInRequest,
  before: LogKey | null,
  limit: number,
): Promise<ActionResult<NamedEvent[]>> {
  const read = await request.actions.events(request.account.id, before, limit);
  if (!read.ok) return read;
  const ids = read.value.flatMap(({ target }) => /^service:(\d+)$/.exec(target ?? "")?.[1] ?? []);
  const query = actorQuery(request, "products");
  const found = mayDo(request, "products")
    ? await Promise.all([...new Set(ids)].map((id) => request.engine.readService(query, Number(id))))
    : [];
  const services = found.flatMap((one) => (one.ok && one.value.service) || []);
  const objectOf = (target: string) => {
    const service = services.find(({ id }) => target === `service:${id}`);
    return service ? serviceTitle(service) : targetWords(target);
  };
  const { loginId } = request.signedIn;
  const isByOther = (event: AccountEvent) => event.by === null && event.loginId !== loginId;
  const logins = read.value.some(isByOther) ? await request.engine.listLogins(actorQuery(request)) : ok([]);
  if (!logins.ok) return logins;
  const emailOf = (id: number) => logins.value.find((login) => login.id === id)?.email;
  const { formerLogin } = historyTexts[request.visit.language];
  return ok(
    read.value.map((event) => ({
      ...event,
      who: isByOther(event) ? (emailOf(event.loginId) ?? formerLogin) : event.by,
      object: event.target && objectOf(event.target),
    })),
  );
}

function keyOf(text: string | null): LogKey | null {
  const [, at, id] = KEY.exec(text ?? "") ?? [];
  return at === undefined || id === undefined ? null : { at, id };
}

function cellsOf({ visit }: SignedInRequest, event: NamedEvent) {
  const { at, who, object, outcome, path } = event;
  const texts = historyTexts[visit.language];
  const act = actOf(event, visit.language);
  return [
    <time datetime={at}>{`${formatInstant(at, visit.language)} UTC`}</time>,
    who === null ? texts.you : <bdi>{who}</bdi>,
    <What act={act.charAt(0).toUpperCase() + act.slice(1)} object={object} />,
    <span class="chips">
      <StatusChip status={LOOKS[outcome]} label={texts.outcomes[outcome]} />
      {path && <a href={linkTo(visit, path)}>{texts.review}</a>}
    </span>,
  ];
}

/** Returns the action or the approval request as part of a sentence. */
function actOf({ label, outcome }: NamedEvent, language: Language): string {
  const act = label.charAt(0).toLowerCase() + label.slice(1);
  return Object.hasOwn(ASKED, outcome) ? historyTexts[language].asked(act) : act;
}

function What({ act, object }: { act: string; object: string | null }) {
  if (object === null) return <>{act}</>;
  return (
    <span>
      {act} · <bdi class="muted">{object}</bdi>
    </span>
  );
}

/** Renders the latest events and a link to all of them. Renders nothing if there are no events. */
export function RecentEvents({ request: { visit }, events }: { request: SignedInRequest; events: NamedEvent[] }) {
  const texts = historyTexts[visit.language];
  if (events.length === 0) return null;
  return (
    <section class="card flush" aria-labelledby="recent">
      <header>
        <h2 id="recent">{areaTexts[visit.language].history}</h2>
      </header>
      <ol class="timeline">
        {events.map((event) => (
          <li class={event.outcome === "succeeded" ? "done" : undefined}>
            <p>
              {event.who === null ? texts.you : <bdi>{event.who}</bdi>}
              {isOrder(event) ? (
                <>
                  {" "}
                  {texts.ordered[event.who === null ? "you" : "other"][event.operation]}{" "}
                  <a href={areaLink(visit, `${PATHS.domains}/${event.target.slice("domain:".length)}`)}>
                    {event.object}
                  </a>
                </>
              ) : (
                <>
                  {Object.hasOwn(ASKED, event.outcome) ? " " : texts.did}
                  <What act={actOf(event, visit.language)} object={event.object} />
                </>
              )}
              {event.outcome !== "succeeded" && ` · ${texts.outcomes[event.outcome]}`}
              {event.path && (
                <>
                  {" · "}
                  <a href={linkTo(visit, event.path)}>{texts.review}</a>
                </>
              )}
            </p>
            <time datetime={event.at}>{formatDay(event.at, visit.language)}</time>
          </li>
        ))}
      </ol>
      <p class="links">
        <a href={areaLink(visit, PATHS.history)}>{texts.all}</a>
      </p>
    </section>
  );
}

type DomainOrderEvent = NamedEvent & { operation: "orderDomain" | "renewDomain"; target: string };

/** Returns whether an event is a successful domain order or renewal. */
function isOrder(event: NamedEvent): event is DomainOrderEvent {
  const { operation, outcome, target } = event;
  const isDomain = target?.startsWith("domain:") ?? false;
  return outcome === "succeeded" && isDomain && (operation === "orderDomain" || operation === "renewDomain");
}

/** The chip styles for outcomes of approval requests. */
const ASKED = { asked: "pending", approved: "completed", declined: "", lapsed: "", void: "" };
const LOOKS = { succeeded: "completed", in_progress: "pending", refused: "", failed: "suspended", ...ASKED };

/** Shortens a target: `domain:example.com` becomes `example.com`, and `service:2101` becomes `#2101`. */
function targetWords(target: string): string {
  const name = target.slice(target.indexOf(":") + 1);
  if (target.startsWith("service:")) return `#${name}`;
  return target.startsWith("zone:") ? readableName(name.slice(name.indexOf("/") + 1)) : readableName(name);
}

const historyTexts = byLanguage({
  about: {
    contact: {
      en: "Changes that you or your connected assistants made or tried in this account. They are kept for 180 days.",
      fr: "Les modifications que vous ou vos assistants connectés avez faites dans ce compte, ou essayées. Elles sont conservées 180 jours.",
    },
    owner: {
      en: "Changes that you or your connected assistants made or tried in this account, and those that its other logins made by hand. They are kept for 180 days.",
      fr: "Les modifications que vous ou vos assistants connectés avez faites dans ce compte, ou essayées, et celles que ses autres identifiants ont faites à la main. Elles sont conservées 180 jours.",
    },
  },
  all: { en: "Full history", fr: "Historique complet" },
  when: { en: "When", fr: "Date" },
  who: { en: "Who", fr: "Qui" },
  what: { en: "What", fr: "Quoi" },
  outcome: { en: "Outcome", fr: "Résultat" },
  did: { en: ": ", fr: " : " },
  ordered: {
    you: {
      orderDomain: { en: "ordered", fr: "avez commandé" },
      renewDomain: { en: "ordered the renewal of", fr: "avez commandé le renouvellement de" },
    },
    other: {
      orderDomain: { en: "ordered", fr: "a commandé" },
      renewDomain: { en: "ordered the renewal of", fr: "a commandé le renouvellement de" },
    },
  },
  asked: (act: string) => ({
    en: `asked to ${act}`,
    fr: `a demandé ${/^[aeéèêiouh]/.test(act) ? "d’" : "de "}${act}`,
  }),
  review: { en: "Review", fr: "Examiner" },
  you: { en: "You", fr: "Vous" },
  /** Shown instead of the e-mail address of a login that no longer manages the account. */
  formerLogin: { en: "A login that no longer has access", fr: "Un identifiant qui n’a plus accès" },
  empty: { en: "Nothing has changed yet.", fr: "Rien n’a encore été modifié." },
  firstPage: { en: "First page", fr: "Première page" },
  nextPage: { en: "Next page", fr: "Page suivante" },
  outcomes: {
    succeeded: { en: "Done", fr: "Fait" },
    refused: { en: "Refused", fr: "Refusé" },
    failed: { en: "Failed", fr: "Échoué" },
    in_progress: { en: "Under way", fr: "En cours" },
    asked: { en: "Waiting for you", fr: "En attente de votre accord" },
    approved: { en: "You approved", fr: "Vous avez accepté" },
    declined: { en: "You declined", fr: "Vous avez refusé" },
    lapsed: { en: "Not decided in time", fr: "Sans réponse à temps" },
    void: { en: "No longer asked", fr: "Plus demandé" },
  },
});
