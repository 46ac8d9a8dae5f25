import { expect, test, vi } from "vitest";
import { openOperator } from "../../../workers/operator/composition.ts";
import { operatorConsole } from "../../../workers/operator/operator-application.ts";
import { demonstrationBindings } from "./support/demonstration-bindings.ts";

const SETTINGS = {
  DEMONSTRATION: ["", "true"],
  OPERATOR_ORIGIN: ["", "https://operator.maple.example", "http://operator.maple.example"],
  ACCESS_TEAM: ["", "https://maple.cloudflareaccess.com", "https://maple.example"],
  ACCESS_AUDIENCE: ["", "a".repeat(64), "a"],
  OPERATORS: ["", "olga@maple.example"],
};
const PATHS = ["/", "/stuck", "/settle", "/api/stuck", "/api/settle", "/styles-12345678.css", "/nothing"];
const HOSTS = ["http://localhost", "http://operator.localhost", "https://operator.maple.example"];

/** Every combination of one value each. */
function combinations(values: Record<string, string[]>): Record<string, string>[] {
  return Object.entries(values).reduce<Record<string, string>[]>(
    (all, [name, choices]) => all.flatMap((one) => choices.map((choice) => ({ ...one, [name]: choice }))),
    [{}],
  );
}

test("without a token nothing is answered, however it is set up, but in a demonstration on this machine", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { OPERATOR_DB, ...bindings } = demonstrationBindings();
  const opened: Record<string, string>[] = [];
  for (const settings of combinations(SETTINGS)) {
    const open = () => operatorConsole(openOperator({ ...bindings, OPERATOR_DB, ...settings }, () => undefined));
    let ask: ReturnType<typeof open>;
    try {
      ask = open();
    } catch {
      // expected: a wrong setting stops the Worker
      continue;
    }
    for (const host of HOSTS) {
      const answers = await Promise.all(PATHS.map((path) => ask(new Request(`${host}${path}`))));
      const refused = answers.filter(({ status }) => status === 403 || status === 404);
      const bodies = await Promise.all(answers.map((answer) => answer.text()));
      if (bodies.some((body) => body.includes("Commands")) || refused.length < answers.length)
        opened.push({ ...settings, host });
    }
  }
  const demonstration = { DEMONSTRATION: "true", OPERATOR_ORIGIN: "", ACCESS_TEAM: "", ACCESS_AUDIENCE: "" };
  expect(opened.length).toBeGreaterThan(0);
  for (const { OPERATORS: _, host, ...settings } of opened) {
    expect(settings).toEqual(demonstration);
    expect(host).toMatch(/localhost$/);
  }
});
