import { AsSent, Check, Clearable, FormBoolean, NonZero, Optional, readDto, Text, Unchecked } from './dto.js';

class ParentDto {
  @Optional()
  @Text(5)
  optional?: string;

  @Clearable()
  @Text(5)
  clearable?: string | null;
}

class ExampleDto extends ParentDto {
  @Unchecked()
  unchecked?: unknown;

  @Unchecked()
  @NonZero()
  nonZero?: unknown;

  @AsSent()
  asSent?: unknown;

  @FormBoolean()
  flag?: boolean;
}

const read = (sent: object): object => ({ ...readDto(ExampleDto, sent).dto });
/** As on the control host, where nothing is left out. */
const readAll = (sent: object): object => ({ ...readDto(ExampleDto, sent, { emptyIsUnset: false }).dto });

describe('a DTO that is read', () => {
  it('has its own parameters and its parent’s, and no others', () => {
    const sent = { optional: 'a', unchecked: 1, unknown: 2, toString: 'x', constructor: 'y' };
    expect(read(sent)).toEqual({ optional: 'a', unchecked: 1 });
    expect(readDto(ExampleDto, sent).dto).toBeInstanceOf(ExampleDto);
  });

  it.each([
    ['', { clearable: null, asSent: '' }],
    [null, { asSent: null }],
    [{}, { asSent: {} }],
    [[], { asSent: [] }],
    [{ a: [null] }, { asSent: { a: [null] } }],
    [undefined, {}],
  ])('reads %j as each parameter means it', (empty, expected) => {
    const sent = {
      optional: empty,
      clearable: empty,
      unchecked: empty,
      nonZero: empty,
      asSent: empty,
      flag: empty,
    };
    expect(read(sent)).toEqual(expected);
    expect(readDto(ExampleDto, sent).problems).toEqual([]);
  });

  it.each<[unknown, boolean]>([
    [true, true],
    ['true', true],
    [1, true],
    ['1', true],
    ['True', true],
    ['FALSE', false],
    [false, false],
    ['false', false],
    [0, false],
    ['0', false],
  ])('reads %j as a boolean', (sent, expected) => {
    expect(read({ flag: sent })).toMatchObject({ flag: expected });
  });

  it('is cleared by null only where nothing is left out', () => {
    expect(readAll({ clearable: null, optional: null })).toEqual({ clearable: null });
  });

  it.each([[0], ['0']])('takes %j for not sent where it cannot be meant', (zero) => {
    expect(read({ nonZero: zero, unchecked: zero })).toEqual({ unchecked: zero });
    expect(read({ nonZero: 1 })).toEqual({ nonZero: 1 });
  });

  it('has numbers where texts are meant as texts', () => {
    expect(read({ optional: 0, clearable: 12345 })).toEqual({ optional: '0', clearable: '12345' });
    expect(readDto(ExampleDto, { optional: 123456 }).problems).toEqual([
      'optional is too long (maximum is 5 characters)',
    ]);
    expect(readDto(ExampleDto, { optional: true }).problems).toEqual(['optional must be a string']);
  });

  it('leaves what is inside a parameter as it is, whatever its names', () => {
    const inside = {
      constructor: 'Acme',
      toString: 1,
      then: { constructor: { name: 'Array' } },
      hasOwnProperty: 0,
      length: -1,
    };
    const { dto, problems } = readDto(ExampleDto, { unchecked: inside, asSent: [inside] });
    expect(problems).toEqual([]);
    expect([dto.unchecked, (dto.asSent as unknown[])[0]]).toEqual([inside, inside]);
  });

  it('says everything that is wrong with it', () => {
    class StrictDto {
      @Check((value, name) => (value === 'good' ? undefined : `${name} must be good`))
      strict?: unknown;
    }
    expect(readDto(StrictDto, {}).problems).toEqual(['strict must be good']);
    expect(readDto(ExampleDto, { optional: 'too long', flag: 'yes' }).problems).toEqual([
      'flag must be true or false',
      'optional is too long (maximum is 5 characters)',
    ]);
  });
});
