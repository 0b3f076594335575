import { Command } from 'commander';
import { OPERATIONS } from './generated/operations.js';
import { nameOptions } from './option-names.js';
import { makeProgram } from './program.js';

const program = makeProgram();

function command(...words: string[]): Command {
  return words.reduce<Command>(
    (parent, word) => parent.commands.find((one) => one.name() === word) ?? new Command('none'),
    program,
  );
}

describe('a message of the control API', () => {
  it.each([
    ['event list', 'wait must be a duration of at most 60 s', '--wait must be a duration of at most 60 s'],
    ['event list', 'wait cannot be combined with before', '--wait cannot be combined with --before'],
    ['event list', 'count requires wait', '--count requires --wait'],
    ['sandbox create', 'api_version must be one of 2019-05-29', '--api-version must be one of 2019-05-29'],
    ['sandbox create', 'clock[now] must be a datetime', '--clock now must be a datetime'],
    [
      'sandbox create',
      'country must be a code and currency must be one of THB, USD',
      '--country must be a code and --currency must be one of THB, USD',
    ],
    ['sandbox create', 'name must be at most 40 letters', 'name must be at most 40 letters'],
    ['fault set', 'match[metadata][order] must be a text', '--match metadata[order] must be a text'],
    ['fault set', 'when requires a fault on api', '--when requires a fault on api'],
    ['clock advance', 'send exactly one of by, to and until', 'send exactly one of by, --to and --until'],
    [
      'clock advance',
      'tu is not a parameter of this request; it accepts by, to, until, max_real',
      'tu is not a parameter of this request; it accepts by, --to, --until, --max-real',
    ],
    ['exec', 'ttl must be a duration', '--ttl must be a duration'],
    ['exec', 'webhook_uri must not use port 0', '--webhook-uri must not use port 0'],
    ['exam', 'webhook_secret must be base64', '--secret must be base64'],
    ['exam', 'order_key must be a string', '--order-key must be a string'],
    ['bundle replay', 'speed must be a number above 0', '--speed must be a number above 0'],
    ['tail', 'limit must be a whole number', '--lines must be a whole number'],
    ['tail', '--after must be a cursor', '--after must be a cursor'],
    ['api charges create', 'amount must be an integer', '--amount must be an integer'],
  ])('of %s: %s', (words, message, named) => {
    expect(nameOptions(message, command(...words.split(' ')))).toBe(named);
  });

  it('names the option of every parameter of every command', () => {
    const unnamed = OPERATIONS.filter(({ answers }) => answers !== 'text/event-stream').flatMap(
      (operation) => {
        const own = command(...operation.words);
        const options = [...operation.query, ...(operation.body?.options ?? [])];
        return options
          .filter(({ name }) => !own.registeredArguments.some((argument) => argument.name() === name))
          .filter(({ name }) => !nameOptions(`${name} must be right`, own).startsWith('--'))
          .map(({ name }) => `${operation.id} ${name}`);
      },
    );
    expect(unnamed).toEqual([]);
  });
});
