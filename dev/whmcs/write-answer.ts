import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Fault } from "./faults.ts";
import type { HttpAnswer } from "./run-action.ts";

/** Writes an answer as PHP does, as far as its fault lets it. */
export async function writeAnswer(
  response: ServerResponse,
  { status, contentType, headers = {}, body }: HttpAnswer,
  fault: Fault | null,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  response.setHeader("Content-Type", contentType);
  response.setHeader("Cache-Control", "no-store, no-cache, must-revalidate");
  response.setHeader("Set-Cookie", `WHMCSsession=${randomBytes(13).toString("hex")}; path=/; HttpOnly`);
  if (fault?.kind === "cut") {
    response.setHeader("Content-Length", Buffer.byteLength(body));
    response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
  } else if (fault?.kind === "stalled") {
    response.write(body.slice(0, body.length / 2));
    await once(response, "close");
  } else if (fault?.kind === "endless") {
    await endless(response, body);
  } else response.end(body);
}

/** The answer, and then spaces until the caller has had enough. */
async function endless(response: ServerResponse, body: string): Promise<void> {
  const spaces = " ".repeat(65_536);
  const closed = once(response, "close");
  response.write(body.slice(0, -1));
  while (!response.destroyed) {
    if (response.write(spaces)) continue;
    await Promise.race([new Promise((resolve) => response.once("drain", resolve)), closed]);
  }
}
