/** One line for the operator, without what was said. */
export function complain(event: "action_stuck" | "account_alarm", what: string): void {
  console.error(JSON.stringify({ event, what }));
}
