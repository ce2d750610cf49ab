/** The flag by which a run is ended early; apart from the rest, so that setting it loads no engine. */

/** A flag that another thread can set. */
export const newStopFlag = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

export function setStopFlag(flag: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(flag), 0, 1);
}
