export { Agent } from '../agent/index.ts';
export { Tenon, Tenon as Mastra, type TenonConfig } from '../app/index.ts';
export type { ErrorCategory, ErrorCode, ErrorDomain, TenonErrorOptions } from '../base/errors.ts';
export { errorCodes, TenonError, TenonError as MastraError } from '../base/errors.ts';
export type { IdGenerator } from '../base/id.ts';
export { consoleLogger, type Logger } from '../base/logger.ts';
export { RequestContext } from '../base/request-context.ts';
export { createTool, Tool } from '../tools/index.ts';
