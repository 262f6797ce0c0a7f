export { createDomains, type SqlDomainsOptions } from './domains.ts';
export type { JsonPlace, SqlFlavor } from './flavor.ts';
export { migrate } from './migrate.ts';
export type { Tables } from './tables.ts';
