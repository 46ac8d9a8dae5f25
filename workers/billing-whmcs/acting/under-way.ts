import { refusal } from "../../../shared/ordering/refusals.ts";

/** What is said of an action while another one on the same target is being sent. */
export const NAME_UNDER_WAY = refusal(
  "already_requested",
  "Another change of this name is under way.",
  "Une autre modification de ce nom est en cours.",
);

export const SERVICE_UNDER_WAY = refusal(
  "already_requested",
  "Another change of this service is under way.",
  "Une autre modification de ce service est en cours.",
);
