import { randomBytes } from 'node:crypto';
import request from 'supertest';
import { useGateway, useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const MEBIBYTE = 1024 * 1024;
const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  randomBytes(1_000),
]);
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1_000)]);

interface DocumentBody {
  readonly id: string;
  readonly download_uri: string;
  readonly [field: string]: unknown;
}

const gateway = useGateway();
let merchant: Merchant;
/** The path of an open dispute. */
let dispute: string;

beforeEach(async () => {
  merchant = await gateway.account();
  dispute = await openDispute();
});

async function openDispute(): Promise<string> {
  const { id } = await merchant.cardCharge();
  return ((await merchant.post(`/charges/${id}/disputes`)).body as { location: string }).location;
}

/** A POST of a multipart body, to which parts are to be added. */
function send(
  path = `${dispute}/documents`,
  shop = merchant,
  baseUrl = gateway.settings.baseUrl,
): request.Test {
  return request(baseUrl).post(path).auth(shop.key('secret'), '');
}

async function upload(name = 'photo.png', content = PNG): Promise<DocumentBody> {
  const { body, status } = await send().attach('file', content, name);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as DocumentBody;
}

/** Downloads without a key. */
async function download(uri: string): Promise<{ status: number; headers: Headers; content: Buffer }> {
  const answer = await fetch(uri);
  return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
}

const idsOf = (list: unknown): string[] => (list as { data: { id: string }[] }).data.map(({ id }) => id);

