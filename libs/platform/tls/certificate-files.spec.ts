import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCertificates } from './certificate-files.js';
import { makeAuthority } from './certificates.js';

const NAMES = ['api.omise.co', 'vault.omise.co'];
const FILES = ['ca-key.pem', 'ca.jks', 'ca.pem', 'server-key.pem', 'server.pem'];
const now = new Date();

describe('certificates that are kept', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-tls-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const at = (file: string): string => join(folder, 'tls', file);
  const find = (names = NAMES): ReturnType<typeof findCertificates> => findCertificates(folder, names, now);
  const contents = (): Promise<Buffer[]> => Promise.all(FILES.map((file) => readFile(at(file))));
  const modeOf = async (file: string): Promise<number> => (await stat(at(file))).mode & 0o777;
  const isVouchedFor = async ({ certificate }: { certificate: string }): Promise<boolean> =>
    new X509Certificate(certificate).verify(new X509Certificate(await readFile(at('ca.pem'))).publicKey);

  it('are the same, to the byte, at the next start', async () => {
    expect((await find()).isNewAuthority).toBe(true);
    const before = await contents();
    expect((await find()).isNewAuthority).toBe(false);
    expect(await contents()).toEqual(before);
    expect((await find(['api.pay.example'])).isNewAuthority).toBe(true);
  });

  it('are those of one start where several begin at once', async () => {
    const found = await Promise.all([find(), find(), find(), find()]);
    expect(new Set(found.map(({ certificate }) => certificate)).size).toBe(1);
    expect(await Promise.all(found.map(isVouchedFor))).toEqual([true, true, true, true]);
    expect((await readdir(join(folder, 'tls'))).sort()).toEqual(FILES);
  });

  it('have keys that only their owner reads, whatever came before', async () => {
    await find();
    const before = await contents();
    for (const key of ['ca-key.pem', 'server-key.pem']) await chmod(at(key), 0o644);
    await find();
    expect([await modeOf('ca-key.pem'), await modeOf('server-key.pem'), await modeOf('ca.pem')]).toEqual([
      0o600, 0o600, 0o644,
    ]);
    expect(await contents()).toEqual(before);
  });

  it.each([
    ['ca.pem', ''],
    ['ca-key.pem', 'nonsense'],
    ['server.pem', '-----BEGIN CERTIFICATE-----\nMIIB'],
    ['server-key.pem', ''],
    ['ca.jks', 'feedfeed'],
  ])('are mended where %s holds %j', async (file, text) => {
    await find();
    await writeFile(at(file), text);
    expect(await isVouchedFor(await find())).toBe(true);
    const before = await contents();
    await find();
    expect(await contents()).toEqual(before);
  });

  it('are renewed for another authority', async () => {
    await find();
    await writeFile(at('ca.pem'), (await makeAuthority(['shop.example'], now)).certificate);
    expect(await isVouchedFor(await find())).toBe(true);
  });

  it('are made after a start that was killed while it made them', async () => {
    await mkdir(join(folder, 'tls'));
    await writeFile(at('.lock'), '');
    await utimes(at('.lock'), 1, 1);
    await writeFile(at('ca-key.pem.new'), 'half');
    expect(await isVouchedFor(await find())).toBe(true);
    expect((await readdir(join(folder, 'tls'))).sort()).toEqual(FILES);
  }, 30_000);

  it('cause an error where they cannot be written', async () => {
    await writeFile(join(folder, 'tls'), '');
    await expect(find()).rejects.toThrow(/TLS: cannot read or write certificates in .*: EEXIST/);
  });
});
