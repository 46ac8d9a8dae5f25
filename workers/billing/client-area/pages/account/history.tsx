import type { LogKey } from "../../../../../shared/account-access/call-log.ts";
import type { AccountEvent } from "../../../../../shared/billing-contract/client-area.ts";
import { DataTable } from "../../../../../shared/pages/data-table.tsx";
import { formatDay, formatInstant } from "../../../../../shared/pages/formats.ts";
import { byLanguage } from "../../../../../shared/pages/french-typography.ts";
import { isExplained, stopFor } from "../../actions/act.ts";
import { show, stopAt } from "../../answers.tsx";
import { areaLink, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage, readableName } from "../../components/area-page.tsx";
import { PAGE_LENGTH } from "../../components/list-page.tsx";
import { StatusChip } from "../../components/status-chip.tsx";

const BEFORE = "before";
const KEY = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(\w{1,64})$/;

/** `GET /client-area/account/history`: what the customer and their connections changed in the account, or tried to. */
export async function showHistory(request: SignedInRequest): Promise<Response> {
  const { visit, account } = request;
  const before = keyOf(visit.url.searchParams.get(BEFORE));
  // One more than is shown says whether there is a next page.
  const read = await request.actions.events(account.id, before, PAGE_LENGTH + 1);
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
      <p class="muted">{texts.about}</p>
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

function keyOf(text: string | null): LogKey | null {
  const [, at, id] = KEY.exec(text ?? "") ?? [];
  return at === undefined || id === undefined ? null : { at, id };
}

function cellsOf({ visit }: SignedInRequest, { at, by, label, target, outcome }: AccountEvent) {
  const texts = historyTexts[visit.language];
  return [
    <time datetime={at}>{`${formatInstant(at, visit.language)} UTC`}</time>,
    by === null ? texts.you : <bdi>{by}</bdi>,
    <What label={label} target={target} />,
    <StatusChip status={LOOKS[outcome]} label={texts.outcomes[outcome]} />,
  ];
}

function What({ label, target }: Pick<AccountEvent, "label" | "target">) {
  if (target === null) return <>{label}</>;
  return (
    <>
      {label} <bdi class="muted">({targetWords(target)})</bdi>
    </>
  );
}

/** The latest events and the way to all of them; nothing where there are none. */
export function RecentEvents({ request: { visit }, events }: { request: SignedInRequest; events: AccountEvent[] }) {
  const texts = historyTexts[visit.language];
  if (events.length === 0) return null;
  return (
    <section class="card flush" aria-labelledby="recent">
      <header>
        <h2 id="recent">{areaTexts[visit.language].history}</h2>
      </header>
      <ol class="timeline">
        {events.map(({ at, by, label, target, outcome }) => (
          <li class={outcome === "succeeded" ? "done" : undefined}>
            <p>
              {by === null ? texts.you : <bdi>{by}</bdi>}: <What label={label} target={target} />
              {outcome !== "succeeded" && ` · ${texts.outcomes[outcome]}`}
            </p>
            <time datetime={at}>{formatDay(at, visit.language)}</time>
          </li>
        ))}
      </ol>
      <p class="links">
        <a href={areaLink(visit, PATHS.history)}>{texts.all}</a>
      </p>
    </section>
  );
}

/** As the chips of statuses look. */
const LOOKS = { succeeded: "completed", in_progress: "pending", refused: "", failed: "suspended" };

/** `domain:example.com` as `example.com`, `service:2101` as `#2101`. */
function targetWords(target: string): string {
  const name = target.slice(target.indexOf(":") + 1);
  if (target.startsWith("service:")) return `#${name}`;
  return target.startsWith("zone:") ? readableName(name.slice(name.indexOf("/") + 1)) : readableName(name);
}

const historyTexts = byLanguage({
  about: {
    en: "Changes that you or your connected assistants made in this account, or tried to. They are kept for 180 days.",
    fr: "Les modifications que vous ou vos assistants connectés avez faites dans ce compte, ou essayées. Elles sont conservées 180 jours.",
  },
  all: { en: "Full history", fr: "Historique complet" },
  when: { en: "When", fr: "Date" },
  who: { en: "Who", fr: "Qui" },
  what: { en: "What", fr: "Quoi" },
  outcome: { en: "Outcome", fr: "Résultat" },
  you: { en: "You", fr: "Vous" },
  empty: { en: "Nothing was changed yet.", fr: "Rien n’a encore été modifié." },
  firstPage: { en: "First page", fr: "Première page" },
  nextPage: { en: "Next page", fr: "Page suivante" },
  outcomes: {
    succeeded: { en: "Done", fr: "Fait" },
    refused: { en: "Refused", fr: "Refusé" },
    failed: { en: "Failed", fr: "Échoué" },
    in_progress: { en: "Under way", fr: "En cours" },
  },
});
