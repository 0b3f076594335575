import { masked, maskedStart } from '#platform/logging/masking.js';

/** Clients of Tollgate's own that name themselves in the header `Tollgate-Client`. */
const OWN: readonly string[] = ['console', 'cli'];
const MAX_NAME_LENGTH = 60;
/** `mcp`, perhaps with the client of the Model Context Protocol. */
const MCP = new RegExp(String.raw`^mcp(?: [\w.+@/[\]-]{1,${MAX_NAME_LENGTH}})?$`);
const UNSAFE = /[^\w.+@/[\]-]+/g;

/** How the MCP server names itself: `mcp claude-code/2.1.0`, or `mcp` where it does not know its client. */
export function mcpClient(client: { readonly name: string; readonly version: string } | undefined): string {
  if (client === undefined) return 'mcp';
  const name = maskedStart(`${client.name}/${client.version}`, MAX_NAME_LENGTH);
  return `mcp ${name.replaceAll(UNSAFE, '-')}`;
}

/** The client in this `Tollgate-Client`; null for other callers of the control API. */
export function clientIn(header: string | undefined): string | null {
  if (header === undefined) return null;
  return OWN.includes(header) || MCP.test(header) ? masked(header) : null;
}
