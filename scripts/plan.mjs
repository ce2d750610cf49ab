/**
 * `npm run plan -- FILE [--json]`: plans the household of a file without server or database and prints the plan.
 *
 * The file holds what `POST optimizer/what-if` takes: `{ "problem": …, "options": … }`, or the problem alone. Exit
 * code 0 with a plan, 1 when the file is wrong (the path of the field is named), 2 when no plan can keep the limits.
 */
import { readFileSync } from 'node:fs';
import { installDependencies, requireNode } from './setup.mjs';

const USAGE = 'Uso: npm run plan -- FILE.json [--json]';

function fail(...lines) {
  for (const line of lines) console.error(line);
  process.exit(1);
}

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = flags.find((flag) => !['--json', '--help'].includes(flag));
if (flags.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
if (unknown !== undefined) fail(`Opzione sconosciuta: ${unknown}`, USAGE);
if (files.length !== 1) fail(USAGE);

requireNode();
const body = readBody(files[0]);
installDependencies();
await import('./typescript.mjs');
const { optimizer } = await import('../packages/contracts/src/index.ts');
const { checkProblem, checkTransfers } = await import('../packages/planning/src/index.ts');
const { optimize, NoPlanInTimeError } = await import('../packages/optimizer/src/index.ts');

const { problem, options } = soundRequest(body);
const result = await optimize(problem, options).catch((error) => {
  if (!(error instanceof NoPlanInTimeError)) throw error;
  return fail(
    'Nel tempo concesso non ho trovato un piano, né la prova che non ne esistano: riprova con più tempo.',
  );
});
console.log(flags.includes('--json') ? JSON.stringify(result, null, 2) : report(problem, result));
process.exitCode = result.status === 'INFEASIBLE' ? 2 : 0;

// ---------------------------------------------------------------------------------------------- reading

function readBody(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    fail(`Non riesco a leggere ${file}: ${error.code === 'ENOENT' ? 'il file non esiste' : error.message}`);
  }
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, ''));
    const isProblem =
      value !== null && typeof value === 'object' && !('problem' in value) && 'quarter' in value;
    return isProblem ? { problem: value } : value;
  } catch (error) {
    return fail(`${file} non è JSON valido: ${error.message}`);
  }
}

/** The request by the contract and by the rules of a sound problem; otherwise every wrong field, then exit 1. */
function soundRequest(value) {
  const read = optimizer.whatIf.body.safeParse(value);
  if (!read.success) {
    failFields(
      read.error.issues.flatMap(({ path, message, keys }) =>
        (keys ?? [undefined]).map((key) => ({
          path: [...path, ...(key === undefined ? [] : [key])].join('.') || '(file)',
          message,
        })),
      ),
    );
  }
  const { problem, options } = read.data;
  failFields(checkProblem(problem).map(({ path, message }) => ({ path: `problem.${path}`, message })));
  const forced = checkTransfers(problem, options?.forced ?? []);
  failFields(
    forced.map(({ path, message }) => ({ path: path.replace(/^transfers/, 'options.forced'), message })),
  );
  return { problem, options: options ?? {} };
}

function failFields(issues) {
  if (issues.length === 0) return;
  const shown = issues.slice(0, 20).map(({ path, message }) => `  ${path}: ${message}`);
  const more =
    issues.length > shown.length
      ? [`  … e ${counted(issues.length - shown.length, 'un altro', 'altri')}`]
      : [];
  fail(`${files[0]} contiene ${counted(issues.length, 'un errore', 'errori')}:`, ...shown, ...more);
}

// ---------------------------------------------------------------------------------------------- printing

function euro(cents) {
  return new Intl.NumberFormat('it-IT', { style: 'currency', currency: 'EUR', useGrouping: 'always' })
    .format(cents / 100)
    .replaceAll('\u00a0', ' ');
}

/** `un conto`, `2 conti`; of nothing the plural. */
function counted(count, one, many) {
  return count === 1 ? one : `${count} ${many}`;
}

function italianDay(day) {
  return day.split('-').reverse().join('/');
}

function table(head, rows, right) {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column].length)),
  );
  const line = (cells) =>
    cells
      .map((cell, column) =>
        right.has(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
      )
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)];
}

function report(problem, result) {
  const names = new Map(problem.accounts.map(({ id, name }) => [id, name]));
  const name = (id) => names.get(id) ?? id;
  const title = `Trimestre dal ${italianDay(problem.quarter)}: ${counted(problem.setups.length, 'un conto', 'conti')}`;
  const body =
    result.status === 'INFEASIBLE'
      ? conflictLines(result, name)
      : [...planLines(result, name), '', ...sums(result)];
  return [title, '', ...body, '', solverLine(result)].join('\n');
}

