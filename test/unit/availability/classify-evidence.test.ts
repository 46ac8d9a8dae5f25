import { expect, test } from "vitest";
import { evidenceOf, isDate, statementsIn } from "../../../workers/catalogue/availability/classify/evidence.ts";

/** `kind key=value`, and `%` behind what stands in a comment. */
const fieldsOf = (text: string) =>
  evidenceOf(text).fields.map(({ kind, key, value, comment }) => `${kind} ${key}=${value}${comment ? " %" : ""}`);
const saidIn = (text: string) => evidenceOf(text).statements.map((statement) => statement.text);

const CITY = "detail city=Springfield";
const PARTY = "party registrar=Sample";

test("an answer without a word has nothing", () => {
  expect(evidenceOf("")).toEqual({
    fields: [],
    statements: [],
    hostLines: [],
    otherFields: 0,
    cut: false,
    withoutTerms: "",
  });
});

test.each([
  ["City: Springfield", [CITY]],
  ["City:Springfield", [CITY]],
  ["City:New York", ["detail city=New York"]],
  ["City: .. . Springfield", [CITY]],
  ["City (postal town): Springfield", [CITY]],
  ["City(postal)town: Springfield", ["detail city town=Springfield"]],
  ["Postal - city: Springfield", ["detail postal city=Springfield"]],
  ["City: Springfield --", [CITY]],
  ["City: Springfield -", ["detail city=Springfield -"]],
  [`City: ${"x".repeat(2_000)}`, [`detail city=${"x".repeat(994)}`]],
  ["[City] Springfield", [CITY]],
  ["[City]Springfield", [CITY]],
  ["a. [City] Springfield", [CITY]],
  ["12) [City]  Springfield", [CITY]],
  ["12)[City] Springfield", [CITY]],
  ["1 [City] Springfield", [CITY]],
  ["see [City] Springfield", []],
  ["City...Springfield", [CITY]],
  ["City ..... Springfield", [CITY]],
  ["City #...Springfield", [CITY]],
  ["City\t...Springfield", [CITY]],
  ["(City...Springfield", []],
  ["City..Springfield", []],
  ["City  Springfield", [CITY]],
  ["City\tSpringfield", [CITY]],
  ["City\t\tSpringfield", [CITY]],
  ["    City  Springfield", [CITY]],
  ["Postal city  Springfield", ["detail postal city=Springfield"]],
  ["(City  Springfield", []],
  ["City (of)  Springfield", []],
  ["City Springfield", []],
  ["Ville ou cité: x", []],
  ["Statut: Libre", ["status statut=Libre"]],
])("the fields of %j are %j", (text, fields) => {
  expect(fieldsOf(text)).toEqual(fields);
});

test.each([
  ["% City: Springfield", true],
  ["  % City: Springfield", true],
  ["%* City: Springfield", true],
  ["-- City: Springfield", true],
  ["[ City: Springfield ]", true],
  ["  [ City: Springfield ]  ", true],
  ["[ City: Springfield]", true],
  ["- City: Springfield", false],
  ["* City: Springfield", false],
  [" * City: Springfield", false],
])("%j is a field of a comment: %s", (text, isComment) => {
  expect(fieldsOf(text)).toEqual([isComment ? `${CITY} %` : CITY]);
});

test.each([
  ["the line below", "Registrar:\nSample", [PARTY]],
  ["lines below", "Registrar:\nSample\nNames", [PARTY, "party registrar=Names"]],
  ["a heading without a sign", "Registrar\nSample", [PARTY]],
  ["a heading behind a sign", ": Registrar\nSample", [PARTY]],
  ["a heading with a sign in it", "Registrar, owner\nSample", ["party registrar owner=Sample"]],
  ["a sentence", "Registrar.\nSample", []],
  ["an indented line after a blank one", "Registrar:\n\n  Sample", [PARTY]],
  ["a line after a blank one and a tabulator", "Registrar:\n\n\tSample", [PARTY]],
  ["a line after a blank one", "Registrar:\n\nSample", []],
  ["a line after a blank one and one space", "Registrar:\n\n Sample", []],
  ["spaces within a line after a blank one", "Registrar:\n\nSample  names", []],
  ["a box after a blank line", "Registrar:\n\n[ Sample ]", []],
  ["two blank lines", "Registrar:\n\n\n  Sample", []],
  ["lines up to a blank one", "Registrar:\n  Sample\n\n  Names", [PARTY]],
  ["a field below", "Registrar:\n  City: Springfield", [CITY]],
  ["a field of no known name below", "Registrar:\n  Colour: red", ["party registrar=Colour: red"]],
  ["a host after a blank line", "Registrar:\n\nns.sample.example", ["party registrar=ns.sample.example"]],
  ["a host that ends like a field", "Registrar:\n  a.b.dns  192.0.2.1", ["party registrar=a.b.dns  192.0.2.1"]],
  [
    "40 characters",
    "Registration administrative organization\n2020",
    ["date registration administrative organization=2020"],
  ],
  ["41 characters", "Registration administrative administrator\n2020", []],
])("a heading and %s", (_what, text, fields) => {
  expect(fieldsOf(text)).toEqual(fields);
});

