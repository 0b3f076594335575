import { actSentence } from './entry-words';

describe('the sentence of an act', () => {
  it.each([
    ['console', 'You reset the sandbox in the console'],
    ['cli', 'You reset the sandbox with the CLI'],
    ['mcp', 'You reset the sandbox with the MCP server'],
    ['mcp claude-code/2.1.0', 'You reset the sandbox with the MCP server from claude-code/2.1.0'],
    [null, 'You reset the sandbox with the control API'],
  ])('says who acted: %s', (client, sentence) => {
    expect(actSentence({ action: 'reset', client })).toBe(sentence);
  });
});
