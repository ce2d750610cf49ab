/** The most collaborators a class of the API is given by its constructor. */
export const MOST_COLLABORATORS = 6;

/** @type {import('eslint').Rule.RuleModule} */
export const maxCollaborators = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { tooMany: '{{name}} has {{count}} collaborators; {{most}} are allowed.' },
  },
  create(context) {
    return {
      'MethodDefinition[kind="constructor"]'(node) {
        const owner = node.parent.parent;
        const name = owner.id?.name ?? 'the class';
        if (!owner.decorators?.length) return;
        const count = node.value.params.length;
        if (count > MOST_COLLABORATORS)
          context.report({ node, messageId: 'tooMany', data: { name, count, most: MOST_COLLABORATORS } });
      },
    };
  },
};
