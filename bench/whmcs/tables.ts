import { machine, markdownTable } from "../report.ts";
import type { Capacity, Flood } from "./load.ts";
import { CALL_SECONDS, type QuestionCost } from "./question-cost.ts";

/** Everything that was measured before a simulated WHMCS. */
export interface WhmcsReport {
  costs: QuestionCost[];
  capacity: Capacity[];
  flood: Flood;
  identical: { asked: number; calls: number };
}

export function whmcsReport({ costs, capacity, flood, identical }: WhmcsReport): string {
  const { asked, served, refused, retryAfter, atOnce } = flood;
  const refusals = `${refused} were refused with 503, the last after ${inSeconds(flood.slowestRefused)}, \`Retry-After\` ${retryAfter.join(" or ")}`;
  return [
    costTable(costs),
    capacityTable(capacity),
    `${asked} different reads of ${asked / 4} accounts at the same time, at a second for each call: ${served} were served, the last ` +
      `after ${inSeconds(flood.slowestServed)}; ${refusals}. WHMCS had ${atOnce} calls at the same time at most.`,
    `${identical.asked} identical reads at the same time: ${identical.calls} calls.`,
    `${machine()}.`,
  ].join("\n\n");
}

/** What each question costs. */
export function costTable(costs: QuestionCost[]): string {
  const columns = [
    "Request",
    "Calls",
    "Sequential",
    ...CALL_SECONDS.map((seconds) => `at ${seconds} s`),
    "WHMCS calls",
  ];
  const rows = costs.map(({ name, calls, sequential, answers }) => [
    name,
    String([...calls.values()].reduce((sum, count) => sum + count, 0)),
    String(sequential),
    ...answers.map(
      ({ status, milliseconds }) => `${status >= 400 ? `${status} after ` : ""}${inSeconds(milliseconds)}`,
    ),
    [...calls].map(([action, count]) => (count === 1 ? action : `${count} ${action}`)).join(", "),
  ]);
  return markdownTable(columns, rows);
}

function capacityTable(measured: Capacity[]): string {
  const columns = ["A call takes", "Connections", "Reads/s", "Refused with 503", "p50, served", "p99, served"];
  const rows = measured.map(({ seconds, connections, served, refused, p50, p99 }) => [
    `${seconds} s`,
    String(connections),
    served.toFixed(1),
    `${Math.round(refused * 100)} %`,
    inSeconds(p50),
    inSeconds(p99),
  ]);
  return markdownTable(columns, rows);
}

function inSeconds(milliseconds: number): string {
  if (milliseconds < 10) return "< 0.01 s";
  return `${(milliseconds / 1_000).toFixed(milliseconds < 1_000 ? 2 : 1)} s`;
}
