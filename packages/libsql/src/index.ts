export { LibSQLStore, type LibSQLStoreOptions } from './libsql-store.ts';
