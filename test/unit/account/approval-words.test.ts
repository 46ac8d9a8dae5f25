import { expect, test } from "vitest";
import { commandDefinitions } from "../../../workers/account/acting-operations.ts";
import { describeApproval } from "../../../workers/account/approvals/approval-words.ts";
import { SAMPLE_STATEMENTS } from "../../support/sample-approvals.ts";

test("a plan change that only changes the billing cycle is described by its new cycle", () => {
  const { preview, ...change } = SAMPLE_STATEMENTS.changePlan;
  const { planChange } = preview;
  if (!planChange) throw new Error("the sample has no quote");
  const kept = { ...planChange, planId: "web-start", billingCycle: "monthly" as const };
  const statement = { ...change, preview: { ...preview, planChange: kept } };
  const titles = (["en", "fr"] as const).map(
    (language) => describeApproval(commandDefinitions[statement.operation], statement, language).title,
  );
  expect(titles).toEqual([
    "Bill Web Start (studio-ana.ca) every month",
    "Facturer Web Start (studio-ana.ca) chaque mois",
  ]);
});

test("the text of a DNS record makes leading and repeated spaces visible", () => {
  const { input, ...change } = SAMPLE_STATEMENTS.changeDnsZone;
  const add = [{ name: "studio-ana.ca", type: "TXT", ttl: 300, data: [" a  b"] }];
  const statement = { ...change, input: { ...input, add } };
  const { facts } = describeApproval(commandDefinitions[statement.operation], statement, "en");
  expect(facts.at(-1)?.lines).toEqual(['studio-ana.ca 300 TXT "\\032a \\032b"']);
});
