import { Argument, type Command } from 'commander';
import { print } from '../output.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Each script calls `tollgate complete`. */
const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `_tollgate() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(tollgate complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tollgate tollgate`,
  zsh: `#compdef tollgate
_tollgate() {
  compadd -- \${(f)"$(tollgate complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"}
}
compdef _tollgate tollgate`,
  fish: `complete -c tollgate -f -a '(tollgate complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
};

/** Prints a completion script, which calls the hidden command `complete`. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description(
      'Prints a completion script: source <(tollgate completion bash), or tollgate completion fish | source',
    )
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => print(SCRIPTS[shell]));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => print(completionsOf(program, words).join('\n')));
}

/** Candidates for the last word: commands, or options if it starts with a dash. */
export function completionsOf(program: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = before.reduce<Command>(
    (found, word) => found.commands.find((each) => each.name() === word) ?? found,
    program,
  );
  const candidates = last.startsWith('-')
    ? command
        .createHelp()
        .visibleOptions(command)
        .flatMap(({ long }) => long ?? [])
    : command
        .createHelp()
        .visibleCommands(command)
        .map((each) => each.name());
  return candidates.filter((candidate) => candidate.startsWith(last));
}
