import { INSPECTION_TOOLS } from './inspection-tools.js';
import { PAYMENT_TOOLS } from './payment-tools.js';
import { reportTool } from './report-tool.js';
import { SANDBOX_TOOLS } from './sandbox-tools.js';
import { TEST_TOOLS } from './test-tools.js';
import type { Tool } from './tool.js';

/** At most twelve: an agent reads all of them in every conversation. */
export const TOOLS: readonly Tool[] = [
  ...SANDBOX_TOOLS,
  ...PAYMENT_TOOLS,
  ...INSPECTION_TOOLS,
  ...TEST_TOOLS,
  reportTool,
];

export const INSTRUCTIONS = `Tollgate emulates the Omise (Opn Payments) API for tests; no money moves.
Begin with sandbox {"action":"create"}: it returns a name for the other tools, and addresses and keys for the shop. Read read_docs before you write an integration; never guess parameters.
A charge is pending until the customer acts (act_as_customer). Use wait_for instead of sleeping, timeline and explain_webhook when something is wrong, run_exam to prove the shop, and report for what its tests have not met.`;
