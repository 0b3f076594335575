import type { Command } from 'commander';
import { print } from '../output.js';

/** Prints the list of commands in docs/cli-commands.md. */
export function addReference(program: Command): void {
  program.command('reference', { hidden: true }).action(() => print(referenceOf(program)));
}

/** A line for each command with its arguments, and what it does. */
export function referenceOf(program: Command): string {
  const rows = commandsBelow(program).map((command) => [wordsOf(command), command.description()] as const);
  return rows.map(([words, description]) => `${words}\n    ${description}`).join('\n');
}

function commandsBelow(command: Command): Command[] {
  const visible = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help');
  // A group with arguments is a command itself.
  return visible.flatMap((each) => [
    ...(each.commands.length === 0 || each.registeredArguments.length > 0 ? [each] : []),
    ...commandsBelow(each),
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
