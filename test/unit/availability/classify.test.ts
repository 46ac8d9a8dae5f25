import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { DasDialect } from "../../../durable-objects/registry/source-types.ts";
import type { Verdict } from "../../../shared/domain-names/verdict.ts";
import { classifyDas } from "../../../workers/catalogue/availability/classify/classify-das.ts";
import { classifyRdap } from "../../../workers/catalogue/availability/classify/classify-rdap.ts";
import { classifyWhois } from "../../../workers/catalogue/availability/classify/classify-whois.ts";
import { compareNames, domainsIn, isHostName } from "../../../workers/catalogue/availability/classify/domain-name.ts";
import { evidenceOf, isDate, statementsIn } from "../../../workers/catalogue/availability/classify/evidence.ts";
import { isHeading, isServiceKey, keyKind } from "../../../workers/catalogue/availability/classify/field-wording.ts";
import { isBare, saysFree } from "../../../workers/catalogue/availability/classify/statement-wording.ts";

/*
 * Tests how each registry response is read. The rows are in `classified/`, grouped by rule. Cases that do not fit into
 * a row are in classify-rules.test.ts.
 */

/**
 * A registry response. `is` is the expected verdict with its reason, or the expected reading. `name` is the queried
 * domain if it differs from the default.
 */
interface Answer {
  what?: string;
  text: string;
  name?: string;
  is: unknown;
}
interface DasAnswer extends Answer {
  dialect: DasDialect;
}
interface RdapAnswer extends Omit<Answer, "text"> {
  status: number;
  /** A text, or an object that is sent as JSON. */
  body: object | string;
  contentType?: string;
  trusted404?: boolean;
}
/** A part of a response. Rows that compare names also have `asked`. */
type Piece = Answer & { asked?: string };

const classified = (name: string) =>
  JSON.parse(readFileSync(new URL(`classified/${name}.json`, import.meta.url), "utf8"));
/** The rows by rule. The rows in evidence.json are also grouped by reader. */
type Promises<Row> = Record<string, Row[]>;
const WHOIS: Promises<Answer> = classified("whois");
const DAS: Promises<DasAnswer> = classified("das");
const RDAP: Promises<RdapAnswer> = classified("rdap");
const EVIDENCE: Record<string, Promises<Piece>> = classified("evidence");

/** Defines a test for each row. The test is named after the row's description, or else its content. */
function eachIs<Row extends { what?: string; is: unknown }>(
  promises: Promises<Row>,
  read: (row: Row) => unknown,
): void {
  describe.each(Object.entries(promises))("%s", (_, rows) => {
    for (const row of rows) {
      const { what, is, ...asked } = row;
      test(`${what ?? JSON.stringify(asked).slice(0, 120)}`, () => expect(read(row)).toEqual(is));
    }
  });
}

const NAME = "maple-bakery.example";
const said = ({ status, reason }: Verdict) => `${status} ${reason}`;

describe("a WHOIS response", () => {
  eachIs(WHOIS, ({ text, name = NAME }) => said(classifyWhois({ text, name })));
});

describe("a response from a domain availability server", () => {
  eachIs(DAS, ({ text, dialect, name = `maple-bakery.${dialect}` }) => said(classifyDas({ text, name, dialect })));
});

describe("an RDAP response", () => {
  const TYPE = "application/rdap+json; charset=utf-8";
  eachIs(RDAP, ({ status, body, name = NAME, contentType = TYPE, trusted404 = true }) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return said(classifyRdap({ status, body: text, name, contentType, trusted404 }));
  });
});

/** The functions that read a text, by name. */
const READERS: Record<string, (piece: Piece) => unknown> = {
  /** Formats a field as `kind key=value`, with a `%` if it comes from a comment. */
  fields: ({ text }) =>
    evidenceOf(text).fields.map(({ kind, key, value, comment }) => `${kind} ${key}=${value}${comment ? " %" : ""}`),
  hostLines: ({ text }) => evidenceOf(text).hostLines,
  otherFields: ({ text }) => evidenceOf(text).otherFields,
  statements: ({ text }) => evidenceOf(text).statements.map((statement) => statement.text),
  cut: ({ text }) => evidenceOf(text).cut,
  statementsIn: ({ text }) => statementsIn(text).map((statement) => statement.text),
  isDate: ({ text }) => isDate(text),
  keyKind: ({ text }) => keyKind(text),
  isServiceKey: ({ text }) => isServiceKey(text),
  isHeading: ({ text }) => isHeading(text),
  isBare: ({ text }) => isBare(text),
  saysFree: ({ text }) => saysFree(text),
  isHostName: ({ text }) => isHostName(text),
  compareNames: ({ text, asked = "" }) => compareNames(text, asked),
  domainsIn: ({ text }) => domainsIn(text),
};

describe.each(Object.entries(EVIDENCE))("the reader %s", (what, promises) => {
  eachIs(promises, READERS[what] ?? expect.fail(`nothing reads ${what}`));
});
