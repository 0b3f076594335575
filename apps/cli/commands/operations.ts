import { writeFileSync } from 'node:fs';
import { Argument, Command, Option as CommandOption } from 'commander';
import { kebab } from '#kernel/kebab.js';
import { bundleIn, sayIfCut } from '../bundle/bundle-file.js';
import { asking, withCommon, type CommonOptions } from '../common.js';
import type { Control, Sent } from '../control.js';
import { EXIT, Failure } from '../failure.js';
import { OPERATIONS } from '../generated/operations.js';
import type { Operation, Option } from '../operation.js';
import { bodyOf, piecesOf, queryOf, type Given } from '../parameters.js';
import { show } from '../show.js';

/** Besides the parameters of the call. */
interface Options extends CommonOptions {
  readonly data?: string[];
  readonly live?: true;
  readonly output?: string;
  readonly yes?: true;
}

const COMMANDS_OF_THEIR_OWN = new Set(['Report.find', 'Timeline.stream']);
const JSON_TYPE = 'application/json';
const SAVE_BUNDLE = 'Bundles.save';
/** The group of the calls of the emulated API. */
const EMULATED = 'api';
/** Commands and groups for programs, such as the console. `reference` lists them, `--help` does not. */
const UNLISTED: readonly string[] = ['figures', 'money', 'session'];
const DESTRUCTIVE = new Set([
  'Sandboxes.remove',
  'Sandboxes.reset',
  'Snapshots.restore',
  'Snapshots.remove',
  'Import.import',
]);
const COMMON = ['url', 'sandbox', 'json', 'data', 'live', 'output', 'yes', 'help'];

/** A command for every call of the control API, as its document names them. */
export function addOperations(program: Command): void {
  program.commandsGroup('Control API:');
  for (const operation of OPERATIONS)
    if (!COMMANDS_OF_THEIR_OWN.has(operation.id)) addOperation(program, operation);
  describeGroups(program);
}

function describeGroups({ commands }: Command): void {
  for (const group of commands.filter((command) => command.commands.length > 0)) {
    const names = group.commands.map((command) => command.name()).join(', ');
    if (group.description() === '')
      group.description(
        group.name() === EMULATED ? 'Calls the emulated API of a sandbox.' : `Subcommands: ${names}.`,
      );
    describeGroups(group);
  }
}

function addOperation(program: Command, operation: Operation): void {
  const { words, arguments: args } = operation;
  const command = addTo(groupOf(program, words.slice(0, -1)), words.at(-1) ?? '');
  command.description(`${operation.summary}.`);
  withCommon(command, { hasSandbox: operation.path.includes('{name}') && !isAboutSandbox(operation) });
  const names = args.map(({ name }) => name);
  for (const { name, in: place, isOptional } of args) {
    const { description } = operation.body?.options.find((option) => option.name === name) ?? {};
    const text = place === 'file' ? 'Exported snapshot; - reads stdin' : description;
    command.addArgument(new Argument(isOptional ? `[${name}]` : `<${name}>`, text));
  }
  const options = optionsOf(operation).filter(({ name }) => name !== argumentIn('body', operation));
  for (const option of options) command.addOption(commandOption(option));
  if (operation.body)
    command.option('-d, --data <name=value>', 'Any parameter, as with curl. Repeatable.', collect);
  if (isEmulated(operation)) command.option('--live', 'Use live mode');
  if (isDestructive(operation)) command.option('--yes', 'Allow it in the sandbox "default"');
  if (operation.answers !== JSON_TYPE) command.option('-o, --output <file>', 'Output file (default: stdout)');
  command.action(async (...parsed: unknown[]) => {
    const values = parsed.slice(0, names.length) as (string | undefined)[];
    const given = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    await call(operation, given, parsed[names.length] as Options & Given);
  });
}