function planLines(result, name) {
  if (result.transfers.length === 0)
    return ['Nessun trasferimento conviene: i soldi stanno già al loro posto.'];
  const reasons = {
    RATE_GAIN: 'tasso migliore',
    DUTY_AVOIDED: 'bollo evitato',
    FEE_WAIVED: 'canone azzerato',
    MINIMUM_KEPT: 'saldo minimo',
    MAXIMUM_KEPT: 'saldo massimo',
    GUARANTEE_KEPT: 'garanzia depositi',
    NEEDED_FOR_BILL: 'serve per una spesa',
  };
  return table(
    ['Data', 'Da', 'A', 'Importo', 'Motivo', 'Vale'],
    result.transfers.map((transfer) => [
      italianDay(transfer.date),
      name(transfer.fromAccountId),
      name(transfer.toAccountId),
      euro(transfer.amountCents),
      reasons[transfer.reason],
      worth(transfer),
    ]),
    new Set([3, 5]),
  );
}

function worth({ marginalCents, unpriced }) {
  if (unpriced) return '–';
  return marginalCents === null ? 'indispensabile' : euro(marginalCents);
}

function sums(result) {
  const status =
    result.status === 'OPTIMAL' ? 'ottimo dimostrato' : 'ammissibile, ottimo non ancora dimostrato';
  const rows = [
    ['Rendimento netto senza trasferimenti', euro(result.baseline.netReturnCents)],
    ['Rendimento netto con il piano', euro(result.netReturnCents)],
    ['Guadagno', euro(result.gainCents)],
    ['Valore del piano, tolto il disturbo', euro(result.objectiveCents)],
    ['Nessun piano può superare', euro(result.boundCents)],
  ];
  const [left, right] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)));
  const broken = result.baseline.violations.length;
  return [
    ...rows.map(([label, value]) => `${label.padEnd(left)}  ${value.padStart(right)}`),
    `Stato: ${status} (scarto ${euro(result.gapCents)})`,
    ...(broken === 0
      ? []
      : [
          broken === 1
            ? 'Senza il piano si violerebbe un limite.'
            : `Senza il piano si violerebbero ${broken} limiti.`,
        ]),
  ];
}

function conflictLines(result, name) {
  const limits = {
    minBalanceCents: 'abbassare il saldo minimo',
    maxBalanceCents: 'alzare il saldo massimo',
    guaranteeLimitCents: 'alzare il limite di garanzia',
    singleLimitCents: 'alzare il limite per trasferimento',
    dailyLimitCents: 'alzare il limite al giorno',
    maxTransfers: 'permettere più trasferimenti',
  };
  return [
    'Nessun piano rispetta tutti i limiti:',
    ...result.conflicts.map(({ kind, accountId, date, missingCents, holder, relaxation }) => {
      const what = {
        BELOW_MINIMUM: `a «${name(accountId)}» mancano ${euro(missingCents)}`,
        ABOVE_MAXIMUM: `«${name(accountId)}» ha ${euro(missingCents)} di troppo`,
        GUARANTEE_EXCEEDED: `${holder ?? name(accountId)} supera la garanzia di ${euro(missingCents)}`,
        TRANSFER_NOT_ALLOWED: `«${name(accountId)}» non ammette il trasferimento`,
        SINGLE_LIMIT_EXCEEDED: `da «${name(accountId)}» un trasferimento supera il limite di ${euro(missingCents)}`,
        DAILY_LIMIT_EXCEEDED: `da «${name(accountId)}» i trasferimenti del giorno superano il limite di ${euro(missingCents)}`,
      }[kind];
      const cure =
        relaxation === undefined
          ? ''
          : `; basterebbe ${limits[relaxation.limit] ?? relaxation.limit}` +
            (relaxation.byCents > 0 ? ` di ${euro(relaxation.byCents)}` : '');
      return `  dal ${italianDay(date)} ${what}${cure}`;
    }),
  ];
}

function solverLine({ solver }) {
  const seconds = (solver.timeMs / 1000).toFixed(2).replace('.', ',');
  return `${solver.engine} ${solver.version}, ${seconds} s, ${counted(solver.rows, 'una riga', 'righe')}, ${counted(solver.columns, 'una colonna', 'colonne')}, ${counted(solver.integers, 'una decisione', 'decisioni')}`;
}
