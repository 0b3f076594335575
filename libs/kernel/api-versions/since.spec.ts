import { assertSince } from './since.js';

describe('a feature of a version', () => {
  it('exists in that version and later ones', () => {
    expect(() => assertSince('2017-11-02', '2017-11-02')).not.toThrow();
    expect(() => assertSince('2017-11-02', '2019-05-29')).not.toThrow();
  });

  it('is rejected in older versions, and the error names the required version', () => {
    const refuse = (): void => assertSince('2017-11-02', '2015-11-17');
    expect(refuse).toThrow(
      'you are using api version which does not support this operation; send Omise-Version 2017-11-02 or later',
    );
  });
});
