import * as z from "zod";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { isMade } from "../../../../../shared/zones-contract/check-change.ts";
import { readChange } from "../../../../../shared/zones-contract/read-change.ts";
import { RECORD_TYPES, type ZoneChange, type ZoneRecord } from "../../../../../shared/zones-contract/zone-system.ts";
import { type AreaAction, act, type ExplainedProblem, explained, isExplained, stopFor } from "../../actions/act.ts";
import { CONFIRM_BUTTON, CONFIRMED, showConfirmation } from "../../actions/confirmation.tsx";
import { stopAt } from "../../answers.tsx";
import { areaLink, type ClientAreaForm, type SignedInRequest } from "../../area-request.ts";
import { readableName } from "../../components/area-page.tsx";
import { type DnsEntry, entriesOf, isEmpty, recordOf } from "./dns-entries.ts";
import { REMOVE, REVISION, showRecords, ZONE, zoneOf } from "./dns-records.tsx";
import { DONE, pathOf } from "./service-address.ts";
import { serviceTexts } from "./service-texts.ts";

/** The fields that the confirmation sends again. */
const FIELDS = [REVISION, REMOVE, "name", "type", "value", "ttl"];

/**
 * Handles `POST /client-area/services/<id>/dns`. It first shows a confirmation. After that, it removes the selected
 * records and adds the new ones in one change.
 */
export async function changeRecords(request: ClientAreaForm, id: number): Promise<Response> {
  const { form, visit } = request;
  const zone = zoneOf(request, "");
  const removed = form.getAll(REMOVE);
  const remove = removed.flatMap((text) => parsedRecord(text) ?? []);
  if (zone === null || remove.length < removed.length) return stopAt(request, "unreadableForm");
  const entries = entriesOf(form);
  const filled = entries.flatMap((entry, position) => (isEmpty(entry) ? [] : [{ position, record: recordOf(entry) }]));
  const errors = filled
    .filter(({ record }) => record === null)
    .map(({ position }) => ({ field: `value-${position}`, text: serviceTexts[visit.language].dns.wrongQuotes }));
  if (errors.length > 0) return showRecords(request, id, { entries, removed, errors, status: 422 });
  const added = filled.flatMap(({ position, record }) => (record ? [{ position, record }] : []));
  const add = added.map(({ record }) => record);
  const input = { id, zone, revision: form.get(REVISION) ?? "", remove, add };
  const action: AreaAction = { operation: "changeDnsZone", input };
  const refused = (problem: ExplainedProblem) =>
    showRecords(request, id, { entries, removed, ...explained(request, problem, fieldsOf(request, added)) });
  if (!form.has(CONFIRMED)) {
    const { save, of } = serviceTexts[visit.language].dns;
    const fields = [...form].filter(([name]) => FIELDS.includes(name));
    const back = { label: of(readableName(zone)), path: `${pathOf(id, "/dns")}?${ZONE}=${zone}` };
    const page = { path: pathOf(id, "/dns"), parameters: { [ZONE]: zone }, label: save, back };
    return showConfirmation(request, { ...page, action, button: CONFIRM_BUTTON, form: { fields, refused } });
  }
  const done = await act(request, action);
  // If the form is sent twice, the second request finds that the zone has already changed.
  const isDone =
    done.ok || (done.problem.code === "zone_changed" && (await isAsAsked(request, id, zone, { remove, add })));
  if (isDone) return seeOther(areaLink(visit, pathOf(id, "/dns"), { [ZONE]: zone, [DONE]: "dns" }));
  return isExplained(done.problem) ? refused(done.problem) : stopFor(request, done.problem);
}

/** Returns whether the zone already contains the result of a change. */
async function isAsAsked(
  { actions, account }: SignedInRequest,
  id: number,
  name: string,
  asked: Pick<ZoneChange, "remove" | "add">,
): Promise<boolean> {
  const zone = await actions.readZone(account.id, id, name);
  const read = readChange(name, asked);
  return zone.ok && "change" in read && isMade(zone.value.records, read.change);
}

/** Returns the form field for each JSON pointer into a change. */
function fieldsOf({ visit }: SignedInRequest, added: { position: number; record: ZoneRecord }[]) {
  const texts = serviceTexts[visit.language].dns;
  const pointers = added.flatMap(({ position, record }, at) => {
    const field = (member: keyof DnsEntry) => ({ id: `${member}-${position}`, label: texts[member] });
    const members = (["name", "type", "ttl"] as const).map((member): [string, ReturnType<typeof field>] => [
      `/add/${at}/${member}`,
      field(member),
    ]);
    const whole = { id: `name-${position}`, label: texts.entry(position + 1) };
    const data = ["", ...record.data.map((_, index) => `/${index}`)];
    return [
      [`/add/${at}`, whole],
      ...members,
      ...data.map((rest): (typeof members)[0] => [`/add/${at}/data${rest}`, field("value")]),
    ];
  });
  return { "": { id: "name-0", label: texts.title }, ...Object.fromEntries(pointers) };
}

const RECORD = z.object({ name: z.string(), type: z.enum(RECORD_TYPES), ttl: z.number(), data: z.array(z.string()) });

function parsedRecord(text: string): ZoneRecord | null {
  try {
    const record = RECORD.safeParse(JSON.parse(text));
    return record.success ? record.data : null;
  } catch {
    // expected: the request does not come from one of our forms
    return null;
  }
}
