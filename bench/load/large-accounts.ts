import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { engineAt } from "../../test/engine/support/engine.ts";
import { ConnectingApplication } from "../../test/support/connecting-application.ts";
import { PageVisitor, type VisitedPage } from "../../test/support/page-visitor.ts";
import { ConnectionIndex } from "../../workers/account/connections/connection-index.ts";
import { message } from "../cases/mcp-request.ts";
import type { WireRequest } from "../http-wire.ts";
import type { BenchSystem } from "../system.ts";
import { type AccountOfSize, addAccountOfSize } from "./account-of-size.ts";
import { ACCOUNT_QUESTIONS } from "./account-questions.ts";
import {
  type ArrivalGenerator,
  type ArrivalResult,
  checkStatus,
  type Latency,
  latencyOf,
} from "./arrival-generator.ts";
import { countedDatabase } from "./counted-database.ts";
import { make } from "./make-connections.ts";

export const SIZES = { small: 30, large: 1_000 };
/** After the end of what an account has, the next row is read: both have one, of the third. */
const IDS = { small: 300_001, large: 300_002, neighbour: 300_003 };
/** Connections of each account, which ask in turn: of 120 requests a minute each has its share. */
const CONNECTIONS = 40;
/** Connections that pages list: the others have ended by then. */
const LISTED = 5;
/** In each round both sizes are measured, in alternating order, so that drift meets both. */
const ROUNDS = 2;
/** Requests of one kind arrive at a fixed rate, with time to answer one before the next. */
const ARRIVALS = { perSecond: 40, count: 80 };
const PAGE_ARRIVALS = { perSecond: 20, count: 40 };
const WARM_UP = { perSecond: 20, count: 10 };
const MINUTE_MS = 60_000;
const PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 100;

export type Size = keyof typeof SIZES;

/** One request about an account, of each size. */
export interface SizedAnswer {
  name: string;
  latency: Record<Size, Latency>;
  bytes: Record<Size, number>;
  /** Processor time of the runtime per answer in microseconds. */
  cpu: Record<Size, number>;
}

/** A whole list, one page after the other. */
export interface WholeList {
  name: string;
  requests: number;
  milliseconds: number;
}

/** Rows that D1 read to answer one question of the billing engine. */
export interface RowsRead {
  name: string;
  /** Of the small account, without and with the large one in the database, and of the large one. */
  alone: number;
  beside: number;
  large: number;
  grows: string | undefined;
}

export interface AccountLoad {
  answers: SizedAnswer[];
  lists: WholeList[];
  rows: RowsRead[];
}

interface Subject {
  account: AccountOfSize;
  /** Their ids, in the same order. */
  connections: string[];
  tokens: string[];
  /** A browser that is signed in, at the pages of connections and in the client area. */
  cookie: string;
  consentPath: string;
}

/** Every list, page and export of an account with a thousand of each, beside one with thirty. */
export async function measureAccounts(system: BenchSystem, arrivals: ArrivalGenerator): Promise<AccountLoad> {
  console.error("adding accounts, and counting rows");
  const billing = await system.database("billing");
  const { db, rowsOf } = countedDatabase(billing);
  const engine = engineAt(db, Date.now);
  const counts = async (account: AccountOfSize) => {
    const read: number[] = [];
    for (const { ask } of ACCOUNT_QUESTIONS) read.push((await rowsOf(() => ask({ engine, db }, account))).rows);
    return read;
  };
  await addAccountOfSize(billing, IDS.neighbour, SIZES.small);
  const small = await addAccountOfSize(billing, IDS.small, SIZES.small);
  const alone = await counts(small);
  const large = await addAccountOfSize(billing, IDS.large, SIZES.large);
  const [beside, ofLarge] = [await counts(small), await counts(large)];
  const rows = ACCOUNT_QUESTIONS.map(({ name, grows }, at) => ({
    ...{ name, grows, alone: alone[at] ?? Number.NaN, beside: beside[at] ?? Number.NaN },
    large: ofLarge[at] ?? Number.NaN,
  }));

  console.error("signing in, and making logs long");
  const subjects = { small: await subjectOf(system, small), large: await subjectOf(system, large) };
  const lists: WholeList[] = [];
  for (const name of LISTS) lists.push(await wholeList(system, subjects.large, name));

  const answers: SizedAnswer[] = [];
  const kinds = await requestKinds(system, subjects);
  // The whole lists, and the pages before the last ones, count against the connections' minute.
  await wait(MINUTE_MS);
  for (const kind of kinds) {
    answers.push(await sizedAnswer(system, arrivals, kind, subjects));
  }
  const index = new ConnectionIndex(await system.database("account"));
  const end = { at: new Date().toISOString(), reason: "disconnected" } as const;
  for (const { connections } of Object.values(subjects))
    for (const id of connections.slice(LISTED)) await index.ended(id, end);
  for (const kind of PAGES) {
    answers.push(await sizedAnswer(system, arrivals, kind, subjects));
  }
  return { answers, lists, rows };
}

