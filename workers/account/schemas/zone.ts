import * as z from "zod";
import { readChange } from "../../../shared/zones-contract/read-change.ts";
import { MAX_CHANGES, RECORD_TYPES, type ZoneRecord } from "../../../shared/zones-contract/zone-system.ts";

/**
 * The maximum length of one field. Every valid field is shorter. The record's type determines which fields are valid.
 */
const MAX_FIELD = 20_000;
const MAX_FIELDS = 100;
const MAX_NAME = 300;
const MAX_REVISION = 200;

const DATA =
  "The fields in the order of the presentation format: one address; CAA flags, tag, value; CNAME target; MX preference, host; SRV priority, weight, port, target; the strings of a TXT record, without quotes.";

export const DnsRecord = z
  .object({
    name: z.string().describe("The full name, without a final dot, in A-label form."),
    type: z.enum(RECORD_TYPES).describe("Type of the record."),
    ttl: z.int().describe("Seconds."),
    data: z.array(z.string()).describe(DATA),
  })
  .meta({ id: "DnsRecord" });

const recordInput = z.strictObject({
  name: z.string().min(1).max(MAX_NAME),
  type: z.enum(RECORD_TYPES),
  ttl: z.int().min(0).max(2_147_483_647),
  data: z.array(z.string().max(MAX_FIELD)).min(1).max(MAX_FIELDS),
});

export const removeInput = z
  .array(recordInput)
  .max(MAX_CHANGES)
  .default([])
  .describe("Records to remove, each exactly as it was read.");

const { shape: record } = recordInput;
const describedRecord = recordInput.extend({
  name: record.name.describe("The full name, such as www.example.com; the zone's own name for its apex."),
  ttl: record.ttl.describe("Seconds."),
  data: record.data.describe(DATA),
});

export const addInput = z.array(describedRecord).max(MAX_CHANGES).default([]).describe("Records to add.");

export const revisionInput = z
  .string()
  .min(1)
  .max(MAX_REVISION)
  .describe("The `revision` that reading the zone returned.");

/**
 * Refuses records that are invalid in every zone, and names each by its position. Conflicts with the zone's existing
 * records are checked later, when the zone is read.
 */
export function checkRecords(
  { zone, remove, add }: { zone: string; remove: ZoneRecord[]; add: ZoneRecord[] },
  context: z.RefinementCtx,
): void {
  const read = readChange(zone, { remove, add });
  if (!("refused" in read)) return;
  for (const { pointer, message } of read.refused) {
    const path = pointer.split("/").slice(1);
    context.addIssue({ code: "custom", path, params: { text: message } });
  }
}

export const revisionOutput = z.string().describe("Identifies exactly these records; a change needs it.");

export function toDnsRecord({ name, type, ttl, data }: ZoneRecord): z.output<typeof DnsRecord> {
  return { name, type, ttl, data };
}
