import { createServer, type Server } from "node:net";
import { type FailureMode, sendBytes, type Timing } from "./failure-mode.ts";

/** The answer of a server of one-line queries, and how it is sent. */
export interface LineAnswer {
  readonly bytes: Buffer;
  readonly failureMode: FailureMode;
}

const MAX_QUERY_BYTES = 512;
/** A connection without a query is closed after this time. */
const QUERY_WITHIN_MS = 30_000;
const MAX_CONNECTIONS = 1_000;

const QUERY_TOO_LONG: LineAnswer = {
  bytes: Buffer.from("% Error: malformed query: too long\r\n"),
  failureMode: "whole",
};

/** Creates a server like WHOIS (RFC 3912): it reads one line, answers and closes. No socket error reaches the process. */
export function createLineServer(answer: (line: string) => LineAnswer, timing: Timing): Server {
  // A client may end its own side right after its query.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    let query = "";
    const read = (chunk: Buffer) => {
      query += chunk.toString("latin1");
      const end = query.search(/[\r\n]/);
      if (end === -1 && query.length <= MAX_QUERY_BYTES) return;
      socket.off("data", read).off("end", giveUp).resume().setTimeout(0);
      const known = end !== -1 && end <= MAX_QUERY_BYTES;
      const { bytes, failureMode } = known ? answer(query.slice(0, end).trim()) : QUERY_TOO_LONG;
      sendBytes(socket, socket, bytes, failureMode, timing);
    };
    const giveUp = () => socket.end();
    socket
      .on("error", () => socket.destroy())
      .setTimeout(QUERY_WITHIN_MS, () => socket.destroy())
      .on("data", read)
      .on("end", giveUp);
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}
