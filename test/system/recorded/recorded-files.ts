import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PROJECT } from "../../../scripts/workers.ts";

/** The origin in the stored calls. It replaces the origin of the system. */
const SAMPLE_ORIGIN = "https://desk.example";

/** The name under which the problems that all operations of a Worker share are stored. */
export const COMMON_PROBLEMS = "commonProblems";

/** Returns the path of the file with the call of an operation. */
export function recordedFile(worker: string, name: string): string {
  return join(folderOf(worker), `${inKebabCase(name)}.json`);
}

function folderOf(worker: string): string {
  return join(PROJECT, "workers", worker, "recorded");
}

function inKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the path of the module from which a Worker reads its stored calls. */
export function moduleFile(worker: string): string {
  return join(folderOf(worker), "recorded-calls.ts");
}

/** Returns the source text of the module. @param ids the ids of operations with stored calls */
export function moduleText(worker: string, ids: string[]): string {
  const imports = [COMMON_PROBLEMS, ...ids].map(
    (name) => `import ${name} from "./${inKebabCase(name)}.json" with { type: "json" };`,
  );
  return [
    'import type { RecordedCalls } from "../../../shared/api/openapi/recorded-calls.ts";',
    ...imports,
    "",
    `/** The recorded calls of the ${worker} in its OpenAPI document. \`npm run update-surface\` writes this file and its imports. */`,
    "export const recordedCalls: RecordedCalls = {",
    `  problems: ${COMMON_PROBLEMS},`,
    `  calls: { ${ids.join(", ")} },`,
    "};",
    "",
  ].join("\n");
}

/** Returns the parsed content of a file; `null` if the file is missing or unreadable. */
export function readRecorded(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // expected: the file is missing or unreadable; the test reports a difference in both cases
    return null;
  }
}

export function writeRecorded(file: string, call: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(call, null, 2)}\n`);
}

/** Replaces the origin in a call with the sample origin. */
export function ofSampleHost<Call>(call: Call, origin: string): Call {
  return JSON.parse(JSON.stringify(call).replaceAll(origin, SAMPLE_ORIGIN)) as Call;
}

/** Replaces the request id in a problem with a constant, so that recordings do not differ. */
export function ofSampleRequest<Body extends Record<string, unknown>>(body: Body): Body {
  return { ...body, instance: `urn:uuid:${SAMPLE_REQUEST}`, request_id: SAMPLE_REQUEST };
}

const SAMPLE_REQUEST = "1f8b8435-37a9-483f-a40f-b9bcb7d23b9a";

const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";
/** Patterns of texts that differ between two runs, each with its replacement. */
const UNSTABLE: [RegExp, string][] = [
  [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "<time>"],
  [/\d{4}-\d{2}-\d{2}/g, "<day>"],
  [new RegExp(`\\d{1,2} (?:${MONTHS}) \\d{4}|(?:${MONTHS}) \\d{1,2}, \\d{4}`, "g"), "<day>"],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>"],
  [/(?<=in )\d+ (?:seconds?|minutes?)/g, "<a while>"],
  [/(?<=\/approvals\/)[\w.-]+/g, "<id>"],
];
/** Matches cursors, confirmations and revisions. */
const TOKEN = /^[\w.-]{16,}$/;

/**
 * Replaces everything in a call that differs between two runs: dates, request ids, tokens and times to wait.
 */
export function comparable(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(item));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, comparable(member, name)]));
  }
  if (typeof value === "string") {
    const text = UNSTABLE.reduce((text, [pattern, stable]) => text.replace(pattern, stable), value);
    return key !== "code" && TOKEN.test(text) ? "<token>" : text;
  }
  return typeof value === "number" && key === "retry_after" ? "<a while>" : value;
}
