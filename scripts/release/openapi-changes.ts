import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { isJsonObject } from "../../shared/platform/json.ts";
import { PROJECT } from "../workers.ts";
import type { Impact, SurfaceChange } from "./surface-change.ts";

const REDOCLY = join(PROJECT, "node_modules/@redocly/cli/bin/cli.js");
const CONFIG = join(import.meta.dirname, "redocly-diff.yaml");
const TIME_LIMIT_MS = 60_000;

/**
 * A change as `redocly diff --format json` reports it. The command is experimental, so a test checks the format of its
 * report.
 */
interface ReportedChange {
  /** The JSON pointer to the changed element. */
  path: string;
  kind: "added" | "removed" | "modified";
  impact: Impact;
  verdicts: { ruleId: string; message: string }[];
  /** The changed property, for a modified element. */
  property?: string;
  base?: { value?: unknown };
  revision?: { value?: unknown };
}

/**
 * Compares two OpenAPI documents.
 * @param base the path of the old document
 * @param revision the path of the new document
 * @throws if the documents cannot be compared
 */
export function openApiChanges(base: string, revision: string): SurfaceChange[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [REDOCLY, "diff", base, revision, "--config", CONFIG, "--format", "json", "--fail-on", "none"],
    {
      ...{ cwd: PROJECT, encoding: "utf8", timeout: TIME_LIMIT_MS, maxBuffer: 2 ** 27 },
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  if (status !== 0) throw new Error(`redocly diff ended with ${status}: ${stderr}`);
  const report = JSON.parse(stdout) as { reportVersion: string; changes: ReportedChange[] };
  if (report.reportVersion !== "1") throw new Error(`redocly diff reports in the form ${report.reportVersion}`);
  return report.changes.filter(({ path, property }) => !(path === "#/info" && property === "version")).map(toChange);
}

function toChange(change: ReportedChange): SurfaceChange {
  const { subject, place } = placeOf(change);
  return {
    ...{ impact: impactOf(change), subject, text: textOf(change, place) },
    ...(change.kind === "modified" && WORDING.has(change.property ?? "") && { isWording: true }),
    ...(isAnnouncement(change) && { isAnnouncement: true }),
  };
}

function isAnnouncement({ path, property = "" }: ReportedChange): boolean {
  return /\/headers\/(?:Deprecation|Sunset|Link)$/.test(path) || property === "deprecated" || property === "x-sunset";
}

const WORDING = new Set(["description", "summary", "title", "example", "examples", "x-summary-fr", "x-title-fr"]);

/**
 * The JSON pointer of the problem codes. A new problem code does not break clients: the developers' pages tell them to
 * use the status and `retryable` for an unknown code. Any other value added to a response enumeration is a breaking
 * change.
 */
const PROBLEM_CODES = /\/content\/application~1problem\+json\/schema\/allOf\/\d+\/properties\/code$/;

function impactOf({ path, impact, verdicts }: ReportedChange): Impact {
  const isFurtherCode = PROBLEM_CODES.test(path) && verdicts.every(({ ruleId }) => ruleId === "enum-values-added");
  return impact === "major" && isFurtherCode ? "minor" : impact;
}

function textOf({ kind, property, verdicts }: ReportedChange, place: string): string {
  const messages = verdicts.map(({ message }) => message.replace(/\.$/, ""));
  if (messages.length > 0) return [place, messages.join("; ")].filter((text) => text !== "").join(": ");
  if (kind !== "modified") return place === "" ? kind : `${place} ${kind}`;
  return [place, `\`${property}\` changed`].filter((text) => text !== "").join(": ");
}

const METHODS = new Set(["get", "put", "post", "patch", "delete", "head", "options", "trace"]);

/** Splits a JSON pointer into the operation and a description of the position within it. */
function placeOf({ path, base, revision }: ReportedChange): { subject: string | null; place: string } {
  const steps = path
    .slice(2)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const [root, name = "", method = "", ...inside] = steps;
  if (root !== "paths") return { subject: null, place: steps.map((step) => `\`${step}\``).join(" ") };
  if (!METHODS.has(method)) {
    const given = (revision ?? base)?.value;
    const methods = Object.keys(isJsonObject(given) ? given : {}).filter((key) => METHODS.has(key));
    const subject = [...methods.map((key) => key.toUpperCase()).slice(0, 1), name].join(" ");
    return { subject, place: "" };
  }
  return { subject: `${method.toUpperCase()} ${name}`, place: insideOf(inside, (revision ?? base)?.value) };
}

function insideOf([part, key = "", ...rest]: string[], value: unknown): string {
  switch (part) {
    case undefined:
      return "";
    case "parameters": {
      const name = isJsonObject(value) ? value.name : undefined;
      return typeof name === "string" ? `parameter \`${name}\`` : "a parameter";
    }
    case "requestBody":
      return ["body", ...membersIn([key, ...rest])].join(" ");
    case "responses":
      return [`answer ${key}`, ...(rest[0] === "headers" ? [`header \`${rest[1]}\``] : membersIn(rest))].join(" ");
    default:
      return `\`${part}\``;
  }
}

/** Returns the object path in a pointer, such as `` `invoice.taxes[].name` ``. */
function membersIn(steps: string[]): string[] {
  let members = "";
  for (const [at, step] of steps.entries()) {
    if (steps[at - 1] === "properties") members += members === "" ? step : `.${step}`;
    else if (step === "items") members += "[]";
  }
  return members === "" ? [] : [`\`${members}\``];
}
