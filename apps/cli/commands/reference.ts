import type { Command } from 'commander';
import { print } from '../output.js';

/** Used by completion scripts only. */
const INTERNAL = 'complete';

/** Prints the list of commands in docs/cli-commands.md. */
export function addReference(program: Command): void {
  program
    .command('reference')
    .description('Lists every command.')
    .action(() => print(referenceOf(program)));
}

/** A line for each command with its arguments, and what it does. */
export function referenceOf(program: Command): string {
  const rows = commandsBelow(program).map((command) => [wordsOf(command), command.description()] as const);
  return rows.map(([words, description]) => `${words}\n    ${description}`).join('\n');
}

function commandsBelow({ commands }: Command): Command[] {
  // A group with arguments is a command itself.
  return commands
    .filter((command) => command.name() !== INTERNAL)
    .flatMap((command) => [
      ...(command.commands.length === 0 || command.registeredArguments.length > 0 ? [command] : []),
      ...commandsBelow(command),
    ]);
}

function wordsOf(command: Command): string {
  const names: string[] = [];
  for (let each: Command | null = command; each; each = each.parent) names.unshift(each.name());
  const args = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [...names, ...args].join(' ');
}
