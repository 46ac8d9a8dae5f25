/** A resource record. Its data is always the same name. */
export interface WireRecord {
  /** The owner name, or `\u0000pointer` for a compression pointer to the question's name. */
  owner: string;
  type: number;
  recordClass?: number;
}

export const nsRecord = (owner: string): WireRecord => ({ owner, type: 2 });
export const soaRecord = (owner: string): WireRecord => ({ owner, type: 6 });

interface WireAnswer {
  /** The name in the response's question, by default the requested name. */
  name?: string;
  type?: number;
  flags?: number;
  /** RCODE (RFC 1035 §4.1.1). */
  code?: number;
  answers?: WireRecord[];
  authorities?: WireRecord[];
}

/** Returns a resolver's response in wire format (RFC 1035 §4). */
export function answerTo(
  asked: string,
  { name = asked, type = 2, flags = 0x8180, code = 0, answers = [], authorities = [] }: WireAnswer,
): Uint8Array {
  const header = [0, 0, flags >> 8, (flags & 0xf0) | code, 0, 1, 0, answers.length, 0, authorities.length, 0, 0];
  const question = [...wireName(name), 0, type, 0, 1];
  return new Uint8Array([...header, ...question, ...[...answers, ...authorities].flatMap(wireRecord)]);
}

export function wireName(name: string): number[] {
  const labels = name.split(".").flatMap((label) => [label.length, ...new TextEncoder().encode(label)]);
  return [...labels, 0];
}

function wireRecord({ owner, type, recordClass = 1 }: WireRecord): number[] {
  const ownerBytes = owner === "\u0000pointer" ? [0xc0, 12] : wireName(owner);
  const data = wireName("ns1.nameserver.example");
  return [...ownerBytes, 0, type, 0, recordClass, 0, 0, 1, 0, 0, data.length, ...data];
}
