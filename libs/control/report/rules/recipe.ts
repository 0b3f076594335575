import type { FaultParams } from '../../faults/rules/fault-terms.js';

/** A step towards a situation, as a command of the CLI and as a call of the test helpers. */
export type Step =
  | { readonly scenario: string; readonly with?: Readonly<Record<string, string | number>> }
  | { readonly fault: FaultParams }
  | { readonly set: Readonly<Record<string, string | boolean>> }
  | { readonly advance: string }
  /** A request with the live secret key. */
  | { readonly live: string }
  /** An action of the customer or the shop. */
  | { readonly then: string };

/** The steps as commands in the environment of the sandbox, one a line. Actions are comments. */
export function commandOf(steps: readonly Step[]): string {
  return steps.map(commandOfStep).join('\n');
}

/** The steps as lines of a test with `@tollgate/testing`. */
export function helperOf(steps: readonly Step[]): string {
  return steps.map(helperOfStep).join('\n');
}

function commandOfStep(step: Step): string {
  if ('scenario' in step) return `tollgate scenario run ${step.scenario}${optionsOf(step.with ?? {})}`;
  if ('fault' in step) return `tollgate fault set${optionsOf(step.fault)}`;
  if ('set' in step) return `tollgate sandbox update${optionsOf(step.set)}`;
  if ('advance' in step) return `tollgate clock advance ${step.advance}`;
  if ('live' in step) return `curl "$TOLLGATE_API_URL${step.live}" -u "$TOLLGATE_LIVE_SECRET_KEY:"`;
  return `# ${step.then}`;
}

function helperOfStep(step: Step): string {
  if ('scenario' in step)
    return `await tollgate.control('POST', '/scenarios/${step.scenario}/run'${bodyOf(step.with)});`;
  if ('fault' in step) return `await tollgate.control('POST', '/faults'${bodyOf(step.fault)});`;
  if ('set' in step) return `await tollgate.update(${literalOf(step.set)});`;
  if ('advance' in step) return `await tollgate.advance('${step.advance}');`;
  if ('live' in step)
    return [
      "const live = Buffer.from(`${tollgate.env.TOLLGATE_LIVE_SECRET_KEY}:`).toString('base64');",
      `await fetch(\`\${tollgate.env.TOLLGATE_API_URL}${step.live}\`, { headers: { authorization: \`Basic \${live}\` } });`,
    ].join('\n');
  return `// ${step.then}`;
}

function bodyOf(body: object | undefined): string {
  return body === undefined ? '' : `, { body: ${literalOf(body)} }`;
}

/** A value as JavaScript: keys without quotes where they need none. */
function literalOf(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([key, part]) => `${/^[a-z_]\w*$/i.test(key) ? key : `'${key}'`}: ${literalOf(part)}`,
  );
  return `{ ${parts.join(', ')} }`;
}

/** Parameters as options: `--on api --do status=503`. */
function optionsOf(parameters: object): string {
  return Object.entries(parameters)
    .flatMap(([name, value]: [string, unknown]) => {
      const option = ` --${name.replaceAll('_', '-')} `;
      if (typeof value !== 'object' || value === null) return [`${option}${quoted(String(value))}`];
      return partsOf(value).map((part) => `${option}${quoted(part)}`);
    })
    .join('');
}

function partsOf(value: object): string[] {
  return Object.entries(value).map(([key, part]) => `${key}=${String(part as string)}`);
}

function quoted(word: string): string {
  return /^[\w./:=@+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
