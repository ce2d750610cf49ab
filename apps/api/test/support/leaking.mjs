/** Loaded into a process that has to be found out: it keeps twenty kilobytes of every request. */
import { Server } from 'node:http';

const kept = [];
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, ...values) {
  if (event === 'request') kept.push(new Array(2560).fill(kept.length + 0.5));
  return emit.call(this, event, ...values);
};