const LISTS = ["services", "domains", "invoices", "tickets", "audit"];

interface Kind {
  name: string;
  worker: string;
  requests(subject: Subject, size: Size): WireRequest[];
  isPage: boolean;
}

async function sizedAnswer(
  system: BenchSystem,
  arrivals: ArrivalGenerator,
  { name, worker, requests, isPage }: Kind,
  subjects: Record<Size, Subject>,
): Promise<SizedAnswer> {
  console.error(`measuring ${name}`);
  const port = system.portOf(worker);
  const results: Record<Size, ArrivalResult[]> = { small: [], large: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const sizes: Size[] = round % 2 === 0 ? ["small", "large"] : ["large", "small"];
    for (const size of sizes) {
      const all = requests(subjects[size], size);
      await arrivals.run(port, all, WARM_UP);
      const result = await arrivals.run(port, all, isPage ? PAGE_ARRIVALS : ARRIVALS);
      checkStatus(result.answers, 200, `${name}, ${size}`);
      results[size].push(result);
    }
  }
  const ofBoth = <Value>(value: (ofSize: ArrivalResult[]) => Value): Record<Size, Value> => ({
    small: value(results.small),
    large: value(results.large),
  });
  return {
    name,
    latency: ofBoth((ofSize) => latencyOf(ofSize.flatMap(({ answers }) => answers))),
    bytes: ofBoth(([first]) => first?.answers[0]?.bytes ?? 0),
    cpu: ofBoth((ofSize) => ofSize.reduce((sum, { cpu }) => sum + cpu, 0) / ofSize.length),
  };
}

async function requestKinds(system: BenchSystem, subjects: Record<Size, Subject>): Promise<Kind[]> {
  const kinds: Kind[] = [http("account", "")];
  for (const name of LISTS) {
    const last = {
      small: await lastCursors(system, subjects.small, name),
      large: await lastCursors(system, subjects.large, name),
    };
    kinds.push(http(`${name}, first page`, `/${name}${listQuery(name)}`));
    kinds.push({
      ...http(`${name}, last page`, ""),
      requests: ({ tokens }, size) =>
        tokens.map((token, at) => get(`/${name}${listQuery(name, last[size][at])}`, token)),
    });
  }
  const call = { name: "list_my_domains", arguments: { status: "all" } };
  const tool = message("2026-07-28", "/api/v1/account/mcp", "tools/call", call, { "Mcp-Name": call.name });
  return [
    ...kinds,
    {
      ...http("tools/call list_my_domains", ""),
      requests: ({ tokens }) =>
        tokens.map((token) => ({ ...tool, headers: { ...tool.headers, Authorization: `Bearer ${token}` } })),
    },
  ];
}

function http(name: string, path: string): Kind {
  return {
    ...{ name, worker: "frontdesk-account", isPage: false },
    requests: ({ tokens }) => tokens.map((token) => get(path, token)),
  };
}

const PAGES: Kind[] = [
  page("consent page", ({ consentPath }) => consentPath),
  page("connected assistants", () => "/connected-assistants"),
  page("client area, overview", () => "/client-area"),
  page("client area, services", () => "/client-area/services"),
];