test("a heading has 40 lines at most, and says nothing itself", () => {
  expect(fieldsOf(`Registrar:${"\nSample".repeat(50)}`)).toHaveLength(40);
  expect(saidIn("Registrar:\n\nNot found\n")).toEqual(["not found"]);
  expect(saidIn("Domain name\n\nNot found\n")).toEqual(["domain name", "not found"]);
});

test.each([
  ["ns1.sample.example", true],
  ["1 ns1.sample.example", true],
  ["1  ns1.sample.example", true],
  ["srv1 ns1.sample.example", true],
  ["ns1.sample.example 192.0.2.1", true],
  ["sample.example", false],
  ["www.sample.example", false],
  ["a ns1.sample.example 192.0.2.1", false],
  ["a! ns1.sample.example", false],
  ["!a ns1.sample.example", false],
  ["% ns1.sample.example", false],
])("%j is the line of a name server: %s", (line, isHost) => {
  expect(evidenceOf(line).hostLines).toEqual(isHost ? [line] : []);
});

test("hosts below a heading are name servers too", () => {
  const { fields, hostLines } = evidenceOf("Name servers:\n  ns1.sample.example\n  nothing\n");
  expect(fields.map(({ value }) => value)).toEqual(["ns1.sample.example", "nothing"]);
  expect(hostLines).toEqual(["ns1.sample.example"]);
});

const START = "The words of this sentence go on below";

test.each<[text: string, count: number]>([
  ["Colour: red", 1],
  ["Colour: red\nShape: round", 2],
  ["[Colour] red", 1],
  ["Colour...red", 1],
  ["Colour  red", 0],
  ["Colour:", 0],
  ["Message: red", 0],
  ["City: red", 0],
  ["7 Colours: red", 0],
  ["One two three four: red", 1],
  ["One two three four five: red", 0],
  ["Whois colour: red", 0],
  [`Colour: ${"x".repeat(60)}`, 1],
  [`Colour: ${"x".repeat(61)}`, 0],
  [`${"x".repeat(79)}: red`, 1],
  [`${"x".repeat(80)}: red`, 0],
  ["See https://sample.example", 0],
  [`${START}\ncolour: red`, 0],
])("%j has %i fields of no known name", (text, count) => {
  expect(evidenceOf(text).otherFields).toBe(count);
});

test("what people fill in says nothing; what is about the name does", () => {
  expect(saidIn("Remarks: not found")).toEqual([]);
  expect(saidIn("City: not found")).toEqual([]);
  expect(saidIn("Colour: not found")).toEqual(["colour: not found"]);
  expect(saidIn("Domain: a.example not found")).toEqual(["domain: @ not found"]);
  expect(saidIn(`Domain: ${"x".repeat(232)}`)).toHaveLength(1);
  expect(saidIn(`Domain: ${"x".repeat(233)}`)).toHaveLength(0);
});

test("a paragraph of more than 240 characters is prose", () => {
  expect(saidIn("x".repeat(240))).toHaveLength(1);
  expect(saidIn("x".repeat(241))).toHaveLength(0);
  const [first, second] = ["and so on ".repeat(30), `${"and so on ".repeat(17)}(and more) and on`];
  expect(saidIn(`${first}\n${second}\nnot found\n`), "however it goes on").toEqual([]);
  expect(saidIn(`${"and on ".repeat(40).slice(0, 240)}\n\n`), "before a blank line").toHaveLength(1);
  expect(saidIn(`${"Words that go on and ".repeat(6)}on\n${"and on ".repeat(30)}\n`)).toHaveLength(0);
});

const WITH_DOMAIN = "The words of this sentence are at sample.example";
test.each<[what: string, first: string, next: string, goesOn: boolean]>([
  ["a small letter", START, "and end", true],
  ["a capital after a short line", START, "And end", false],
  ["a capital after a line of 54 characters", START.padEnd(54, "x"), "And end", false],
  ["a capital after a line of 55 characters", START.padEnd(55, "x"), "And end", true],
  ["a capital within", START, "and End", true],
  ["a number", START, "1 and end", true],
  ["a blank line", START, "\nand end", false],
  ["a comment", START, "% and end", false],
  ["another sign", `% ${START}`, "# and end", false],
  ["another box", `[ ${START} ]`, "and end", false],
  ["an empty box", `[ ${START} ]`, "[   ]\n[ and end ]", false],
  ["more of the same sign", `%% ${START}`, "  % and end", true],
  ["29 characters before", "One two three four five words".slice(0, 29), "and end", false],
  ["30 characters before", "One two three four fives words", "and end", true],
  ["a bracket before", "The words of this sentence are (here)", "and end", false],
  ["four words before", "Considerable circumstances notwithstanding altogether", "and end", false],
  ["five words before", "Considerable circumstances notwithstanding it all", "and end", true],
  ["a name before", WITH_DOMAIN, "and end", true],
  ["a number after a name", WITH_DOMAIN, "1 and end", false],
  ["a number after a name and words", `${WITH_DOMAIN} now`, "1 and end", true],
  ["a number after what is no name", "The words of this sentence are of a.b", "1 and end", true],
  ["a hint before", "Hint: the words of this sentence go on", "and end", false],
  ["a hint of 59 characters before", "Hint: the words of this sentence go on".padEnd(59, "x"), "and end", false],
  ["a hint of 60 characters before", "Hint: the words of this sentence go on".padEnd(60, "x"), "and end", true],
  ["a late sign before", "The words of this sentence are many: so", "and end", true],
  ["a field without a typical value", START, "city: of words", true],
])("a sentence and %s below", (_what, first, next, goesOn) => {
  expect(saidIn(`${first}\n${next}\n`)).toHaveLength(goesOn ? 1 : 2);
});

