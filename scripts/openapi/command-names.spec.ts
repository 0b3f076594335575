import { OPERATIONS } from '../../apps/cli/generated/operations.js';
import { argumentsOf, commandLine, wordsOf } from './command-names.mjs';

describe('the names of commands', () => {
  it('are different for each call of the control API', () => {
    const names = OPERATIONS.map(({ words }) => words.join(' '));
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('are never the beginning of another, which would then be out of reach', () => {
    const names = OPERATIONS.map(({ words }) => words.join(' '));
    expect(names.filter((name) => names.some((other) => other.startsWith(`${name} `)))).toEqual([]);
  });

  it.each([
    ['Clock.advance', '/api/sandboxes/{name}/clock/advance', 'tollgate clock advance [by]'],
    ['Snapshots.create', '/api/sandboxes/{name}/snapshots', 'tollgate snapshot save [name]'],
    [
      'Snapshots.restore',
      '/api/sandboxes/{name}/snapshots/{snapshot}',
      'tollgate snapshot restore <snapshot>',
    ],
    ['Sandboxes.reset', '/api/sandboxes/{name}/reset', 'tollgate sandbox reset [name]'],
    ['Import.import', '/api/sandboxes/{name}/import', 'tollgate snapshot import <file>'],
    ['Timeline.stream', '/api/sandboxes/{name}/timeline/stream', 'tollgate tail'],
    [
      'Charges.markAsPaid',
      '/api/sandboxes/{name}/api/{mode}/charges/{id}/mark_as_paid',
      'tollgate api charges mark-as-paid <id>',
    ],
    ['SomethingNew.doIt', '/api/something', 'tollgate something-new do-it'],
  ])('call %s of %s "%s"', (id, path, line) => {
    const call = { id, path };
    expect(commandLine({ words: wordsOf(call), arguments: argumentsOf(call) })).toBe(line);
  });
});
