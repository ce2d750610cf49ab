/**
 * Refuses the spread of an object or array literal (`...{ a, b }`, `...[a, b]`): it says the same as its elements
 * written out, and only keeps a formatter from giving each a line of its own.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const noLiteralSpread = {
  meta: {
    type: 'suggestion',
    fixable: 'code',
    docs: { description: 'Write the elements of a literal out instead of spreading it.' },
    messages: { literal: 'Write the elements out: a spread literal only packs lines.' },
    schema: [],
  },
  create(context) {
    const source = context.sourceCode;

    /** The text between the brackets, without a trailing comma. */
    const inner = (literal) => {
      const [open, close] = [source.getFirstToken(literal), source.getLastToken(literal)];
      const last = source.getTokenBefore(close);
      const end = last.value === ',' ? last.range[0] : close.range[0];
      return source.text.slice(open.range[1], end).trim();
    };

    /** Replaces an element by its parts; an empty literal goes with the comma beside it. */
    const writeOut = (node, literal) => (fixer) => {
      const text = inner(literal);
      if (text) return fixer.replaceText(node, text);
      const comma = source.getTokenAfter(node);
      return comma.value === ','
        ? fixer.removeRange([node.range[0], comma.range[1]])
        : fixer.replaceText(node, '');
    };

    const attribute = (property) => {
      if (property.type === 'SpreadElement') return `{${source.getText(property)}}`;
      const name = property.key.name ?? property.key.value;
      return `${name}={${source.getText(property.value)}}`;
    };

    return {
      SpreadElement(node) {
        const { argument, parent } = node;
        const insideObject = parent.type === 'ObjectExpression';
        const wanted = insideObject ? 'ObjectExpression' : 'ArrayExpression';
        if (argument.type !== wanted) return;
        context.report({ node, messageId: 'literal', fix: writeOut(node, argument) });
      },
      JSXSpreadAttribute(node) {
        if (node.argument.type !== 'ObjectExpression') return;
        const attributes = node.argument.properties.map(attribute);
        const fix = (fixer) => fixer.replaceText(node, attributes.join(' '));
        context.report({ node, messageId: 'literal', fix });
      },
    };
  },
};
