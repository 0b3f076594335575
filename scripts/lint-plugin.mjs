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

export default {
  meta: { name: 'tollgate' },
  rules: { 'time-from-clock': timeFromClock, 'transaction-of-database': transactionOfDatabase },
};
