/** The most collaborators a class of the API is given by its constructor. */
export const MOST_COLLABORATORS = 6;

const WHOLE = 'reads and writes every kind of row of a household';
const STEPS = 'one use case whose steps are other services; its transaction holds them together';
const ACCESS = 'one change of access: rights, sessions, mails and audit in one transaction';

/** Class, its collaborators today, why: a list that only gets shorter. */
export const MANY_COLLABORATORS = [
  ['DemoHousehold', 9, WHOLE],
  [
    'CalendarFeedService',
    7,
    'an address without a session: rights, limits, rows and secrets are checked here',
  ],
  ['ExportsService', 14, WHOLE],
  ['OperationsService', 9, STEPS],
  ['SetupsService', 8, STEPS],
  ['Promotion', 11, STEPS],
  ['RealChanges', 8, STEPS],
  ['ScenariosService', 7, STEPS],
  ['Housekeeping', 8, 'deletes expired rows of every feature of identity'],
  ['TenantsService', 8, ACCESS],
  ['MembershipRequestsService', 11, ACCESS],
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
