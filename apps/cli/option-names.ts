import type { Command } from 'commander';

/** Options that have another name than their parameter, of the commands that have them. */
const OTHER_NAMES: Readonly<Record<string, string>> = { webhook_secret: '--secret', limit: '--lines' };
/** `match[metadata][order]` is the part `metadata[order]` of `--match`. */
const PART = /^\[([^\]]*)\]/;

/**
 * An error of the control API with the command's options where it names their parameters: `--wait must be a
 * duration`. A parameter without an option, such as an argument, keeps its name.
 */
export function nameOptions(message: string, command: Command): string {
  const options = optionsByParameter(command);
  const name = [...options.keys()].join('|');
  if (name === '') return message;
  const toOption = (parameter: string, parts = ''): string =>
    `${options.get(parameter)}${parts && ` ${parts.replace(PART, '$1')}`}`;
  const subject = new RegExp(
    String.raw`(?<![\w[-])(${name})((?:\[[^\]]*\])*)(?= (?:must|requires|cannot|is required|is not a parameter)\b)`,
    'g',
  );
  const object = new RegExp(String.raw`(?<= (?:requires|combined with) )(${name})\b`, 'g');
  const list = /(?<=\b(?:exactly one of|it accepts) )[\w, ]+/;
  const inList = new RegExp(String.raw`\b(${name})\b`, 'g');
  return message
    .replaceAll(subject, (_, parameter: string, parts: string) => toOption(parameter, parts))
    .replaceAll(object, (_, parameter: string) => toOption(parameter))
    .replace(list, (names) => names.replaceAll(inList, (parameter) => toOption(parameter)));
}

function optionsByParameter({ options }: Command): ReadonlyMap<string, string> {
  const flags = options.flatMap(({ long }) => long ?? []);
  const others = Object.entries(OTHER_NAMES).filter(([, flag]) => flags.includes(flag));
  return new Map([
    ...flags.map((flag) => [flag.replace(/^--(with-)?/, '').replaceAll('-', '_'), flag] as const),
    ...others,
  ]);
}
