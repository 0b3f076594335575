/** What containers start node with (Dockerfile, docs/decisions/0014-room-for-the-young.md). */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=32'];
