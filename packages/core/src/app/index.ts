export { Tenon, type TenonConfig } from './tenon.ts';