async function call(
  operation: Operation,
  given: Readonly<Record<string, string | undefined>>,
  options: Options & Given,
): Promise<void> {
  const { control, sandbox } = asking({
    ...options,
    ...(isAboutSandbox(operation) && given['name'] !== undefined && { sandbox: given['name'] }),
  });
  if (isDestructive(operation) && !options.yes) await rejectDefault(control, sandbox);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'mode') return options.live ? 'live' : 'test';
    return encodeURIComponent(name === 'name' ? sandbox : (given[name] ?? ''));
  });
  const answer = await control.ask(
    operation.method,
    path,
    sentBy(operation, { ...named(operation, options), ...bodyArgument(operation, given) }, options, given),
  );
  if (operation.answers === JSON_TYPE) return show(operation, await answer.json(), options);
  const content = Buffer.from(await answer.arrayBuffer());
  if (options.output !== undefined) write(options.output, content);
  else process.stdout.write(content);
  if (operation.id === SAVE_BUNDLE) sayIfCut(await bundleIn(content, 'the bundle'));
}

function write(file: string, content: Buffer): void {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw new Failure(`cannot write ${file}: ${(error as Error).message}`, EXIT.usage);
  }
}

function sentBy(
  operation: Operation,
  given: Given,
  { data = [] }: Options,
  args: Readonly<Record<string, string | undefined>>,
): Sent {
  const query = queryOf(operation.query, given);
  const file = args[argumentIn('file', operation) ?? ''];
  if (file !== undefined)
    return {
      query,
      body: (ended) => piecesOf(file, ended),
      headers: { 'content-type': 'application/x-ndjson' },
    };
  return operation.body ? { query, body: bodyOf(operation.body, given, data) } : { query };
}

/** The shared sandbox is emptied only with --yes. */
async function rejectDefault(control: Control, sandbox: string): Promise<void> {
  const { name } =
    sandbox === 'self'
      ? await control.json<{ name: string }>('GET', '/api/sandboxes/self')
      : { name: sandbox };
  if (name === 'default')
    throw new Failure(
      'this changes the sandbox "default", which others may use; add --yes to continue',
      EXIT.usage,
    );
}

/** Values by parameter instead of by option. */
function named(operation: Operation, options: Given): Given {
  return Object.fromEntries(optionsOf(operation).map(({ name }) => [name, options[camel(flagOf(name))]]));
}

function bodyArgument(operation: Operation, given: Readonly<Record<string, string | undefined>>): Given {
  const name = argumentIn('body', operation);
  return name === undefined ? {} : { [name]: given[name] };
}

/** The name of the parameter of the body, or of the file, that is an argument. */
function argumentIn(place: 'body' | 'file', { arguments: args }: Operation): string | undefined {
  return args.find((argument) => argument.in === place)?.name;
}

/** True if the sandbox is the object of the call, and therefore an argument. */
function isAboutSandbox({ arguments: args }: Operation): boolean {
  return args.some((argument) => argument.in === 'path' && argument.name === 'name');
}

function isEmulated({ words }: Operation): boolean {
  return words[0] === EMULATED;
}

function isDestructive(operation: Operation): boolean {
  return !isEmulated(operation) && DESTRUCTIVE.has(operation.id);
}

function optionsOf({ query, body }: Operation): Option[] {
  return [...query, ...(body?.options ?? [])];
}

function commandOption({ name, kind, description, choices }: Option): CommandOption {
  const flag = flagOf(name);
  const repeats = {
    text: '',
    flag: '',
    list: 'Repeatable.',
    parts: 'Repeatable, or JSON.',
    items: 'Repeatable, or JSON.',
  }[kind];
  const text = [description, choices && `One of ${choices.join(', ')}.`, repeats].filter(Boolean).join(' ');
  const value = {
    text: '<value>',
    flag: '[true|false]',
    list: '<value>',
    parts: '<part=value>',
    items: '<part=value,…>',
  }[kind];
  const option = new CommandOption(`--${flag} ${value}`, text);
  return repeats === '' ? option : option.argParser(collect);
}

/** `with-` avoids a clash with a common option. */
function flagOf(name: string): string {
  const flag = kebab(name);
  return COMMON.includes(flag) ? `with-${flag}` : flag;
}

function camel(flag: string): string {
  return flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function collect(value: string, others: string[] = []): string[] {
  return [...others, value];
}

/** Finds or adds the parent command. */
function groupOf(program: Command, words: readonly string[]): Command {
  return words.reduce((parent, word) => {
    const found = parent.commands.find((command) => command.name() === word);
    return found ?? addTo(parent, word);
  }, program);
}

function addTo(parent: Command, word: string): Command {
  return parent.command(word, { hidden: UNLISTED.includes(word) });
}
