import { csvOf } from './csv';

describe('rows as CSV', () => {
  it('have the fields of the API as columns', () => {
    const rows = [
      { id: 'chrg_1', amount: 150_000, metadata: { order: '1042' }, failure_code: null },
      { id: 'chrg_2', about: 'Tea, "hot"\nand cold', disputed: false },
    ];
    expect(csvOf(rows)).toBe(
      [
        'id,amount,metadata,failure_code,about,disputed',
        'chrg_1,150000,"{""order"":""1042""}",,,',
        'chrg_2,,,,"Tea, ""hot""\nand cold",false',
        '',
      ].join('\r\n'),
    );
  });

  it('are empty without rows', () => {
    expect(csvOf([])).toBe('\r\n');
  });
});
