/**
 * Names of a model's columns and rows, made only when a person wants to read the program: by account and day where the
 * column is a flow or a balance, else by block and number.
 */

import type { Names } from '../modelling/lp-file.js';
import type { Block } from '../modelling/program.js';
import type { PlanModel } from './plan-model.js';

export function namesOf(model: PlanModel): Names {
  const { builder, household, nodes } = model;
  const program = builder.build();
  const columns = numbered(builder.blocks, program.columns, ({ firstColumn }) => firstColumn);
  const set = (column: number | undefined, ...parts: readonly string[]): void => {
    if (column !== undefined && column >= 0) columns[column] = parts.join('_');
  };
  const account = (index: number): string =>
    (household.accounts[index]?.id ?? String(index)).replaceAll(/[^A-Za-z0-9]/g, '.');
  const day = (node: number): string => {
    const { first = 0, kind } = nodes[node] ?? {};
    const date = household.timeline.plan.grid.days[first] ?? String(first);
    return `${kind === 'SPAN' ? 'from.' : ''}${date.replaceAll('-', '.')}`;
  };
  for (const [direction, flows] of [
    ['send', model.sends],
    ['receive', model.receives],
  ] as const) {
    for (const flow of flows) {
      const end = [account(flow.account), day(flow.node)];
      set(flow.column, direction, ...end);
      set(flow.weighted, direction, 'weighted', ...end);
      set(flow.binary, direction, 'used', ...end);
    }
  }
  for (const arc of model.arcs) {
    const ends = [account(arc.from), account(arc.to), day(arc.node)];
    set(arc.column, 'transfer', ...ends);
    set(arc.weighted, 'transfer', 'weighted', ...ends);
    set(arc.binary, 'transfer', 'used', ...ends);
  }
  // A column that stands for several days is called by the first.
  for (const node of [...nodes.keys()].reverse()) {
    for (const { index } of household.accounts) {
      set(model.level[index]?.[node], 'level', account(index), day(node));
      set(model.balance[index]?.[node], 'balance', account(index), day(node));
    }
  }
  for (const { key, decision } of model.thresholds) {
    set(decision?.column, 'threshold', key.replaceAll(/[^A-Za-z0-9]/g, '.'));
  }
  return { columns, rows: numbered(builder.blocks, program.rows, ({ firstRow }) => firstRow) };
}

function numbered(blocks: readonly Block[], count: number, firstOf: (block: Block) => number): string[] {
  const names: string[] = [];
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    const end = next === undefined ? count : firstOf(next);
    for (let at = firstOf(block); at < end; at += 1) {
      names[at] = `${block.name}_${String(at - firstOf(block) + 1)}`;
    }
  }
  return names;
}
