import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMAND_NAMES, commandsUnder } from "../../durable-objects/account/command-map.ts";
import { CHANGE_SCOPES } from "../../shared/account-access/scopes.ts";
import { commandDefinitions, operationsUnder } from "../../workers/account/acting-operations.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";
import { SAMPLE_STATEMENTS } from "../support/sample-approvals.ts";
import { PRODUCT, sourcesIn } from "./support/sources.ts";

/** The definition, the list, the billing contract, the command map and the engine's handler. */
const MAX_FILES = 5;

/** The client area's pages, which call the engine directly. These calls are not part of an API operation. */
const OTHER_CALLERS = /^workers\/billing\/client-area\//;

/** Any other billing system has its own handler for each command. */
const FURTHER_BILLING = /^workers\/billing-/;

/** `npm run update-surface` generates these files and the index of the folder. */
const MADE = /^workers\/[^/]+\/recorded\//;

/** A text for people may mention an operation, for example in the description of another one. */
const PROSE = /"[^"\n]*\s[^"\n]*"/g;

const sources = [...sourcesIn(PRODUCT)]
  .filter(([file]) => !OTHER_CALLERS.test(file) && !FURTHER_BILLING.test(file) && !MADE.test(file))
  .map(([file, source]) => [file, source.replace(PROSE, '""')] as const);

describe.each(COMMAND_NAMES)("command %s", (name) => {
  test("has its own definition", () => {
    expect(accountOperations.filter(({ id }) => id === name)).toEqual([commandDefinitions[name]]);
  });

  test(`occurs in at most ${MAX_FILES} product files`, () => {
    const files = sources.filter(([, source]) => new RegExp(`\\b${name}\\b`).test(source)).map(([file]) => file);
    expect(files, files.join("\n")).toHaveLength(Math.min(files.length, MAX_FILES));
    const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(files.map((file) => basename(file, ".ts"))).toContain(kebab);
  });

  test("counts towards the hourly limit for its effect", () => {
    const { effect } = commandDefinitions[name];
    expect(commandsUnder(effect === "order" ? "orders" : "settings")).toContain(name);
  });
});

test("every operation that changes an account is a command, and every command requires a selectable scope", () => {
  const acting = accountOperations.filter(({ effect }) => effect !== "read").map(({ id }) => id);
  expect(acting.toSorted()).toEqual(COMMAND_NAMES.toSorted());
  expect(CHANGE_SCOPES.flatMap((scope) => operationsUnder(scope).map(({ id }) => id))).toEqual(COMMAND_NAMES);
});

test("every command that may need a customer's approval has a sample statement", () => {
  const approvable = COMMAND_NAMES.filter((name) => commandDefinitions[name].words !== null);
  expect(Object.keys(SAMPLE_STATEMENTS).toSorted()).toEqual(approvable.toSorted());
});
