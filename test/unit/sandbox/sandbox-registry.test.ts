import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { describeSandboxNames, type Prefix, prefixOf, SANDBOX_NAMES } from "../../../dev/sandbox/names.ts";
import { longestKnownExtension } from "../../../dev/sandbox/read-query.ts";
import { SandboxRegistry, type Served } from "../../../dev/sandbox/sandbox-registry.ts";
import { WHOIS_DIALECTS } from "../../../dev/sandbox/whois/dialects.ts";
import type { Source } from "../../../durable-objects/registry/source-types.ts";
import { decodeAnswer, queryFor, urlFor } from "../../../workers/catalogue/availability/ask/wire-format.ts";
import { classifyDas } from "../../../workers/catalogue/availability/classify/classify-das.ts";
import { classifyRdap } from "../../../workers/catalogue/availability/classify/classify-rdap.ts";
import { classifyWhois } from "../../../workers/catalogue/availability/classify/classify-whois.ts";
import { SOURCES } from "../../../workers/catalogue/availability/sources/bundled-sources.ts";

const TIMING = { silenceMs: 700, dripMs: 40, floodBytes: 10_000_000 };
/** Long enough for any answer there is. */
const DEADLINE_MS = 15_000;
/** Shorter than the silence and than any dripped answer. */
const SHORT_MS = 500;
const NEVER_IN_TIME: readonly Prefix[] = ["slow", "hang", "drip"];
const MAX_BYTES = 65_536;

let registry: SandboxRegistry;
beforeAll(async () => {
  registry = await SandboxRegistry.start({}, TIMING);
});
afterAll(() => registry.stop());
beforeEach(() => registry.forgetQuestions());

/** How a conversation over TCP ended, and in how many pieces its answer came. */
interface Conversation {
  readonly bytes: Buffer;
  readonly end: "closed" | "reset" | "deadline" | "too_long";
  readonly pieces: number;
}

/** Sends `query` and reads until the server closes, or for `deadlineMs`, or `most` bytes. */
function converse(
  kind: "whois" | "das",
  query: string | Buffer,
  { deadlineMs = DEADLINE_MS, most = MAX_BYTES, half = false } = {},
): Promise<Conversation> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const socket: Socket = connect({ port: portOf(kind), host: "127.0.0.1", allowHalfOpen: true });
    const finish = (end: Conversation["end"]) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ bytes: Buffer.concat(pieces), end, pieces: pieces.length });
    };
    const timer = setTimeout(() => finish("deadline"), deadlineMs);
    socket.on("error", () => finish("reset")).on("end", () => finish("closed"));
    socket.on("data", (piece) => {
      pieces.push(piece);
      if (pieces.reduce((sum, { length }) => sum + length, 0) > most) finish("too_long");
    });
    if (half) socket.end(query);
    else socket.write(query);
  });
}

function portOf(kind: "whois" | "das" | "rdap"): number {
  return Number(registry.endpoints[kind].split(":")[1]);
}

/** The registry's own address for what the table says of `url`: host and port alone are replaced. */
function local(url: string): string {
  return `http://${registry.endpoints.rdap}${new URL(url).pathname}`;
}

/** What a check through `source` says of `name`, as `status reason`. */
async function check(source: Source, name: string, deadlineMs = DEADLINE_MS): Promise<string> {
  if (source.kind === "page") throw new Error("the table has no pages");
  if (source.kind === "rdap") return checkRdap(source, name, deadlineMs);
  const { bytes, end } = await converse(source.kind, queryFor(source, name), { deadlineMs });
  if (end !== "closed") return { deadline: "unknown timeout", reset: "unknown unreachable", too_long: BAD }[end];
  const text = decodeAnswer(bytes);
  if (source.kind === "whois") return words(classifyWhois({ text, name }));
  return words(classifyDas({ text, name, dialect: source.dialect }));
}

const BAD = "unknown bad_answer";
const words = ({ status, reason }: { status: string; reason: string }) => `${status} ${reason}`;

async function checkRdap(source: Extract<Source, { kind: "rdap" }>, name: string, deadlineMs: number) {
  const signal = AbortSignal.timeout(deadlineMs);
  let status = 0;
  let contentType = "";
  let body = "";
  try {
    const response = await fetch(local(urlFor(source, name)), { redirect: "manual", signal });
    status = response.status;
    contentType = response.headers.get("Content-Type") ?? "";
    for await (const piece of response.body ?? []) {
      body += new TextDecoder().decode(piece);
      if (body.length > MAX_BYTES) break;
    }
  } catch {
    if (signal.aborted) return "unknown timeout";
    if (status === 0) return "unknown unreachable";
  }
  return words(classifyRdap({ status, contentType, body, name, trusted404: source.trusted404 }));
}

