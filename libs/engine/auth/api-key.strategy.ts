import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { BasicStrategy } from 'passport-http';

/** Stands in for the password that callers of this API leave empty. */
const NO_PASSWORD = 'none';

/**
 * passport-http refuses an empty password, and this API's keys come with one: here it is filled in before it
 * is looked at.
 */
class BasicWithoutPassword extends BasicStrategy {
  override authenticate(req: Request): void {
    const [, encoded = ''] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(req.headers.authorization ?? '') ?? [];
    const [userName = ''] = Buffer.from(encoded, 'base64').toString().split(':');
    const authorization = `Basic ${Buffer.from(`${userName}:${NO_PASSWORD}`).toString('base64')}`;
    super.authenticate({ headers: { authorization } } as Request);
  }
}

/**
 * HTTP Basic with an API key as the user name (docs/fidelity.md K1). Passport has one registry of strategies
 * for all applications of a process, so this one knows nothing of any: it answers the key that was sent, and
 * the guard looks that up in its own application.
 */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(BasicWithoutPassword, 'api-key') {
  validate(key: string): string {
    return key;
  }
}