test.each([
  ["domain: sample.example", true],
  ["domain: and so on", false],
  ["nserver: ns1.sample.example", true],
  ["nserver: and so on", false],
  ["created: 2020-01-01", true],
  ["created: and so on", false],
  ["updated: 2020-01-01", true],
  ["updated: and so on", false],
  [`status: ${"x".repeat(60)}`, true],
  [`status: ${"x".repeat(61)}`, false],
  ["city: 2020-01-01", false],
  ["city: sample.example", false],
])("within a sentence %j is a field: %s", (line, isField) => {
  expect(fieldsOf(`${START}\n${line}`)).toHaveLength(isField ? 1 : 0);
});

test.each([
  ["2020", true],
  ["1965", true],
  ["1959", false],
  ["in 2020 AD", true],
  ["20201", false],
  ["1.2.21", true],
  ["31/12/99", true],
  ["1-12-21", true],
  ["1.2.3", false],
  ["20201231", true],
  ["7", false],
  ["lately, they say", false],
  [`${"x".repeat(60)}2020-01-01`, false],
])("%s is a date: %s", (value, expected) => {
  expect(isDate(value)).toBe(expected);
});

test.each([
  ["Not found.", ["not found"]],
  ["Not  found :-", ["not found"]],
  ["%: not found", ["not found"]],
  ["...", []],
  ["One. Two! Three? Four", ["one", "two", "three", "four"]],
  ["One -- two --- three", ["one", "two", "three"]],
  ["One - two", ["one - two"]],
  ["甲。。 乙。", ["甲", "乙"]],
  ["See http://sample.example/x or https://sample.example or www.sample.example", ["see ~ or ~ or ~"]],
  ["Seen by 192.0.2.10 today", ["seen by ~ today"]],
  ["The name a.example", ["the name @"]],
  ["Name(s) found", ["names found"]],
  ["a&quot;b", ["a b"]],
  ['the"name"((is))', ["the name is"]],
  ["'It isn’t 'free'", ["it isn't free"]],
  ["a 'b' c", ["a b c"]],
  ["the 'name': free", ["the name : free"]],
  ["Nhầm Łódź đøı", ["nham lodz doi"]],
  ["Error: not found", ["not found"]],
  ["Error : not found", ["not found"]],
  ["Error:not found", ["not found"]],
  ["Error:101: not found", ["not found"]],
  ["Error 101: not found", ["not found"]],
  ["Error : 101 - not found", ["not found"]],
  ["Info: error: not found", ["not found"]],
  ["Errors: not found", ["errors: not found"]],
  ["The error: not found", ["the error: not found"]],
  ["All rights reserved", []],
])("%j says %j", (text, statements) => {
  expect(statementsIn(text).map((statement) => statement.text)).toEqual(statements);
});

test.each([
  ["&& Not found", "not found"],
  ["%Not found", "not found"],
  ["% == Not found ==", "not found"],
  ["Not found==", "not found"],
  ["Not == found", "not == found"],
  ["Not [ found ]", "not found"],
  ["[ Found ] not", "found not"],
])("without its signs %j says %j", (line, statement) => {
  expect(saidIn(line)).toEqual([statement]);
});

test.each([
  ["A sentence that ends within", true],
  ["A sentence that ends within ", true],
  ["A sentence that ends,", true],
  ["A sentence that ends (", true],
  ["A sentence that ends within\r", false],
  ["A sentence that ends within\n ", false],
  ["A sentence that ends.", false],
  ["A sentence that ends in 12", false],
  ["A sentence that ends at sample.example", false],
  ["A sentence of sample.example that ends", true],
  ["City: Springfield", false],
  ["Not found", false],
  ["Not found. Ask somebody", false],
  [">>> Update\n\nNot found", false],
  ["a\n>>> Update of 2026", true],
  ["a\n>>> Update of 2026\r", false],
  ["a\n>>> Update of 2026 <<<", false],
  ["a\n>>> Update of 2026 &lt;", false],
  ["a\n>>> Update of <<< 2026", true],
  ["a\n>>> Update of &lt; 2026", true],
  ["a\n>>> Update of 2026 <", true],
  ["a\nUpdate >> of 2026", false],
  ["a\n> Update of 2026", false],
])("%j is cut: %s", (text, isCut) => {
  expect(evidenceOf(text).cut).toBe(isCut);
});
