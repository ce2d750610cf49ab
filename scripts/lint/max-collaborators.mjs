/** The most collaborators a class of the API is given by its constructor. */
export const MOST_COLLABORATORS = 6;

const WHOLE = 'reads and writes every kind of row of a household';
const STEPS = 'one use case whose steps are other services; its transaction holds them together';

/** Class, its collaborators today, why: a list that only gets shorter. */
export const MANY_COLLABORATORS = [
  ['DemoHousehold', 9, WHOLE],
  ['ExportsService', 14, WHOLE],
  ['OperationsService', 9, STEPS],
  ['SetupsService', 8, STEPS],
  ['Promotion', 11, STEPS],
  ['RealChanges', 8, STEPS],
];
const EXCEPTIONS = new Map(MANY_COLLABORATORS.map(([name, most]) => [name, most]));

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
        const most = EXCEPTIONS.get(name) ?? MOST_COLLABORATORS;
        if (count > most) context.report({ node, messageId: 'tooMany', data: { name, count, most } });
      },
    };
  },
};
