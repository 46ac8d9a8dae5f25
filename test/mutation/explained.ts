import type { Survivor } from "./results.ts";

/** Why a mutant that no test notices is none that one should: usually it does the same. */
export interface Explained extends Omit<Survivor, "line"> {
  reason: string;
}

/** `code`, `replacement` and the reason. */
type Row = [code: string, replacement: string, reason: string];

const STRING = '"Stryker was here!"';

/** By file. */
const ROWS: Record<string, Row[]> = {
  "workers/account/queries/cursors.ts": [
    ['""', STRING, "What has not the form of a cursor has no valid signature either."],
    ["[]", '["Stryker was here"]', "The first element of a match is not read."],
    ["one < other", "one <= other", "Names of filters differ."],
    ["one < other", "one >= other", "Any one order is canonical."],
    [
      "{ // expected: what was sent need not be base64 return null; }",
      "{}",
      "Nothing is returned then, which is refused as null is.",
    ],
  ],
  "durable-objects/account/journal/journal-rows.ts": [
    ["value === null", "false", "Null is written as JSON then, and read as null."],
    ["problem === null", "false", "Null is read as JSON as null."],
  ],
  "durable-objects/account/journal/journal.ts": [
    ["settledAt === null", "false", "What is not settled is in no state that is forgotten."],
    [
      'state === "NOT_PLACED"',
      "true",
      "What is settled otherwise is forgotten too, and nothing else has an instant of settling.",
    ],
  ],
  "durable-objects/account/outcomes/action-outcomes.ts": [
    ["status < 500", "status <= 500", "No refusal of a command has the status 500."],
  ],
  "durable-objects/account/outcomes/reconciler.ts": [
    ['answer.kind === "refused"', "true", "Only a refusal frees a key."],
    ["orderId !== null", "true", "No key's outcome is an order without a number."],
    ["next", "true", "What the operator settles waits for it: it was judged so before."],
    ["before && next", "true", "A row that is looked up is there before and after."],
    ["before && next", "before || next", "A row that is looked up is there before and after."],
    ["problem", "true", "What failed has its problem."],
    ['"RESERVED"', '""', "Nothing is closed either way."],
    ['"SENDING"', '""', "Nothing is closed either way."],
    ['"PLACED"', '""', "Nothing is closed either way."],
    ['"STUCK"', '""', "Nothing is closed either way."],
    ['case "STUCK": return;', 'case "STUCK":', "Nothing is closed either way."],
    ["sentAt === null", "false", "Only what was sent is stuck."],
  ],
  "shared/api/mcp/admission.ts": [["[]", '["Stryker was here"]', "An element that is text is none that was refused."]],
  "shared/api/mcp/endpoint.ts": [
    [
      'status === 200 && contentType === "application/json"',
      "false",
      "The headers are the same, copied as a whole or one by one.",
    ],
    ['"application/json"', '""', "The headers are the same, copied as a whole or one by one."],
    ["!toolsFromElsewhere", "false", "It is asked for no others where there are none."],
    ["id !== undefined", "true", "An id that is not defined is none."],
    ["route?.kind", "route.kind", "Each answer of a batch is that of an element."],
  ],
  "shared/api/mcp/json-rpc.ts": [
    ['route.kind === "batch"', "false", "A batch is an array, which is refused as one."],
    ['"batch"', '""', "A batch is an array, which is refused as one."],
    [
      "params.cursor !== null && params.arguments !== null",
      "false",
      "Params without a null are copied with all their members.",
    ],
    ["(name) => KNOWN.has(name)", "() => undefined", "A message of known members is copied with all of them."],
    ["default: return undefined;", "default:", "Nothing is returned either way."],
    ["data !== undefined", "true", "JSON has no member that is not defined."],
  ],
  "shared/api/mcp/plain-request.ts": [
    ['""', STRING, "A message without a method is neither a list nor a call."],
    ["params?.name", "params.name", "A call has params with a name: that was checked before."],
    ["canBeAsked === undefined", "true", "What is kept of an envelope is what the SDK says again."],
    [
      "isOneEnvelope(text) && text.length <= MAX_KEPT.length",
      "false",
      "What is kept of an envelope is what the SDK says again.",
    ],
    ['"null"', '""', "What is kept of an envelope is what the SDK says again."],
    ...["true", "text.length < MAX_KEPT.length", "text.length > MAX_KEPT.length"].map(
      (other): Row => ["text.length <= MAX_KEPT.length", other, "How long what is kept may be shows in memory alone."],
    ),
    [
      "keepNewest(taken, text, canBeAsked, MAX_KEPT.count);",
      ";",
      "What is kept of an envelope is what the SDK says again.",
    ],
  ],
  "shared/api/mcp/reply.ts": [
    ["members === undefined", "true", "What is kept of an answer is what would be written again."],
    ["membersOf.set(answer, members);", ";", "What is kept of an answer is what would be written again."],
  ],
  "durable-objects/registry/circuit-breaker.ts": [
    ["[]", '["Stryker was here"]', "What is no instant is older than any minute."],
  ],
  "durable-objects/registry/host-throttle.ts": [
    ["perDay === undefined", "false", "Against no limit nothing is too much."],
  ],
  "durable-objects/registry/question-queue.ts": [
    ["queue.length === 0", "false", "Whoever is alone in the queue is admitted at once."],
    [
      '{ const acquired = throttle.tryAcquire(caller, now); if (acquired.kind === "now") return acquired.permit; }',
      "{}",
      "Whoever is alone in the queue is admitted at once.",
    ],
    ["now + wait.inMs > until", "now + wait.inMs >= until", "At the deadline itself it may be either."],
    ["at !== -1", "true", "Who leaves is in the queue: the deadline of who was admitted is cleared."],
    ["this.#timer !== null", "true", "There is nothing to clear at first."],
  ],
  "durable-objects/registry/reserved-tokens.ts": [
    ['"anonymous"', '""', "Whoever is not signed in is anonymous."],
    ["this.#of(caller) < 1 - EPSILON", "this.#of(caller) <= 1 - EPSILON", "The tolerance is no exact number."],
    ["missing <= EPSILON", "missing < EPSILON", "The tolerance is no exact number."],
  ],
  "workers/billing/engine/invoices/taxes.ts": [
    [
      "(a, b) => a.from.localeCompare(b.from)",
      "() => undefined",
      "The table has the days of a place in their order; sorting is for who adds to it.",
    ],
  ],
  "workers/catalogue/availability/classify/classify-das.ts": [
    ['""', STRING, "Each match has its group; one text that is no name is compared as another."],
  ],
  "workers/catalogue/availability/classify/classify-rdap.ts": [
    ["[]", '["Stryker was here"]', "No phase, status or field is called so."],
    ["() => false", "() => undefined", "What is not defined is not true."],
    ["false", "true", "Whether the text was cut is not looked at here."],
  ],
  "workers/catalogue/availability/classify/classify-whois.ts": [
    ["[]", '["Stryker was here"]', "No answer has this phrase."],
    ['"asked_name"', '""', "Whether it is another name is all that is looked at."],
    ['""', STRING, "A text that is split has a first part."],
  ],
  "workers/catalogue/availability/classify/domain-name.ts": [
    ['""', STRING, "A text that is split has a first part."],
    [
      'text.trim().replace(/\\.$/, "").toLowerCase()',
      'text.trim().replace(/\\.$/, "").toUpperCase()',
      "The host of a URL is in lower case.",
    ],
    ["/^[a-z0-9_.-]+$/.test(name)", "false", "The host of a URL is the same in ASCII."],
    ["/^[a-z0-9_.-]+$/", "/^[a-z0-9_.-]$/", "The host of a URL is the same in ASCII."],
    ["/^[a-z0-9_.-]+$/", "/^[^a-z0-9_.-]+$/", "The host of a URL is the same in ASCII."],
  ],
  "workers/catalogue/availability/classify/evidence.ts": [
    ['""', STRING, "Each match has its groups; there is no paragraph before the first line."],
    ["[]", '["Stryker was here"]', "No statement is free so."],
    ['paragraph !== ""', "true", "Nothing is said in no text."],
    ["pair !== null", "true", "What has a kind is a pair."],
    [
      '[paragraph, line.body].join(" ").slice(-2 * MAX_STATEMENT)',
      '[paragraph, line.body].join(" ")',
      "A paragraph that long is prose, and its end is the same; the cut bounds the cost.",
    ],
    [
      "-2 * MAX_STATEMENT",
      "-2 / MAX_STATEMENT",
      "A paragraph that long is prose, and its end is the same; the cut bounds the cost.",
    ],
    ...[
      "/^(?:[a-z0-9]{1,2}[.)]? ?)?\\[([^\\]]{1,40})\\]\\s*(.*)$/",
      "/^([\\p{L}\\p{N} -]{2,40})[#.\\s]{0,2}\\.{3,60}\\s*(.*)$/u",
      "/^([\\p{L}\\p{N}._-]+(?: [\\p{L}\\p{N}._-]+){0,3})(?:\\t|\\s{2,})(\\S.*)$/u",
    ].map((line): Row => [line, line.replace("$/", "/"), "There is no line end within a line."]),
  ],
  "workers/catalogue/availability/classify/statement-wording.ts": [
    ['""', STRING, "There is no word before the first; each match has its groups."],
    ["[]", '["Stryker was here"]', "Every text matches."],
    [
      "/^([^\\p{L}\\p{N}@~]*)([\\p{L}\\p{N}@~]*)/u.exec(after)?.slice",
      "/^([^\\p{L}\\p{N}@~]*)([\\p{L}\\p{N}@~]*)/u.exec(after).slice",
      "Every text matches.",
    ],
    [
      "/^([^\\p{L}\\p{N}@~]*)([\\p{L}\\p{N}@~]*)/u",
      "/([^\\p{L}\\p{N}@~]*)([\\p{L}\\p{N}@~]*)/u",
      "Every text matches at its start.",
    ],
    [
      "/^([^\\p{L}\\p{N}@~]*)([\\p{L}\\p{N}@~]*)/u",
      "/^([^\\p{L}\\p{N}@~])([\\p{L}\\p{N}@~]*)/u",
      "What begins with a sign is a complement, and so is what has no word after the first character.",
    ],
  ],
  "workers/catalogue/availability/classify/evidence-rules.ts": [
    ['""', STRING, "A text that is split has a first part."],
    ["[]", '["Stryker was here"]', "No status is called so."],
    ['"asked_name"', '""', "Whether it is another name is all that is looked at."],
  ],
  "shared/platform/address-limit.ts": [
    [
      "first && !failed",
      "first || !failed",
      "Something failed or there is a first result, for there is a count at least.",
    ],
    ["other.until > one.until", "other.until >= one.until", "Of two that wait as long either may be named."],
    ["[]", '["Stryker was here"]', "Only whole instants count as calls."],
    ["false", "true", "Whether the key can be exported makes no difference to what it signs."],
    ["times === 1", "false", "A policy for once as much is the same policy."],
  ],
  "shared/ordering/plan-changes.ts": [["service.nextDueDate !== null", "true", "Null is on or before no day."]],
  "workers/billing/engine/payments/payments.ts": [
    ["allocation.ended[0]?.invoice", "allocation.ended[0].invoice", "What is paid whole is ended."],
  ],
  "workers/billing/engine/payments/receipts.ts": [
    ["commit", "true", "What is only asked about has its account's currency."],
    ['invoice.status === "paid"', "true", "An order that has ended is not fulfilled."],
    ["id === null || status === null", "false", "An order has both; one without a number is not fulfilled."],
    [
      "id === null || status === null",
      "id === null && status === null",
      "An order has both; one without a number is not fulfilled.",
    ],
    ["id === null", "false", "An order has both; one without a number is not fulfilled."],
    ["status === null", "false", "An order has both; one without a number is not fulfilled."],
  ],
  "workers/billing/engine/payments/recorded-payments.ts": [
    ["receivedOn !== null", "true", "Null is after no day."],
    ["before?.invoice", "before.invoice", "A draft has no number that finds it."],
  ],
  "workers/billing/engine/services/plan-changes.ts": [
    ['"changePlan"', '""', "The mail says what the stored order is, not what its notice says of it."],
  ],
  "shared/api/http/json-body.ts": [
    ["declared >= 0", "false", "A declared body is read whole because that is faster; in parts it is the same."],
    ["declared >= 0", "declared > 0", "An empty body is the same, read whole or in parts."],
    ["declared >= 0", "declared < 0", "A body is the same, read whole or in parts."],
    ["false", "true", "Where no member is expected, a comma or the end of the text follows before the next string."],
    ["at < text.length", "at <= text.length", "There is no character at the end."],
    ["object", "true", "Where a name is expected, an object is open."],
    ["object?.names?.has", "object?.names.has", "Where a name is expected, an object is open, which has names."],
    ["object?.names", "object.names", "Where a name is expected, an object is open."],
    ["object?.names?.add", "object?.names.add", "Where a name is expected, an object is open, which has names."],
    ["inside?.names", "inside.names", "A comma outside of strings is inside of an object or an array."],
    ["inside?.step", "inside.step", "A comma outside of strings is inside of an object or an array."],
    ['typeof inside?.step === "number"', "true", "The step of an object is set by its next name."],
    [
      '(request.headers.get("Content-Type") ?? "").split(";")[0]?.trim',
      '(request.headers.get("Content-Type") ?? "").split(";")[0].trim',
      "A text that is split has a first part.",
    ],
    ['""', STRING, "A request without a media type is refused as one with another is."],
  ],
  "shared/api/http/serve-http.ts": [
    ["[]", '["Stryker was here"]', "Of languages that are asked for only known ones are found."],
    ['"any"', '""', "What cannot be represented has no type either way."],
    ['typeof schema === "object"', "true", "A member's schema is an object: only `true` and `false` are none."],
  ],
  "shared/api/pipeline/input-errors.ts": [["[]", '["Stryker was here"]', "No member has this name."]],
  "shared/api/pipeline/read-input.ts": [
    ['""', STRING, "The words of an issue of zod are not read."],
    ['"parameter"', '""', "What is no pointer is a parameter."],
    [
      "{ // expected: the check of the input says what is wrong with it return undefined; }",
      "{}",
      "Nothing is returned either way.",
    ],
    ['typeof name === "string"', "true", "Names in a path are strings: nothing else is among them."],
  ],
  "shared/api/pipeline/run-operation.ts": [
    ["!api.gate", "false", "It throws either way: what is thrown says more to who forgot the gate."],
    [
      '"an operation that needs a credential, in an API without a gate"',
      '""',
      "Words for who forgot the gate, which no answer shows.",
    ],
    ["key === null", "false", "Nothing is stored without a key."],
    ["key !== null", "true", "What is stored without a key is read by nobody."],
    ['"the gate admitted no request"', '""', "Words for who wrote the gate, which no answer shows."],
  ],
};

export const EXPLAINED: Explained[] = Object.entries(ROWS).flatMap(([file, rows]) =>
  rows.map(([code, replacement, reason]) => ({ file, code, replacement, reason })),
);