describe('a dispute document', () => {
  it('has the recorded fields, and is shown in its dispute', async () => {
    const document = await upload();
    expect(document.id).toMatch(/^docu_test_[0-9a-z]{19}$/);
    const location = `${dispute}/documents/${document.id}`;
    expect(Object.entries(document)).toEqual(
      Object.entries({
        object: 'document',
        id: document.id,
        livemode: false,
        location,
        created_at: document['created_at'],
        deleted: false,
        filename: 'photo.png',
        download_uri: document.download_uri,
      }),
    );
    expect((await merchant.get(location)).body).toEqual(document);
    expect((await merchant.get(dispute)).body).toMatchObject({
      status: 'open',
      documents: { total: 1, data: [document] },
    });
  });

  it('is downloaded with its address alone, byte for byte', async () => {
    const { id, download_uri: uri } = await upload('ใบเสร็จ "1" \ufffd.pdf', PDF);
    expect(uri).toMatch(
      new RegExp(`^${gateway.settings.baseUrl}${dispute}/documents/${id}/downloads/[0-9A-F]{16}$`),
    );
    const { status, headers, content } = await download(uri);
    expect(status).toBe(200);
    expect(content.equals(PDF)).toBe(true);
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      'application/pdf',
      'nosniff',
    ]);
    expect(headers.get('content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''%E0%B9%83/);
    const guess = uri.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect((await download(guess)).status).toBe(404);
    expect((await download(uri.replace(dispute, await openDispute()))).status).toBe(404);
  });

  it('can be large, up to a limit', async () => {
    const whole = Buffer.concat([PDF, Buffer.alloc(5 * MEBIBYTE - PDF.length, 7)]);
    const { download_uri: uri } = await upload('scan.pdf', whole);
    expect((await download(uri)).content.equals(whole)).toBe(true);
    const { status, body } = await send().attach(
      'file',
      Buffer.concat([whole, PDF.subarray(0, 1)]),
      'scan.pdf',
    );
    const message = 'file is too large (maximum is 5242880 bytes)';
    expect({ status, ...(body as object) }).toMatchObject({
      status: 400,
      object: 'error',
      code: 'bad_request',
      message,
    });
  });

  it('is deleted with its bytes', async () => {
    const document = await upload();
    const path = `${dispute}/documents/${document.id}`;
    expect((await merchant.delete(path)).body).toEqual({ ...document, deleted: true });
    const message = `document ${document.id} was not found`;
    for (const again of [merchant.get(path), merchant.delete(path)])
      expect((await again).body).toMatchObject({ code: 'not_found', message });
    expect((await download(document.download_uri)).status).toBe(404);
    expect((await merchant.get(dispute)).body).toMatchObject({ documents: { total: 0, data: [] } });
    expect(await gateway.database.disputeDocument.findUnique({ where: { id: document.id } })).toMatchObject({
      deleted: true,
      content: null,
    });
  });

  it('is visible only to its merchant', async () => {
    const document = await upload();
    const neighbour = await gateway.account();
    const path = `${dispute}/documents/${document.id}`;
    const gone = { code: 'not_found', message: `dispute ${dispute.replace('/disputes/', '')} was not found` };
    expect((await neighbour.get(path)).body).toMatchObject(gone);
    expect((await neighbour.delete(path)).body).toMatchObject(gone);
    expect((await merchant.get(`${dispute}/documents`, {}, 'live')).body).toMatchObject(gone);
    expect((await send(undefined, neighbour).attach('file', PNG, 'photo.png')).body).toMatchObject(gone);
    expect((await merchant.get(path.replace(dispute, await openDispute()))).body).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('the list of documents', () => {
  it('contains the dispute’s own documents, without deleted ones', async () => {
    const ids: string[] = [];
    for (const name of ['a.png', 'b.png', 'c.png']) ids.push((await upload(name)).id);
    await merchant.delete(`${dispute}/documents/${ids[1]}`);
    const { body } = await merchant.get(`${dispute}/documents`);
    expect(body).toMatchObject({ object: 'list', total: 2, limit: 20, location: `${dispute}/documents` });
    expect(idsOf(body)).toEqual([ids[0], ids[2]]);
    const { body: newest } = await merchant.get(`${dispute}/documents`, {
      limit: 1,
      order: 'reverse_chronological',
    });
    expect(idsOf(newest)).toEqual([ids[2]]);
    expect(idsOf(((await merchant.get(dispute)).body as { documents: object }).documents)).toEqual([
      ids[0],
      ids[2],
    ]);
  });
});

describe('an upload', () => {
  const answerOf = async (call: request.Test): Promise<object> => {
    const { status, body } = await call;
    return { status, ...(body as object) };
  };
  const wrongType = {
    status: 400,
    object: 'error',
    code: 'invalid_file_type',
    message: 'invalid content-type',
  };
  const missing = { status: 400, object: 'error', code: 'missing_file', message: 'request contains no file' };

  it('is rejected with unsupported content, whatever its name and type', async () => {
    const text = Buffer.from('hello');
    expect(
      await answerOf(send().attach('file', text, { filename: 'photo.png', contentType: 'image/png' })),
    ).toMatchObject(wrongType);
    expect(await answerOf(send().attach('file', PNG, 'page.html'))).toMatchObject(wrongType);
    expect(await answerOf(send().attach('file', Buffer.alloc(0), 'photo.png'))).toMatchObject(wrongType);
  });

  it('is rejected without a file', async () => {
    expect(await answerOf(send().field('note', 'x'))).toMatchObject(missing);
    expect(await answerOf(send().field('file', 'photo.png'))).toMatchObject(missing);
    expect(await answerOf(merchant.post(`${dispute}/documents`, { file: 'photo.png' }))).toMatchObject(
      missing,
    );
    expect(await answerOf(send())).toMatchObject(missing);
  });

  it('is rejected with more than one file', async () => {
    const call = send().attach('file', PNG, 'a.png').attach('file', PNG, 'b.png');
    expect(await answerOf(call)).toMatchObject({ status: 400, code: 'bad_request' });
  });

  it.each(['photo', 'file[]'])('is rejected with its file in the part `%s`, not `file`', async (part) => {
    expect(await answerOf(send().attach(part, PNG, 'a.png'))).toMatchObject({
      status: 400,
      code: 'missing_file',
    });
  });

  it.each([
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=x', 'no boundary'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf of it',
    ],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__[a]"\r\n\r\n1\r\n--x--\r\n',
    ],
  ])('is rejected if it cannot be read: %s %j', async (type, body) => {
    expect(await answerOf(send().set('Content-Type', type).send(body))).toMatchObject({
      status: 400,
      object: 'error',
    });
  });

  it.each([
    ['name="file"; filename="\u00e9.png"', PNG],
    ['name="note"', Buffer.from('\u00e9', 'latin1')],
  ])('is rejected if a part with %s is not UTF-8', async (part, content) => {
    const head = Buffer.from(`--x\r\nContent-Disposition: form-data; ${part}\r\n\r\n`, 'latin1');
    const answer = await fetch(`${gateway.settings.baseUrl}${dispute}/documents`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${merchant.key('secret')}:`)}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: Buffer.concat([head, content, Buffer.from('\r\n--x--\r\n')]),
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: 'bad_request', message: 'the multipart body is not valid UTF-8' },
    ]);
  });

  it('is rejected without a key, before its body is read', async () => {
    const call = request(gateway.settings.baseUrl)
      .post(`${dispute}/documents`)
      .attach('file', PNG, 'photo.png');
    expect(await answerOf(call)).toMatchObject({ status: 401, code: 'authentication_failure' });
  });

  it('is rejected on routes that take no file', async () => {
    const call = send('/customers').attach('file', PNG, 'photo.png');
    const message = 'Content-Type must be application/x-www-form-urlencoded or application/json';
    expect(await answerOf(call)).toMatchObject({ status: 400, code: 'bad_request', message });
  });

  it('is rejected if the dispute has twenty documents', async () => {
    for (let count = 0; count < 20; count += 1) await upload();
    const message = 'a dispute has at most 20 documents; delete one first';
    expect(await answerOf(send().attach('file', PNG, 'photo.png'))).toMatchObject({
      code: 'bad_request',
      message,
    });
  });
});

describe('dispute documents', () => {
  it('are read-only once the dispute is no longer open', async () => {
    const document = await upload();
    const path = `${dispute}/documents/${document.id}`;
    await merchant.patch(dispute, { message: 'see the photo' });
    const locked = {
      object: 'error',
      code: 'documents_locked',
      message: 'documents list cannot be modified',
    };
    expect((await send().attach('file', PNG, 'photo.png')).body).toMatchObject(locked);
    expect((await merchant.delete(path)).body).toMatchObject(locked);
    await merchant.patch(`${dispute}/close`, { status: 'won' });
    expect((await merchant.delete(path)).body).toMatchObject(locked);
    expect((await merchant.get(path)).body).toEqual(document);
    expect((await download(document.download_uri)).status).toBe(200);
  });

  it('emit dispute.update when added or deleted', async () => {
    const { id } = await upload();
    await merchant.delete(`${dispute}/documents/${id}`);
    const { data } = (await merchant.get('/events')).body as {
      data: { key: string; data: { documents: { total: number } } }[];
    };
    const updates = data.filter(({ key }) => key === 'dispute.update');
    expect(updates.map((event) => event.data.documents.total)).toEqual([1, 0]);
  });
});

describe('concurrent uploads to two gateways', () => {
  const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));

  it('are rejected while the dispute is accepted', async () => {
    for (let run = 0; run < 5; run += 1) {
      dispute = await openDispute();
      const [accepted, ...uploads] = await Promise.all([
        merchant.patch(`${dispute}/accept`),
        send().attach('file', PNG, 'a.png'),
        send(undefined, merchant, twin.settings.baseUrl).attach('file', PNG, 'b.png'),
      ]);
      const codes = uploads.map(({ status, body }) =>
        status === 200 ? 'ok' : (body as { code: string }).code,
      );
      expect(
        [accepted.status, ...new Set(codes)].filter(
          (code) => ![200, 'ok', 'documents_locked'].includes(code),
        ),
      ).toEqual([]);
      const { body } = await merchant.get(dispute);
      expect(body).toMatchObject({
        status: 'lost',
        documents: { total: codes.filter((code) => code === 'ok').length },
      });
    }
  });
});