function page(name: string, pathOf: (subject: Subject) => string): Kind {
  return {
    ...{ name, worker: "frontdesk", isPage: true },
    requests: (subject) => [{ method: "GET", path: pathOf(subject), headers: { Cookie: subject.cookie } }],
  };
}

function get(path: string, token: string): WireRequest {
  return { method: "GET", path: `/api/v1/account${path}`, headers: { Authorization: `Bearer ${token}` } };
}

/** @param cursor empty: from the beginning */
function listQuery(name: string, cursor = "", limit = PAGE_SIZE): string {
  const status = name === "audit" ? {} : { status: "all" };
  return `?${new URLSearchParams({ ...status, limit: String(limit), ...(cursor !== "" && { cursor }) })}`;
}

/** Reads a list to its end by one connection, in pages of a hundred. */
async function wholeList(system: BenchSystem, { account, tokens }: Subject, name: string): Promise<WholeList> {
  const began = performance.now();
  const [token = ""] = tokens;
  let [rows, requests] = [0, 0];
  for (let cursor: string | null = ""; cursor !== null; requests++) {
    const page = await readPage(system, token, name, MAX_PAGE_SIZE, cursor);
    rows += page.rows;
    cursor = page.next;
  }
  assert(rows >= account.rows, `${rows} ${name}`);
  return { name, requests, milliseconds: performance.now() - began };
}

/** For each connection, whose cursors are its own, the cursor of the last page. */
async function lastCursors(system: BenchSystem, { account, tokens }: Subject, name: string): Promise<string[]> {
  const cursors: string[] = [];
  for (const token of tokens) {
    let cursor = "";
    for (let left = account.rows - PAGE_SIZE; left > 0; left -= MAX_PAGE_SIZE) {
      const { next } = await readPage(system, token, name, Math.min(MAX_PAGE_SIZE, left), cursor);
      cursor = next ?? "";
    }
    cursors.push(cursor);
  }
  return cursors;
}

async function readPage(
  system: BenchSystem,
  token: string,
  name: string,
  limit: number,
  cursor: string,
): Promise<{ rows: number; next: string | null }> {
  const request = get(`/${name}${listQuery(name, cursor, limit)}`, token);
  const { status, body } = await system.ask("frontdesk-account", request);
  assert.equal(status, 200, `${name}: ${body}`);
  const { next_cursor: next, ...answer } = JSON.parse(body.toString());
  return { rows: answer[name === "audit" ? "entries" : name].length, next };
}

/** Connections, each with a log as long as the account is large, and a browser that is signed in. */
async function subjectOf(system: BenchSystem, account: AccountOfSize): Promise<Subject> {
  const customer = { loginId: account.id, accountId: account.id };
  const made = await system.agreements(Array(CONNECTIONS).fill(customer), ["account:read"]);
  const index = new ConnectionIndex(await system.database("account"));
  for (const { agreement } of made) await index.add(agreement);
  await make(system, { open: made.map(({ agreement, tokenHash }) => ({ agreement, tokenHash })) });
  for (const { agreement, token } of made) {
    await make(system, { id: agreement.id, credential: { kind: "api_token", token }, calls: account.rows });
  }

  const origin = `http://127.0.0.1:${system.portOf("frontdesk")}`;
  const visitor = new PageVisitor(origin);
  const application = await ConnectingApplication.register(origin, "Bench Assistant");
  const signedIn = await signIn(visitor, await visitor.open(application.authorizationUrl()), account);
  assert(signedIn.html.includes('name="decision"'), "no consent page");
  const area = await visitor.open("/client-area");
  if (area.html.includes('name="email"')) await signIn(visitor, area, account);
  const connections = made.map(({ agreement }) => agreement.id);
  return {
    account,
    connections,
    tokens: made.map(({ token }) => token),
    cookie: visitor.cookie,
    consentPath: signedIn.address,
  };
}

function signIn(visitor: PageVisitor, page: VisitedPage, { email }: AccountOfSize): Promise<VisitedPage> {
  return visitor.submit(page, "email", { email, password: "maple-big" });
}
