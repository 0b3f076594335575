import { clientIn, mcpClient } from './acting-client.js';

const clientOf = (name: string, version: string): string | null => clientIn(mcpClient({ name, version }));

describe('the client of an act', () => {
  it.each(['console', 'cli', 'mcp', 'mcp claude-code/2.1.0'])('is %s', (header) => {
    expect(clientIn(header)).toBe(header);
  });

  it.each([undefined, '', 'another', 'Console', 'mcp ', 'mcp a b', `mcp ${'a'.repeat(61)}`])(
    'is not %s',
    (header) => {
      expect(clientIn(header)).toBeNull();
    },
  );

  it('of the Model Context Protocol has its name and version, without what a header cannot carry', () => {
    expect(clientOf('spec', '1')).toBe('mcp spec/1');
    expect(clientOf('My Agent é\r\nx: y', '1.0 (beta)')).toBe('mcp My-Agent-x-y/1.0-beta-');
    expect(mcpClient(undefined)).toBe('mcp');
  });

  it('of the Model Context Protocol is cut and masked, also where the cut is in a secret', () => {
    expect(clientOf('a'.repeat(200), '1')).toBe(`mcp ${'a'.repeat(60)}`);
    expect(clientOf('skey_test_60aaaaaaaaaaaaaaab2', '1')).toBe('mcp skey_[masked]/1');
    for (const before of ['', 'a '.repeat(25)])
      for (const number of ['4242424242424242', '4242*4242*4242*4242'])
        expect(clientOf(`${before}${number}`, '1')).not.toContain('4242');
  });
});
