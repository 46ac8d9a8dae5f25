import { SHARED_SYSTEM } from "./reading/journey-system.ts";
import { signingOut } from "./reading/signing-out.ts";

signingOut(SHARED_SYSTEM);
