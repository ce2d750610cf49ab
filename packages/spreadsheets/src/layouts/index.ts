import type { LayoutInfo } from '../types.js';
import { bancaDelPiemonte } from './banca-del-piemonte.js';
import { bancoBpm } from './banco-bpm.js';
import { bancoposta } from './bancoposta.js';
import { bbva } from './bbva.js';
import { bper } from './bper.js';
import { creditAgricole } from './credit-agricole.js';
import { fibado } from './fibado.js';
import { fineco } from './fineco.js';
import { hype } from './hype.js';
import { illimity } from './illimity.js';
import { ing } from './ing.js';
import { intesaSanpaolo } from './intesa-sanpaolo.js';
import type { Layout } from './layout.js';
import { mediobancaPremier } from './mediobanca-premier.js';
import { mediolanum } from './mediolanum.js';
import { n26 } from './n26.js';
import { paypal } from './paypal.js';
import { revolut } from './revolut.js';
import { sella } from './sella.js';
import { satispay } from './satispay.js';
import { standardFormats } from './standard.js';
import { tradeRepublic } from './trade-republic.js';
import { unicredit } from './unicredit.js';
import { webank } from './webank.js';
import { widiba } from './widiba.js';

/** Every layout that is recognised by its header. */
export const LAYOUTS: readonly Layout[] = [
  ...intesaSanpaolo,
  ...unicredit,
  ...fineco,
  ...ing,
  ...bancoposta,
  ...bper,
  ...sella,
  ...mediolanum,
  ...illimity,
  ...widiba,
  ...webank,
  ...mediobancaPremier,
  ...creditAgricole,
  ...bancoBpm,
  ...bbva,
  ...revolut,
  ...n26,
  ...bancaDelPiemonte,
  ...paypal,
  ...hype,
  ...satispay,
  ...tradeRepublic,
  ...standardFormats,
  ...fibado,
];

export const layoutById = (id: string): Layout | undefined => LAYOUTS.find((layout) => layout.id === id);

/** Columns told by the words of their header, for banks without a layout of their own. */
export const GENERIC: LayoutInfo = {
  id: 'generic',
  bank: '',
  product: '',
  formats: ['XLSX', 'XLS', 'HTML', 'CSV', 'XML'],
};

/** Columns told by a person. */
export const CUSTOM: LayoutInfo = { ...GENERIC, id: 'custom' };

/** What a list of layouts shows. */
export function listLayouts(): LayoutInfo[] {
  return [...LAYOUTS, GENERIC].map(({ id, bank, product, formats }) => ({ id, bank, product, formats }));
}
