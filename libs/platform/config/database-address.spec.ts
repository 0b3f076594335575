import { databaseServers, databaseUrl } from './database-address.js';
import { parse } from './setting-types.js';

describe('DATABASE_URL', () => {
  it.each([
    ['postgresql://db/tollgate', ['postgresql://db/tollgate'], false],
    [
      'postgres://db/tollgate?target_session_attrs=read-write',
      ['postgres://db/tollgate?target_session_attrs=read-write'],
      true,
    ],
    [
      'postgres://db/tollgate?schema=public&connection_limit=5',
      ['postgres://db/tollgate?schema=public&connection_limit=5'],
      false,
    ],
    [
      'postgresql://me:a,b%40@one:5432,[::1]:5433,three/tollgate?sslmode=verify-full',
      [
        'postgresql://me:a,b%40@one:5432/tollgate?sslmode=verify-full',
        'postgresql://me:a,b%40@[::1]:5433/tollgate?sslmode=verify-full',
        'postgresql://me:a,b%40@three/tollgate?sslmode=verify-full',
      ],
      true,
    ],
  ])('%s names these servers', (url, urls, seeksPrimary) => {
    expect(parse(databaseUrl, url)).toEqual({ value: url });
    expect(databaseServers(url)).toEqual({ urls, seeksPrimary });
  });

  it.each([
    ['mysql://me:hunter2@one,two/tollgate', 'starts with postgres:// or postgresql://'],
    ['hunter2:5432', 'starts with postgres:// or postgresql://'],
    ['hunter2', 'starts with postgres:// or postgresql://'],
    ['postgresql://me:hunter2@one,,two/tollgate', 'comma-separated list of hosts'],
    ['postgresql://me:hunter2@one,two:port/tollgate', 'comma-separated list of hosts'],
    ['postgresql://me:hunter2@one:99999/tollgate', 'a port from 1 to 65535'],
    ['postgresql://me:hunter2@one:port/tollgate', 'a port from 1 to 65535'],
    ['postgresql://me:hunter2@one,two:0/tollgate', 'a port from 1 to 65535'],
    ['postgresql://me:hunter2@one,two/tollgate?host=three', 'no parameter host'],
    [
      'postgresql://me:hunter2@one/tollgate?options=-c%20statement_timeout%3D50000',
      'must have no parameter options',
    ],
    ['postgresql://me:hunter2@one/tollgate?schema=shop', 'must have no parameter schema'],
    ['postgresql://me:hunter2@one,two/tollgate?schema=', 'must have no parameter schema'],
    [
      'postgresql://me:hunter2@one,two/tollgate?target_session_attrs=prefer-standby',
      'except read-write or primary',
    ],
  ])('%s is refused, in words that tell no secret', (url, why) => {
    const result = parse(databaseUrl, url);
    expect(result).toEqual({ problem: expect.stringMatching(/^must [^\n]+$/) as string });
    expect(JSON.stringify(result)).toContain(why);
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });
});
