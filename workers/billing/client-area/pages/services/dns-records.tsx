import type { ActionProblem } from "../../../../../shared/billing-contract/client-area.ts";
import { parseDomainName } from "../../../../../shared/domain-names/parse-domain.ts";
import { Submit } from "../../../../../shared/pages/buttons.tsx";
import { DataTable } from "../../../../../shared/pages/data-table.tsx";
import { ErrorSummary, Field, type FormError, fieldState } from "../../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../../shared/pages/french-typography.ts";
import { presentedFields } from "../../../../../shared/zones-contract/presentation-format.ts";
import { RECORD_TYPES, type Zone, type ZoneRecord } from "../../../../../shared/zones-contract/zone-system.ts";
import { explained, isExplained, stopFor } from "../../actions/act.ts";
import { actionTexts } from "../../actions/action-texts.ts";
import { failed, notFound, show } from "../../answers.tsx";
import { actorQuery, areaLink, mayDo, PATHS, type SignedInRequest } from "../../area-request.ts";
import { AreaForm, AreaPage, readableName } from "../../components/area-page.tsx";
import { type DnsEntry, entriesOf } from "./dns-entries.ts";
import { DONE, pathOf } from "./service-address.ts";
import { serviceTexts } from "./service-texts.ts";

export const ZONE = "zone";
export const REVISION = "revision";
export const REMOVE = "remove";

/** A submitted form with its errors. */
interface SentChange {
  entries: DnsEntry[];
  removed: string[];
  errors: FormError[];
  status: number;
}

/**
 * Handles `GET /client-area/services/<id>/dns`. It shows the records of the site's zone, or of the zone in the
 * parameter `zone`.
 */
export async function showRecords(request: SignedInRequest, id: number, sent?: SentChange): Promise<Response> {
  const read = await request.engine.readService(actorQuery(request, "products"), id);
  if (!read.ok) return failed(request, read);
  const { service } = read.value;
  const name = zoneOf(request, service?.domain ?? "");
  if (!service || name === null) return notFound(request);
  const [zone, domain] = await Promise.all([
    request.actions.readZone(request.account.id, id, name),
    mayDo(request, "domains") ? request.engine.readDomain(actorQuery(request, "domains"), name) : null,
  ]);
  const { visit } = request;
  const texts = serviceTexts[visit.language].dns;
  if (!zone.ok && zone.problem.code !== "not_found" && !isExplained(zone.problem))
    return stopFor(request, zone.problem);
  const page = (
    <AreaPage request={request} title={texts.of(readableName(name))} back={{ label: service.plan, path: pathOf(id) }}>
      <ErrorSummary title={sent ? actionTexts[visit.language].notDone : undefined} errors={sent?.errors ?? []} />
      {!sent && visit.url.searchParams.get(DONE) === "dns" && (
        <p class="note" role="status">
          {texts.done}
        </p>
      )}
      {zone.ok ? (
        <RecordsForm request={request} id={id} zone={zone.value} sent={sent} />
      ) : (
        <p class="note">{unreadText(request, zone.problem)}</p>
      )}
      {domain?.ok && (
        <p class="links">
          <a href={areaLink(visit, `${PATHS.domains}/${name}`)}>{texts.toDomain(readableName(name))}</a>
        </p>
      )}
      <form class="card field" method="get" action={pathOf(id, "/dns")}>
        {visit.languageAsked && <input type="hidden" name="lang" value={visit.language} />}
        <label for={ZONE}>{texts.other}</label>
        <div class="entry">
          <input
            id={ZONE}
            name={ZONE}
            value={readableName(name)}
            maxlength={254}
            autocapitalize="none"
            spellcheck={false}
          />
          <Submit class="button" label={texts.show} />
        </div>
      </form>
    </AreaPage>
  );
  return show(request, page, { status: sent?.status ?? 200 });
}

function unreadText(request: SignedInRequest, problem: ActionProblem): string {
  if (problem.code === "not_found" || !isExplained(problem)) return serviceTexts[request.visit.language].dns.noZone;
  return explained(request, problem)
    .errors.map(({ text }) => text)
    .join(" ");
}

interface RecordsFormProps {
  request: SignedInRequest;
  id: number;
  zone: Zone;
  sent: SentChange | undefined;
}

/**
 * Renders the records, each with a checkbox, and entries for new records. They share one form, so the changes apply
 * together or not at all.
 */
