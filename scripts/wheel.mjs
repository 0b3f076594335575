// Writes a wheel, which pip installs without a build and Python imports from where it is: a zip archive, here
// without compression, whose folder .dist-info says what is in it.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const VERSION_NEEDED = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1980-01-01, so that the same sources are the same file. */
const DATE = 0x0021;
const MODE = 0o644 << 16;

/**
 * @param {string} folder
 * @param {{ name: string, version: string, summary: string, license: string, python: string, entryPoints:
 * string, modules: Record<string, string> }} wheel
 */
export function writeWheel(folder, { name, version, summary, license, python, entryPoints, modules }) {
  const distribution = `${name.replaceAll('-', '_')}-${version}`;
  const info = `${distribution}.dist-info`;
  const files = {
    ...modules,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\nSummary: ${summary}\nLicense: ${license}\nRequires-Python: ${python}\n`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: tollgate\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/entry_points.txt`]: entryPoints,
  };
  const record = Object.entries(files).map(
    ([path, text]) => `${path},sha256=${digestOf(text)},${Buffer.byteLength(text)}\n`,
  );
  const path = join(folder, `${distribution}-py3-none-any.whl`);
  writeFileSync(path, zipOf({ ...files, [`${info}/RECORD`]: `${record.join('')}${info}/RECORD,,\n` }));
  console.log(path);
}

function digestOf(text) {
  return createHash('sha256').update(text).digest('base64url');
}

function zipOf(files) {
  const locals = [];
  const centrals = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    const facts = [
      words(VERSION_NEEDED, FLAGS, 0, 0, DATE),
      longs(crc32(content), content.length, content.length),
      words(name.length, 0),
    ];
    locals.push(longs(0x04034b50), ...facts, name, content);
    centrals.push(
      longs(0x02014b50),
      words(0x0300 | VERSION_NEEDED),
      ...facts,
      words(0, 0, 0),
      longs(MODE, offset),
      name,
    );
    offset += 30 + name.length + content.length;
  }
  const directory = Buffer.concat(centrals);
  const count = Object.keys(files).length;
  const end = [longs(0x06054b50), words(0, 0, count, count), longs(directory.length, offset), words(0)];
  return Buffer.concat([...locals, directory, ...end]);
}

function words(...numbers) {
  return Buffer.from(Uint16Array.from(numbers).buffer);
}

function longs(...numbers) {
  return Buffer.from(Uint32Array.from(numbers.map((number) => number >>> 0)).buffer);
}
