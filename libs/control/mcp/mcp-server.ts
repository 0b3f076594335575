import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import type { ControlCalls } from './tool.js';
import { INSTRUCTIONS, TOOLS } from './tools.js';

/** An MCP server whose tools ask the control API. The library makes errors of tools their results. */
export function makeMcpServer(calls: ControlCalls, version: string): McpServer {
  const server = new McpServer({ name: 'tollgate', version }, { instructions: INSTRUCTIONS });
  for (const tool of TOOLS) {
    const { name, description, inputSchema, isReadOnly } = tool;
    server.registerTool(
      name,
      {
        description,
        inputSchema: fromJsonSchema<object>(inputSchema),
        annotations: { readOnlyHint: isReadOnly, openWorldHint: false },
      },
      async (given) => ({ content: [{ type: 'text', text: await tool.run(calls, given) }] }),
    );
  }
  return server;
}
