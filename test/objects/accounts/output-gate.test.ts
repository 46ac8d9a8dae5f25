import { expect, test } from "vitest";
import { bindings } from "../support/bindings.ts";
import { hasArrived, type WriteMode } from "../support/output-gate.ts";

/**
 * A call over a service binding in the same tick as a write leaves the object only once the write is durable. The
 * journal relies on this to record every sent action without an extra wait.
 */
test.each<[WriteMode, { isWritten: boolean; hasArrived: boolean }]>([
  ["durable", { isWritten: true, hasArrived: true }],
  ["never durable", { isWritten: false, hasArrived: false }],
  // This case proves that the test detects a call that does not wait.
  ["called before the write", { isWritten: false, hasArrived: true }],
])("a call leaves the object only once the writes before it are durable (mode “%s”)", async (mode, expected) => {
  for (let round = 0; round < 20; round++) {
    const id = `${mode} ${round}`;
    const writer = () => bindings.WRITER.getByName(id);
    await writer()
      .writeAndCall(id, mode)
      .catch(() => undefined);
    expect({ isWritten: await writer().isWritten(id), hasArrived: hasArrived(id) }).toEqual(expected);
  }
});
