import { machine, markdownTable } from "../report.ts";
import type { Latency } from "./arrival-generator.ts";
import type { ConnectionLoad } from "./connections.ts";
import type { CheckLoad } from "./domain-checks.ts";
import { type AccountLoad, SIZES, type Size } from "./large-accounts.ts";

export function connectionTables({ costs, spaces }: ConnectionLoad): string {
  const reference = costs.at(-1)?.name;
  const ways = costs.map((cost) => {
    const beside = costs.find(({ name, connections }) => name === reference && connections === cost.connections);
    return [
      cost.name,
      grouped(cost.connections),
      cost.rate.toFixed(0),
      beside === undefined || beside === cost || !cost.isInMemory ? "" : (cost.rate / beside.rate).toFixed(2),
      cost.perSecond.toFixed(0),
      inMs(cost.inTurn),
      cost.cpu.inTurn.toFixed(0),
      inMs(cost.cold),
      cost.cpu.cold.toFixed(0),
    ];
  });
  const space = spaces.map(({ connections, openedPerSecond, stored, files, before, called }) => [
    grouped(connections),
    openedPerSecond.toFixed(0),
    `${(stored / 1024).toFixed(0)} in ${files.toFixed(0)}`,
    mebibytes(before),
    called ? grouped(called.objects) : "",
    called ? [called.evicted, called.loaded, called.evictedAgain].map(mebibytes).join(" / ") : "",
    called ? ((called.loaded - called.evicted) / called.objects / 1024).toFixed(0) : "",
  ]);
  return [
    markdownTable(
      [
        ...["Request", "Connections", "Requests/s", "Ratio", "Arrivals/s", "p50 / p99 ms", "CPU µs/request"],
        ...["Evicted: p50 / p99 ms", "Evicted: CPU µs/request"],
      ],
      ways,
    ),
    markdownTable(
      [
        ...["Connections", "Opened/s", "KiB on disk, files", "RSS before, MiB", "Objects loaded"],
        ...["RSS before / with / after them, MiB", "KiB each"],
      ],
      space,
    ),
    `${machine()}.`,
  ].join("\n\n");
}

export function accountTables({ answers, lists, rows }: AccountLoad): string {
  const pair = (value: (size: Size) => string) => `${value("small")} → ${value("large")}`;
  return [
    markdownTable(
      ["Request", `p50 ms, ${SIZES.small} → ${grouped(SIZES.large)} of each`, "p99 ms", "CPU µs/request", "Bytes"],
      answers.map(({ name, latency, bytes, cpu }) => [
        name,
        pair((size) => latency[size].p50.toFixed(1)),
        pair((size) => latency[size].p99.toFixed(1)),
        pair((size) => cpu[size].toFixed(0)),
        pair((size) => String(bytes[size])),
      ]),
    ),
    markdownTable(
      ["Whole list of the large account", "Requests", "ms"],
      lists.map(({ name, requests, milliseconds }) => [name, String(requests), milliseconds.toFixed(0)]),
    ),
    markdownTable(
      [
        "Rows read by an engine query",
        `${SIZES.small} of each`,
        "with the large account",
        grouped(SIZES.large),
        "Why it grows",
      ],
      rows.map(({ name, alone, beside, large, grows = "" }) => [
        name,
        String(alone),
        beside === alone ? "the same" : String(beside),
        large === alone ? "the same" : String(large),
        grows,
      ]),
    ),
    `${machine()}.`,
  ].join("\n\n");
}

export function checkTables(load: CheckLoad): string {
  const { groups, hosts, reasons, retryAfter, hotName, fairness, quotes } = load;
  const asked = hosts.reduce((sum, host) => sum + host.asked, 0);
  return [
    markdownTable(
      ["Answer", "Share", "p50 / p99 ms", "Slowest, ms"],
      groups.map(({ name, share, latency }) => [
        name,
        `${(share * 100).toFixed(1)} %`,
        inMs(latency),
        latency.slowest.toFixed(0),
      ]),
    ),
    markdownTable(
      ["Host", "Requests", "Allowed", "Busiest 10 s", "Allowed in 10 s"],
      hosts.map(({ host, asked, allowed, busiest }) => [
        ...[host, String(asked), String(allowed), String(busiest.asked), String(busiest.allowed)],
      ]),
    ),
    `${grouped(load.checks)} checks by ${load.addresses} addresses, ${load.cpu.toFixed(0)} CPU µs/request; the generator used ` +
      `${Math.round(load.generatorBusy * 100)} % of a core. The registries and the registrar got ${asked} requests.`,
    `Reasons of the unknown: ${[...reasons].map(([reason, count]) => `\`${reason}\` ${count}`).join(", ")}. Half say to ask again within ` +
      `${retryAfter.p50} s, the longest ${retryAfter.longest} s.`,
    `The hot name: ${hotName.checks} checks, ${hotName.known} known, ${hotName.asked} ${hotName.asked === 1 ? "request" : "requests"} to its registry.`,
    `Known answers of an address, of ${fairness.checks.toFixed(0)} checks: ${fairness.fewest} at least, ${fairness.median} in the middle, ` +
      `${fairness.most} at most. Quotes of a signed-in customer meanwhile: ${quotes.known} of ${quotes.asked} answered, p50 / p99 ` +
      `${inMs(quotes.latency)} ms.`,
    `${machine()}.`,
  ].join("\n\n");
}

function inMs({ p50, p99 }: Latency): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
}

function mebibytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}

function grouped(number: number): string {
  return number.toLocaleString("en");
}
