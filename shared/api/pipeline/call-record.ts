/** One operation that was called, and how it ended. */
export interface CallRecord {
  operation: string;
  /** Such as `domain:example.com`; null where the operation has none. */
  target: string | null;
  outcome: "succeeded" | "refused" | "failed";
  /** HTTP status. */
  status: number;
  /** Code of the problem. */
  code: string | null;
  via: "http" | "mcp";
  requestId: string;
}
