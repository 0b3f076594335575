import { kebab, wordsOf } from './command-names.js';
import { OPERATIONS } from './generated/operations.js';

describe('the names of commands', () => {
  it('are different for each call of the control API', () => {
    const names = OPERATIONS.map((operation) => wordsOf(operation).join(' '));
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('are never the beginning of another, which would then be out of reach', () => {
    const names = OPERATIONS.map((operation) => wordsOf(operation).join(' '));
    expect(names.filter((name) => names.some((other) => other.startsWith(`${name} `)))).toEqual([]);
  });

  it.each([
    ['Clock.advance', '/api/sandboxes/{name}/clock/advance', 'clock advance'],
    ['Snapshots.create', '/api/sandboxes/{name}/snapshots', 'snapshot save'],
    [
      'Charges.markAsPaid',
      '/api/sandboxes/{name}/api/{mode}/charges/{id}/mark_as_paid',
      'api charges mark-as-paid',
    ],
    ['SomethingNew.doIt', '/api/something', 'something-new do-it'],
  ])('call %s of %s "%s"', (id, path, name) => {
    expect(wordsOf({ id, path }).join(' ')).toBe(name);
  });

  it('are written as options are', () => {
    expect(['webhook_uri', 'markAsPaid', 'limit'].map(kebab)).toEqual([
      'webhook-uri',
      'mark-as-paid',
      'limit',
    ]);
  });
});
