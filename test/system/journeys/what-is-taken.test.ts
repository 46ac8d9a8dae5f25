import { SHARED_SYSTEM } from "./reading/journey-system.ts";
import { whatIsTaken } from "./reading/what-is-taken.ts";

whatIsTaken(SHARED_SYSTEM);