/** Registries whose WHOIS shows no redemption period: the name is plainly taken there. */
const NO_REDEMPTION = ["whois.nic.uk", "whois.nic.at"];

/** Its 404 has neither body nor media type, like any web server's; the availability service is what settles its names. */
const WITHOUT_ANY_WORD = ["rdap.nic.ch", "rdap.nic.li"];

/** What each prefix promises, where it is not another thing of some sources. */
const PROMISED: Partial<Record<Prefix, string>> = {
  ...{ free: "available no_registration_found", taken: "taken registered", kept: "taken registered" },
  ...{ reserved: "reserved reserved" },
  ...{ redemption: "taken redemption", refuse: "unknown refused", reset: "unknown unreachable" },
  ...{ throttle: "throttled rate_limited", mixed: "throttled rate_limited" },
  ...{ slow: "unknown timeout", hang: "unknown timeout", drip: "unknown timeout" },
};

function expected(source: Source, prefix: Prefix): string {
  const { kind, host } = source;
  if (["free", "gold", "lost"].includes(prefix)) {
    if (WITHOUT_ANY_WORD.includes(host)) return BAD;
    return `${kind !== "rdap" || source.trusted404 ? "available" : "unknown"} no_registration_found`;
  }
  if (prefix === "redemption") {
    const isShown = kind === "das" ? source.dialect === "eu" : !NO_REDEMPTION.includes(host);
    if (!isShown) return "taken registered";
  }
  // That service answers in codes: words without one are no answer.
  if (prefix === "refuse" && kind === "das" && source.dialect === "ch") return BAD;
  if (prefix === "empty" && kind === "rdap") return "unknown unreachable";
  return PROMISED[prefix] ?? BAD;
}

const SOLD = [...SOURCES].flatMap(([extension, sources]) =>
  sources.map((source) => ({ extension, source, key: `.${extension} ${source.kind}` })),
);

describe("every source of every extension is read as the table of names says", () => {
  test.each(SANDBOX_NAMES)("$prefix-", async ({ prefix }) => {
    const deadlineMs = NEVER_IN_TIME.includes(prefix) ? SHORT_MS : DEADLINE_MS;
    const said = SOLD.map(({ extension, source }) => check(source, `${prefix}-name.${extension}`, deadlineMs));
    const named = (verdicts: string[]) => SOLD.map(({ key }, at) => `${key}: ${verdicts[at]}`);
    expect(named(await Promise.all(said))).toEqual(named(SOLD.map(({ source }) => expected(source, prefix))));
  });

  test("names without a prefix are free, internationalised labels have the prefix they show", async () => {
    expect(prefixOf("xn--taken-caf-j4a.de")).toBe("taken");
    const asked = SOLD.filter(({ source }) => source.kind !== "rdap" || source.trusted404);
    const said = asked.map(({ extension, source }) => check(source, `xn--taken-caf-j4a.${extension}`));
    expect(new Set(await Promise.all(said))).toEqual(new Set(["taken registered"]));
    for (const name of ["ordinary-name.at", "free.at"]) expect(await check(AT, name)).toBe(PROMISED.free);
  });

  test("each WHOIS host has a dialect chosen for it", () => {
    const hosts = SOLD.flatMap(({ source }) => (source.kind === "whois" ? [source.host] : []));
    expect(Object.keys(WHOIS_DIALECTS).sort()).toEqual([...new Set(hosts)].sort());
  });

  test("the printed table has a line for each prefix", () => {
    const lines = describeSandboxNames(".co.uk").split("\n");
    expect(lines).toHaveLength(SANDBOX_NAMES.length);
    expect(lines[0]).toMatch(/^free-anything\.co\.uk +available +says /);
  });
});

function sourceOf<K extends Source["kind"]>(extension: string, kind: K): Extract<Source, { kind: K }> {
  const source = SOURCES.get(extension)?.find((each) => each.kind === kind);
  if (source === undefined) throw new Error(`.${extension} has no ${kind}`);
  return source as Extract<Source, { kind: K }>;
}

const AT = sourceOf("at", "whois");
const COM = sourceOf("com", "whois");
const EU = sourceOf("eu", "das");

/** The parsed RDAP answer about `name`. */
async function rdapOf(name: string) {
  const extension = longestKnownExtension(name, SOURCES) ?? "";
  const response = await fetch(local(urlFor(sourceOf(extension, "rdap"), name)));
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
  return { response, body: (await response.json()) as any };
}