function RecordsForm({ request, id, zone, sent }: RecordsFormProps) {
  const { visit } = request;
  const texts = serviceTexts[visit.language].dns;
  const errors = sent?.errors ?? [];
  return (
    <AreaForm
      request={request}
      class="stack loose"
      path={pathOf(id, "/dns")}
      parameters={{ [ZONE]: zone.zone }}
      novalidate
    >
      <input type="hidden" name={REVISION} value={zone.revision} />
      <div class="card flush">
        <DataTable
          caption={texts.title}
          columns={[
            { label: texts.name },
            { label: texts.type },
            { label: texts.value, whole: true },
            { label: texts.ttl, amount: true },
            { label: texts.remove },
          ]}
          rows={zone.records.map((record, position) => ({
            key: String(position),
            cells: [
              <span translate="no">{record.name}</span>,
              <span class="whole-words">{record.type}</span>,
              <code>{presentedFields(record).join(" ")}</code>,
              String(record.ttl),
              <Removal
                record={record}
                label={texts.removeThis(record.type, record.name)}
                removed={sent?.removed ?? []}
              />,
            ],
          }))}
        />
      </div>
      {zone.note && <p class="note">{typeset(zone.note, visit.language)}</p>}
      <section class="card stack" aria-labelledby="add">
        <h2 id="add">{texts.add}</h2>
        <p class="muted small">{texts.addHint(zone.zone)}</p>
        {(sent?.entries ?? entriesOf(new URLSearchParams())).map((entry, position) => (
          <EntryFields request={request} entry={entry} position={position} errors={errors} />
        ))}
      </section>
      <p class="small muted">{texts.what}</p>
      <div class="buttons">
        <Submit class="button primary" label={texts.save} />
      </div>
    </AreaForm>
  );
}

function Removal({ record, label, removed }: { record: ZoneRecord; label: string; removed: string[] }) {
  const value = JSON.stringify(record);
  return (
    <label class="tick bare">
      <input type="checkbox" name={REMOVE} value={value} checked={removed.includes(value)} />
      <span class="only-heard">{label}</span>
    </label>
  );
}

interface EntryFieldsProps {
  request: SignedInRequest;
  entry: DnsEntry;
  position: number;
  errors: FormError[];
}

function EntryFields({ request, entry, position, errors }: EntryFieldsProps) {
  const texts = serviceTexts[request.visit.language].dns;
  const field = (member: keyof DnsEntry) => `${member}-${position}`;
  const input = (member: "name" | "value" | "ttl", inputmode?: "numeric") => (
    <Field id={field(member)} label={texts[member]} errors={errors}>
      <input
        id={field(member)}
        name={member}
        value={entry[member]}
        inputmode={inputmode}
        autocapitalize="none"
        spellcheck={false}
        translate="no"
        {...fieldState(field(member), errors)}
      />
    </Field>
  );
  return (
    <fieldset class="record">
      <legend class="only-heard">{texts.entry(position + 1)}</legend>
      {input("name")}
      <Field id={field("type")} label={texts.type} errors={errors}>
        <select id={field("type")} name="type">
          {RECORD_TYPES.map((type) => (
            <option value={type} selected={type === entry.type}>
              {type}
            </option>
          ))}
        </select>
      </Field>
      {input("value")}
      {input("ttl", "numeric")}
    </fieldset>
  );
}

/**
 * Renders a card with a link to the records of a service's zone.
 * @param props `id` is the service's id, and `name` is the zone's name
 */
export function RecordsCard({ request, id, name }: { request: SignedInRequest; id: number; name: string }) {
  const texts = serviceTexts[request.visit.language].dns;
  return (
    <section class="card stack">
      <h2>{texts.title}</h2>
      <p>{texts.where(readableName(name))}</p>
      <p class="links">
        <a href={areaLink(request.visit, pathOf(id, "/dns"))}>{texts.open}</a>
      </p>
    </section>
  );
}

/** Returns whether the login may see and change DNS records. */
export function mayChangeRecords(request: SignedInRequest): boolean {
  return mayDo(request, "products") && mayDo(request, "productsso");
}

/**
 * Returns the zone in the URL, in A-label form; `null` if its name is invalid.
 * @param otherwise the zone to use if the URL names none
 */
export function zoneOf({ visit }: SignedInRequest, otherwise: string): string | null {
  const parsed = parseDomainName((visit.url.searchParams.get(ZONE) ?? otherwise).trim());
  return "refused" in parsed ? null : parsed.ascii;
}
