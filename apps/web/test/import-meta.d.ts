/** In ES modules Jest's own object hangs on `import.meta`. */
interface ImportMeta {
  readonly jest: typeof jest;
}