describe("records", () => {
  test("the demonstration's own domains are registered as the accounts hold them", async () => {
    const { body: active } = await rdapOf("studio-ana.ca");
    expect(active).toMatchObject({ objectClassName: "domain", ldhName: "studio-ana.ca" });
    expect(active.entities[0].vcardArray[1][1][3]).toBe("Name.com, Inc.");
    expect((await rdapOf("ana.dev")).body.status).toEqual(["active"]);
    expect((await rdapOf("studio-ana.org")).body.status).toEqual(["server transfer prohibited"]);
    expect((await rdapOf("ana-ceramics.ca")).body.status).toEqual(["redemption period", "pending delete"]);
    expect((await rdapOf("ana-archive.com")).body.entities[0].vcardArray[1][1][3]).toBe("Elsewhere Registrar Ltd.");
    expect(await check(sourceOf("fr", "whois"), "studio-ana.fr")).toBe("taken registered");
  });

  test("a registration runs until its next anniversary, and is over in the redemption period", async () => {
    const expiry = async (name: string) => {
      const events: { eventAction: string; eventDate: string }[] = (await rdapOf(name)).body.events;
      return Date.parse(events.find(({ eventAction }) => eventAction === "expiration")?.eventDate ?? "");
    };
    const year = 366 * 86_400_000;
    expect(await expiry("example.com")).toBeGreaterThan(Date.now());
    expect(await expiry("example.com")).toBeLessThan(Date.now() + year);
    expect(await expiry("ana-ceramics.ca")).toBeLessThan(Date.now());
  });

  test("an order registers a name, a deletion frees it, whatever its prefix promised", async () => {
    const name = "free-studio.at";
    registry.register("Free-Studio.AT");
    expect(await check(AT, name)).toBe("taken registered");
    registry.release(name);
    expect(await check(AT, name)).toBe(PROMISED.free);
    registry.register("throttle-studio.at");
    expect(await check(AT, "throttle-studio.at")).toBe("throttled rate_limited");
  });

  test("every query understood is counted, by name and protocol, until it is forgotten", async () => {
    await check(COM, "taken-count.com");
    await check(sourceOf("com", "rdap"), "taken-count.com");
    await check(EU, "taken-count.eu");
    await converse("whois", "what?\r\n");
    expect(registry.questions("TAKEN-count.com")).toEqual([
      { kind: "whois", name: "taken-count.com" },
      { kind: "rdap", name: "taken-count.com" },
    ]);
    expect(registry.questions()).toHaveLength(3);
    registry.forgetQuestions();
    expect(registry.questions()).toEqual([]);
  });

  test("other character sets are sent as such", async () => {
    const source = sourceOf("pt", "whois");
    const { bytes } = await converse("whois", queryFor(source, "taken-name.pt"));
    expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toThrow();
    expect(decodeAnswer(bytes)).toContain("Owner Locality: Évora\r\n");
  });
});

