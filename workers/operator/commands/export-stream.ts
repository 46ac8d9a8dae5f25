import type { OperatorAnswer } from "../../../shared/operator-contract/answers.ts";
import type { DataSubject } from "../../../shared/operator-contract/erasure.ts";
import type { ExportPage } from "../../../shared/operator-contract/export-pages.ts";
import { log } from "../../../shared/platform/log.ts";
import type { OperatorContext } from "../composition.ts";

type ExportContext = Pick<OperatorContext, "account" | "billing" | "requestId">;

/** Everything that is kept about a subject, page by page, each table in one piece. */
async function* exportPages(
  subject: DataSubject,
  { account, billing, requestId }: ExportContext,
): AsyncGenerator<ExportPage, void> {
  yield* pagesOf((cursor) => account.exportOf(subject, cursor, requestId));
  yield* pagesOf((cursor) => billing.exportOf(subject, cursor));
}

/** As much of an export as a page shows: what its first pages hold. */
export async function exportShown(subject: DataSubject, context: ExportContext): Promise<OperatorAnswer> {
  const sources = [
    await context.account.exportOf(subject, null, context.requestId),
    await context.billing.exportOf(subject, null),
  ];
  const notes = sources.flatMap((page) => page.notes);
  const rest = sources.some(({ next }) => next !== null)
    ? ["There is more than is shown here: as JSON it is whole."]
    : [];
  return { tables: Object.assign({}, ...sources.map(({ tables }) => tables)), notes: [...notes, ...rest] };
}

/**
 * An export as one JSON answer of any length, made while it is read. One that breaks off is no JSON.
 * @throws what the first page fails with: then nothing was answered
 */
export async function exportStream(subject: DataSubject, context: ExportContext): Promise<ReadableStream<Uint8Array>> {
  const texts = jsonOf(exportPages(subject, context));
  const encoder = new TextEncoder();
  let ready = await texts.next();
  return new ReadableStream({
    async pull(controller) {
      if (ready.done) return controller.close();
      controller.enqueue(encoder.encode(ready.value));
      try {
        ready = await texts.next();
      } catch (cause) {
        log("operator_failed", { request_id: context.requestId, cause });
        controller.error(cause);
      }
    },
  });
}

async function* jsonOf(pages: AsyncIterable<ExportPage>): AsyncGenerator<string, void> {
  const begun = new Set<string>();
  const notes: string[] = [];
  let text = '{"tables":{';
  let open = "";
  let rowsOfOpen = 0;
  for await (const page of pages) {
    for (const [name, rows] of Object.entries(page.tables)) {
      if (name !== open) {
        if (begun.has(name)) throw new Error(`${name} is exported in two pieces`);
        text += `${open === "" ? "" : "],"}${JSON.stringify(name)}:[`;
        begun.add(name);
        open = name;
        rowsOfOpen = 0;
      }
      for (const row of rows) text += `${rowsOfOpen++ === 0 ? "" : ","}${JSON.stringify(row)}`;
    }
    notes.push(...page.notes);
    yield text;
    text = "";
  }
  yield `${text}${open === "" ? "" : "]"}},"notes":${JSON.stringify(notes)}}`;
}

async function* pagesOf(read: (cursor: string | null) => Promise<ExportPage>): AsyncGenerator<ExportPage, void> {
  let cursor: string | null = null;
  do {
    const page = await read(cursor);
    yield page;
    cursor = page.next;
  } while (cursor !== null);
}
