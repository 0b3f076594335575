import { AsSent, Check, Clearable, FormBoolean, Optional, readDto, Text, Unchecked } from './dto.js';

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

  @AsSent()
  asSent?: unknown;

  @FormBoolean()
  flag?: boolean;
}

const read = (sent: object): object => readDto(ExampleDto, sent).dto;

describe('a DTO that is read', () => {
  it('has its own parameters and its parent’s, and no others', () => {
    const sent = { optional: 'a', unchecked: 1, unknown: 2, toString: 'x', constructor: 'y' };
    expect({ ...read(sent) }).toEqual({ optional: 'a', clearable: undefined, unchecked: 1, asSent: undefined, flag: undefined });
    expect(read(sent)).toBeInstanceOf(ExampleDto);
  });

  it.each([
    ['', { optional: undefined, clearable: null, unchecked: undefined, asSent: '', flag: undefined }],
    [null, { optional: undefined, clearable: null, unchecked: undefined, asSent: null, flag: undefined }],
    [{}, { optional: undefined, clearable: null, unchecked: undefined, asSent: {}, flag: undefined }],
    [undefined, { optional: undefined, clearable: undefined, unchecked: undefined, asSent: undefined, flag: undefined }],
  ])('reads %j as each parameter means it', (empty, expected) => {
    const sent = { optional: empty, clearable: empty, unchecked: empty, asSent: empty, flag: empty };
    expect({ ...read(sent) }).toEqual(expected);
    expect(readDto(ExampleDto, sent).problems).toEqual([]);
  });

  it.each<[unknown, boolean]>([
    [true, true],
    ['true', true],
    [1, true],
    ['1', true],
    [false, false],
    ['false', false],
    [0, false],
    ['0', false],
  ])('reads %j as a boolean', (sent, expected) => {
    expect(read({ flag: sent })).toMatchObject({ flag: expected });
  });

  it('leaves what is inside a parameter as it is, whatever its names', () => {
    const inside = { constructor: 'Acme', toString: 1, then: { constructor: { name: 'Array' } }, hasOwnProperty: null, length: -1 };
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
