// Rules of the project's own, for oxlint.
const timeFromClock = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
        context.report({ node, message: 'Time comes from the Clock.' });
    },
  }),
};

/**
 * Prisma's own transaction has the statements of its `tx` only: those of `this.database` take other connections,
 * and it waits for one outside of the limit on transactions.
 */
const transactionOfDatabase = {
  create: (context) => {
    const report = (node, name) =>
      name === '$transaction' && context.report({ node, message: 'Transactions are Database.atomically.' });
    return {
      Identifier: (node) => report(node, node.name),
      Literal: (node) => report(node, node.value),
    };
  },
};

/** Prisma's operations on rows of a relation. */
const NESTED_WRITES = new Set([
  'connect',
  'connectOrCreate',
  'create',
  'createMany',
  'delete',
  'deleteMany',
  'disconnect',
  'set',
  'update',
  'updateMany',
  'upsert',
]);

/**
 * Prisma merges simultaneous calls of `findUnique`, also those of different transactions, and begins a
 * transaction of its own for rows that are written with another. Sees names and `data` that are written out.
 */
const oneStatement = {
  create: (context) => ({
    MemberExpression(node) {
      if (/^findUnique(OrThrow)?$/.test(node.property.name ?? ''))
        context.report({
          node,
          message: 'Use findFirst: Prisma merges findUnique of different transactions.',
        });
    },
    Property(node) {
      if (node.key.name !== 'data' || node.value.type !== 'ObjectExpression') return;
      for (const { value } of node.value.properties)
        for (const inner of value?.type === 'ObjectExpression' ? value.properties : [])
          if (NESTED_WRITES.has(inner.key?.name))
            context.report({ node: inner, message: 'Write these rows in a statement of their own.' });
    },
  }),
};

export default {
  meta: { name: 'tollgate' },
  rules: {
    'one-statement': oneStatement,
    'time-from-clock': timeFromClock,
    'transaction-of-database': transactionOfDatabase,
  },
};
