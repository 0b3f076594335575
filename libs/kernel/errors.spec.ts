import {
  ApiError,
  ERRORS,
  fail,
  failNotFound,
  throwProblems,
  joinSentence,
  type ErrorCode,
} from './errors.js';

const CODES = Object.keys(ERRORS) as ErrorCode[];

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('an API error', () => {
  it('is sent with four keys, in this order', () => {
    expect(JSON.stringify(new ApiError('failed_capture', 'charge was already captured').toBody())).toBe(
      '{"object":"error","location":"https://www.omise.co/api-errors#failed-capture","code":"failed_capture","message":"charge was already captured"}',
    );
  });

  it.each(CODES.map((code) => [code]))('%s has a status, a message and a location with dashes', (code) => {
    const error = new ApiError(code);
    expect(error.status.toString()).toMatch(/^[45]\d\d$/);
    expect(error.message).toMatch(/^\S.*\S$/);
    expect(error.toBody().location).toMatch(/^https:\/\/www\.omise\.co\/api-errors#[a-z]+(-[a-z]+)*$/);
    expect(error.toBody().location.split('#')[1]?.split('-')).toEqual(code.split('_'));
  });

  it.each<[ErrorCode, number]>([
    ['bad_request', 400],
    ['expired_charge', 400],
    ['failed_capture', 400],
    ['failed_expire', 400],
    ['failed_reverse', 400],
    ['invalid_charge', 400],
    ['authentication_failure', 401],
    ['not_found', 404],
    ['service_not_found', 404],
    ['internal_error', 500],
    ['service_unavailable', 503],
  ])('%s has the status %d', (code, status) => {
    expect(new ApiError(code).status).toBe(status);
  });

  it('has a name and a stack for the log', () => {
    expect(new ApiError('bad_request')).toBeInstanceOf(Error);
    expect(String(new ApiError('bad_request'))).toBe('ApiError: bad request');
  });
});

describe('fail', () => {
  it('throws the code with its default message', () => {
    expect(thrownBy(() => fail('expired_charge'))).toMatchObject({
      code: 'expired_charge',
      message: 'charge expired',
    });
  });

  it('throws the code with the given message', () => {
    expect(thrownBy(() => fail('bad_request', 'limit must be a number'))).toMatchObject({
      code: 'bad_request',
      message: 'limit must be a number',
    });
  });

  it('names an object that was not found', () => {
    expect(thrownBy(() => failNotFound('charge', 'chrg_test_0'))).toMatchObject({
      status: 404,
      code: 'not_found',
      message: 'charge chrg_test_0 was not found',
    });
  });
});

describe('throwProblems', () => {
  it('does nothing without problems', () => {
    expect(() => throwProblems('invalid_charge', [])).not.toThrow();
  });

  it('throws a single problem unchanged', () => {
    expect(thrownBy(() => throwProblems('bad_request', ['one is wrong']))).toMatchObject({
      code: 'bad_request',
      message: 'one is wrong',
    });
  });

  it('joins problems in one sentence', () => {
    expect(thrownBy(() => throwProblems('invalid_charge', ['one is wrong', 'two is wrong']))).toMatchObject({
      code: 'invalid_charge',
      message: 'one is wrong and two is wrong',
    });
  });
});

describe('joinSentence', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b, and c'],
    [['a', 'b', 'c', 'd'], 'a, b, c, and d'],
  ])('makes one sentence of %p', (parts, sentence) => {
    expect(joinSentence(parts)).toBe(sentence);
  });
});
