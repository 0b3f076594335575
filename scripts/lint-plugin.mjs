// Rules of the project's own, for oxlint.
const timeFromClock = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
        context.report({ node, message: 'Time comes from the Clock.' });
    },
  }),
};

export default { meta: { name: 'tollgate' }, rules: { 'time-from-clock': timeFromClock } };
