import { type AccountExportTable, EXPORTED_TABLES } from "../../../durable-objects/account/operator/operator-view.ts";
import type { ConnectionSummary } from "../../../durable-objects/connection/connection-port.ts";
import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { DataSubject, SubjectPlaces } from "../../../shared/operator-contract/erasure.ts";
import { type ExportedTable, type ExportPage, pageOf } from "../../../shared/operator-contract/export-pages.ts";
import type { AccountServices } from "../composition.ts";
import { inBatches, logRejected } from "../connections/in-batches.ts";
import { summaryRow } from "./look-up.ts";
import { subjectTables, withInstants } from "./subject-rows.ts";

type ExportServices = Pick<AccountServices, "db" | "billingSystem" | "connectionOf" | "accountOf">;

/** Connections that one read asks. */
const MAX_ASKED = 6;

/** One page of what this Worker keeps about a subject. @param cursor null: the first */
export function exportPage(
  services: ExportServices,
  subject: DataSubject,
  places: SubjectPlaces,
  cursor: string | null,
  requestId: string,
): Promise<ExportPage> {
  const sorted = { ...places, connections: places.connections.toSorted(), accounts: places.accounts.toSorted() };
  const objects = EXPORTED_TABLES.map((name) => accountTable(services, subject, sorted.accounts, name));
  return pageOf(
    [
      connectionTable(services, sorted.connections, requestId),
      callTable(services, sorted.connections, requestId),
      ...objects,
      ...subjectTables(services, subject, places),
    ],
    cursor,
  );
}

function connectionTable({ connectionOf }: ExportServices, ids: string[], requestId: string): ExportedTable {
  return {
    name: "connections",
    async read(after) {
      const open = ids.filter((id) => after === null || id > after);
      const asked = open.slice(0, MAX_ASKED);
      const read = await inBatches(asked, (id) => connectionOf(id).summary(0));
      const failed = logRejected("connection_unreachable", read, requestId);
      const rows = read.flatMap((one) => (one.status === "fulfilled" && one.value ? [agreementRow(one.value)] : []));
      const next = asked.length < open.length ? (asked.at(-1) ?? null) : null;
      return { rows, next, ...(failed > 0 && { note: `${failed} connections did not answer: do it again.` }) };
    },
  };
}

/** Of the connections one after the other, each from its newest call on. */
function callTable({ connectionOf }: ExportServices, ids: string[], requestId: string): ExportedTable {
  return {
    name: "calls",
    async read(after, limit) {
      const [from, before] = after === null ? [ids[0], null] : JSON.parse(after);
      const at = ids.findIndex((id) => from !== undefined && id >= from);
      const id = ids[at];
      if (id === undefined) return { rows: [], next: null };
      const [read] = await inBatches([id], (one) => connectionOf(one).entries(one === from ? before : null, limit));
      const failed = logRejected("connection_unreachable", read ? [read] : [], requestId);
      const calls = read?.status === "fulfilled" ? read.value : [];
      const last = calls.length < limit ? undefined : calls.at(-1);
      const next = last ? [id, { at: last.at, id: last.id }] : [ids[at + 1], null];
      return {
        rows: calls.map((call): ShownRow => ({ connection: id, ...call })),
        next: next[0] === undefined ? null : JSON.stringify(next),
        ...(failed > 0 && { note: `Connection ${id} did not answer: do it again.` }),
      };
    },
  };
}

/** Of the accounts one after the other. */
function accountTable(
  { accountOf }: ExportServices,
  { kind, id }: DataSubject,
  accounts: number[],
  name: AccountExportTable,
): ExportedTable {
  return {
    name,
    async read(after, limit) {
      const [at, offset] = after === null ? [0, 0] : (JSON.parse(after) as [number, number]);
      const account = accounts[at];
      if (account === undefined) return { rows: [], next: null };
      const loginId = kind === "login" ? id : null;
      const rows = await accountOf(account).exportRows(name, { loginId, limit, offset });
      const next = rows.length < limit ? [at + 1, 0] : [at, offset + limit];
      return {
        rows: rows.map((row) => withInstants({ account, ...row })),
        next: (next[0] ?? 0) < accounts.length ? JSON.stringify(next) : null,
      };
    },
  };
}

function agreementRow(summary: ConnectionSummary): ShownRow {
  const { accountName, currency, operations, asks, contact } = summary;
  return {
    ...summaryRow(summary),
    ...{ accountName, currency, operations: operations?.join(" ") ?? null, asks: JSON.stringify(asks) },
    contact: contact.email,
  };
}