describe("failures, byte by byte", () => {
  const ask = (prefix: Prefix, options = {}) => converse("whois", queryFor(COM, `${prefix}-name.com`), options);
  const url = (prefix: Prefix) => local(urlFor(sourceOf("com", "rdap"), `${prefix}-name.com`));

  test("reset: the connection ends with an error, not an end", async () => {
    expect(await ask("reset")).toMatchObject({ end: "reset", pieces: 0 });
    await expect(fetch(url("reset"))).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
  });

  test("empty: it ends without a byte", async () => {
    expect(await ask("empty")).toMatchObject({ end: "closed", pieces: 0 });
    await expect(fetch(url("empty"))).rejects.toThrow();
  });

  test("slow: nothing until it is closed; hang: nothing at all", async () => {
    const deadlineMs = 2 * TIMING.silenceMs;
    await Promise.all([
      expect(ask("slow", { deadlineMs })).resolves.toMatchObject({ end: "closed", pieces: 0 }),
      expect(fetch(url("slow"))).rejects.toThrow(),
      expect(ask("hang", { deadlineMs })).resolves.toMatchObject({ end: "deadline", pieces: 0 }),
      expect(fetch(url("hang"), { signal: AbortSignal.timeout(deadlineMs) })).rejects.toThrow(/timeout/),
      expect(ask("hang", { deadlineMs, half: true })).resolves.toMatchObject({ end: "closed", pieces: 0 }),
    ]);
  });

  test("drip: one byte at a time", async () => {
    const { bytes, pieces, end } = await ask("drip", { deadlineMs: SHORT_MS });
    expect([end, pieces]).toEqual(["deadline", bytes.length]);
    expect(pieces).toBeGreaterThan(1);
    expect(pieces).toBeLessThan(SHORT_MS / TIMING.dripMs + 2);
    const reader = (await fetch(url("drip"))).body?.getReader();
    expect((await reader?.read())?.value).toEqual(new TextEncoder().encode("{"));
    await reader?.cancel();
  });

  test("flood: 10 MB and no line end", async () => {
    const { bytes, end } = await ask("flood", { most: 2 * TIMING.floodBytes });
    expect(end).toBe("closed");
    expect(bytes.length).toBeGreaterThanOrEqual(TIMING.floodBytes);
    expect(bytes.includes("\n")).toBe(false);
    expect(bytes.subarray(0, 13).toString()).toBe("No match for ");
    const response = await fetch(url("flood"));
    expect(response.status).toBe(404);
    await expect(response.text()).rejects.toThrow();
  });

  test("truncated: the middle of a word, and less than was promised", async () => {
    expect((await ask("truncated")).bytes.toString()).toMatch(/^No match for .*[a-z]$/s);
    const response = await fetch(url("truncated"));
    await expect(response.text()).rejects.toThrow();
  });

  test("mixed: a refusal and a negative in one answer", async () => {
    const text = (await converse("whois", queryFor(sourceOf("fr", "whois"), "mixed-name.fr"))).bytes.toString();
    expect(text).toContain("%% Too many requests...\r\n");
    expect(text).toContain("%% No entries found in the AFNIC Database.\r\n");
  });

  test("throttle: 429 with when to come back", async () => {
    const { response, body } = await rdapOf("throttle-name.com");
    expect([response.status, response.headers.get("Retry-After"), body.errorCode]).toEqual([429, "60", 429]);
  });

  test("loop: redirects to itself for ever; html404: a page and not RDAP", async () => {
    await expect(fetch(url("loop"))).rejects.toMatchObject({ cause: { message: "redirect count exceeded" } });
    const response = await fetch(url("html404"));
    expect([response.status, response.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
  });
});

describe("bad queries", () => {
  const MALFORMED = "malformed query";
  const NOT_SUPPORTED = "this query is not supported by this server";

  test.each([
    ["nothing", "\r\n", MALFORMED],
    ["bytes", Buffer.from([0xff, 0x00, 0x80, 0x0a]), MALFORMED],
    ["a line that is too long", `${"a".repeat(600)}.com\r\n`, `${MALFORMED}: too long`],
    ["no line end", "a".repeat(100_000), `${MALFORMED}: too long`],
    ["a word", "help\r\n", NOT_SUPPORTED],
    ["another server's form", "example.com\r\n", NOT_SUPPORTED],
    ["an extension without WHOIS", "example.dev\r\n", NOT_SUPPORTED],
    ["an extension nobody sells", "example.zz\r\n", NOT_SUPPORTED],
    ["two labels", "domain www.example.com\r\n", "invalid domain name"],
    ["a bad label", "domain -example.com\r\n", "invalid domain name"],
  ])("%s over WHOIS", async (_what, query, error) => {
    const { bytes } = await converse("whois", query);
    expect(bytes.toString()).toBe(`% Error: ${error}\r\n`);
    expect(classifyWhois({ text: bytes.toString(), name: "example.com" }).status).toMatch(/^(?:unknown|invalid)$/);
  });

  test("a client may end its side as soon as it has asked", async () => {
    const { bytes } = await converse("das", queryFor(EU, "taken-name.eu"), { half: true });
    expect(bytes.toString()).toContain("Status: NOT AVAILABLE\r\n");
    expect(await converse("whois", "domain exam", { half: true })).toMatchObject({ end: "closed", pieces: 0 });
  });

  test("a bad DAS query is an error of the service", async () => {
    expect((await converse("das", "get 1.0\r\n")).bytes.toString()).toBe("-1: Invalid query\r\n");
  });

  test.each([
    ["a name under a name", "GET", "/com/v1/domain/www.example.com", 400],
    ["another extension's path", "GET", "/net/v1/domain/example.com", 404],
    ["no path", "GET", "/", 404],
    ["a path that is too long", "GET", `/com/v1/domain/${"a".repeat(9_000)}.com`, 400],
    ["HEAD", "HEAD", "/com/v1/domain/example.com", 200],
    ["another method", "POST", "/com/v1/domain/example.com", 405],
  ])("%s over RDAP", async (_what, method, path, status) => {
    const response = await fetch(`http://${registry.endpoints.rdap}${path}`, { method });
    expect(response.status).toBe(status);
    if (status === 404) expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
    await response.arrayBuffer();
  });
});

describe("starting and stopping", () => {
  test("stopping closes what hangs, and the same ports can be taken again", async () => {
    const first = await SandboxRegistry.start();
    const { endpoints } = first;
    const kinds: Served[] = ["whois", "rdap", "das", "registrar"];
    const ports = Object.fromEntries(kinds.map((kind) => [kind, Number(endpoints[kind].split(":")[1])]));
    const hanging = fetch(`http://${first.endpoints.rdap}/com/v1/domain/hang-name.com`);
    const closed = expect(hanging).rejects.toThrow();
    while (first.questions("hang-name.com").length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await first.stop();
    await closed;

    const second = await SandboxRegistry.start(ports);
    expect(second.endpoints).toEqual(endpoints);
    await expect(SandboxRegistry.start({ das: ports.das as number })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await second.stop();
  });
});
