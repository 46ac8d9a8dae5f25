import { createServer, type Server } from "node:net";
import { type FailureMode, sendBytes, type Timing } from "./failure-mode.ts";

/** What a server of one-line queries answers, and how. */
export interface LineAnswer {
  readonly bytes: Buffer;
  readonly failureMode: FailureMode;
}

const MAX_QUERY_BYTES = 512;
/** A connection that asks nothing is closed after this. */
const QUERY_WITHIN_MS = 30_000;
const MAX_CONNECTIONS = 1_000;

const QUERY_TOO_LONG: LineAnswer = {
  bytes: Buffer.from("% Error: malformed query: too long\r\n"),
  failureMode: "whole",
};

/** A server of WHOIS's kind (RFC 3912): it reads one line, answers and closes. No error of a socket reaches the process. */
export function createLineServer(answer: (line: string) => LineAnswer, timing: Timing): Server {
  // A client may end its own side as soon as it has asked.
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
