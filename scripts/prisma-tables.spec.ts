import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dir = mkdtempSync(join(tmpdir(), 'tollgate-tables-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** Generates the table of a model with one field, as Prisma does. Returns its answer. */
function generate(documentation: string): { error?: { message: string } } {
  const field = { name: 'cardId', dbName: 'card_id', kind: 'scalar', isRequired: true, documentation };
  const models = [{ name: 'Card', dbName: 'card', fields: [field], uniqueFields: [] }];
  const params = { dmmf: { datamodel: { models } }, generator: { output: { value: dir } } };
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'generate', params })}\n`;
  const { stderr } = spawnSync(process.execPath, ['scripts/prisma-tables.mjs'], { encoding: 'utf8', input });
  return JSON.parse(stderr) as { error?: { message: string } };
}

it('the tags of a column are read beside its comment', () => {
  expect(generate('Its card.\n@personal\n@refers card')).not.toHaveProperty('error');
  const source = readFileSync(join(dir, 'tables.ts'), 'utf8');
  const [json = ''] = /\{.*\}/s.exec(source) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    card: { personal: ['card_id'], references: { card_id: ['card'] } },
  });
});

it.each(['@refers crad', '@refers', '@refer card', '@personal data'])('the tag %s is rejected', (tag) => {
  const message = `Card.cardId: ${tag} is neither @personal nor @refers with known tables`;
  expect(generate(tag)).toMatchObject({ error: { message } });
});
