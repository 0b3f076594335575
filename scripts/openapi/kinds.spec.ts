import ts from 'typescript';
import { LISTS } from '../../apps/console/src/api/generated/kinds.js';
import { PREFIXES } from '#kernel/ids.js';
import { ALL_RESOURCES, objectsOf } from '#resources/api-resources.js';
import { kindsSource } from './kinds.mjs';

const listed = objectsOf(ALL_RESOURCES).flatMap((object) =>
  object.listed ? [{ ...object, ...object.listed }] : [],
);

/** The module that is made of this definition. */
function sourceOf(definition: string): string {
  const files: Record<string, string> = {
    'define.ts': `export declare const defineResource: <T>(data: T) => T, statusesIn: (column: string, values: readonly string[]) => object;`,
    'bean.rules.ts': `export const BEAN_STATUSES = ['raw', 'roasted'] as const;`,
    'bean.resource.ts': `import { defineResource, statusesIn } from './define.js';
      import { BEAN_STATUSES } from './bean.rules.js';
      ${definition}`,
  };
  const textOf = (name: string): string | undefined => files[name.slice(1)];
  const options = { noLib: true, module: ts.ModuleKind.NodeNext };
  const program = ts.createProgram(['/bean.resource.ts'], options, {
    ...ts.createCompilerHost(options),
    getCurrentDirectory: () => '/',
    fileExists: (name) => textOf(name) !== undefined,
    getSourceFile: (name, target) => {
      const text = textOf(name);
      return text === undefined ? undefined : ts.createSourceFile(name, text, target, true);
    },
  });
  return kindsSource(program, program.getTypeChecker(), { bean: 'bean' });
}

describe('the lists of the console', () => {
  it('have each listed kind, with its prefix and its statuses in their order', () => {
    const expected = listed.map(({ kind, statuses = {} }) => [
      `${kind}s`,
      { prefix: PREFIXES[kind], statuses: Object.keys(statuses) },
    ]);
    expect(LISTS).toMatchObject(Object.fromEntries(expected));
    expect(Object.keys(LISTS).toSorted()).toEqual(expected.map(([name]) => name).toSorted());
  });

  it('have titles, statuses of any form, and columns with facts', () => {
    const made = sourceOf(`const OTHERS = { burnt: 'x' };
      export const BEAN = defineResource({
        kind: 'bean',
        listed: {
          statuses: { ...statusesIn('bean.status', BEAN_STATUSES), ...OTHERS, sold: 'y' },
          columns: { amount: 'a', currency: 'b' },
          facts: { balance: () => 1 },
        },
      });`);
    expect(made).toContain(
      '{"beans":{"prefix":"bean","title":"Beans","one":"Bean","statuses":["raw","roasted","burnt","sold"]}}',
    );
    expect(made).toContain(`readonly beans: 'amount' | 'currency' | 'balance';`);
  });

  it.each([
    [
      'a kind that is not written out',
      `const KIND = 'bean'; export const BEAN = defineResource({ kind: KIND });`,
      /kind is written out/,
    ],
    [
      'statuses that are computed',
      `declare const some: { of: object }; export const BEAN = defineResource({ kind: 'bean', listed: { statuses: some.of, columns: {} } });`,
      /some.of must be a constant/,
    ],
  ])('cannot be made of %s', (_what, definition, problem) =>
    expect(() => sourceOf(definition)).toThrow(problem),
  );
});
