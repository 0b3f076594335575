import { readRedisAddress, redisUrl } from './redis-address.js';
import { parse } from './setting-types.js';

const SECRET = 'hunter2';
const plain = { sentinel: {}, database: 0, isTls: false };

describe('REDIS_URL', () => {
  it.each([
    ['redis://queue', { ...plain, kind: 'one', hosts: [{ host: 'queue', port: 6379 }] }],
    ['redis://[::1]:6380/3', { ...plain, kind: 'one', hosts: [{ host: '::1', port: 6380 }], database: 3 }],
    [
      'redis://:p%40ss@queue',
      { ...plain, kind: 'one', hosts: [{ host: 'queue', port: 6379 }], password: 'p@ss' },
    ],
    [
      'rediss://me:secret@queue:1?ssl_ca_certs=/etc/ca.pem',
      {
        ...plain,
        kind: 'one',
        hosts: [{ host: 'queue', port: 1 }],
        username: 'me',
        password: 'secret',
        isTls: true,
        caFile: '/etc/ca.pem',
      },
    ],
    [
      'redis+sentinel://me:secret@a,b:1,[::1]:2/main/4?sentinel_username=you&sentinel_password=other%26',
      {
        ...plain,
        kind: 'sentinel',
        hosts: [
          { host: 'a', port: 26379 },
          { host: 'b', port: 1 },
          { host: '::1', port: 2 },
        ],
        username: 'me',
        password: 'secret',
        sentinel: { username: 'you', password: 'other&' },
        master: 'main',
        database: 4,
      },
    ],
    [
      'rediss+sentinel://a/main',
      { ...plain, kind: 'sentinel', hosts: [{ host: 'a', port: 26379 }], master: 'main', isTls: true },
    ],
    [
      'redis+cluster://:secret@a:1,b',
      {
        ...plain,
        kind: 'cluster',
        hosts: [
          { host: 'a', port: 1 },
          { host: 'b', port: 6379 },
        ],
        password: 'secret',
      },
    ],
    ['rediss+cluster://a/0', { ...plain, kind: 'cluster', hosts: [{ host: 'a', port: 6379 }], isTls: true }],
  ])('%s says where Redis is and how it is entered', (url, address) => {
    expect(readRedisAddress(url)).toEqual(address);
  });

  it.each([
    ['https://:hunter2@queue', 'starts with one of redis://, rediss://'],
    ['hunter2', 'starts with one of redis://, rediss://'],
    ['redis+cluster://:hunter2@a,,b', 'name a host'],
    ['redis+cluster://:hunter2@a,b:port', 'name a host'],
    ['redis://:hunter2@a:99999', 'a port from 1 to 65535'],
    ['redis+sentinel://:hunter2@a:1,b:port/main', 'a port from 1 to 65535'],
    ['redis://:hunter2@a,b', 'name one host'],
    ['redis://:hunter2@a/main', 'end with the number of a database'],
    ['redis://:hunter2@a/1/2', 'end with the number of a database'],
    ['redis+sentinel://:hunter2@a,b', 'name the master'],
    ['redis+sentinel://:hunter2@a,b/main/x', 'end with the number of a database'],
    ['redis+cluster://:hunter2@a/1', 'name no database'],
    [
      'redis+sentinel://a/main?sentinel_pasword=hunter2',
      'no parameters except ssl_ca_certs, sentinel_username, sentinel_password',
    ],
    ['redis://a?sentinel_password=hunter2', 'no parameters except ssl_ca_certs'],
    ['redis://a?ssl_ca_certs=/etc/hunter2.pem', 'start with rediss'],
  ])('%s is refused, in words that tell no secret', (url, why) => {
    const result = parse(redisUrl, url);
    const { problem } = 'problem' in result ? result : { problem: '' };
    expect(problem).toMatch(/^must [^\n]+$/);
    expect(problem).toContain(why);
    expect(problem).not.toContain(SECRET);
  });
});
