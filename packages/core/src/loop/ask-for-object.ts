import type { ProviderOptions } from '../messages/index.ts';
import type { AnswerFormat, ModelRequest, ModelSession } from '../models/index.ts';
import type { ObjectPlan } from './object-plan.ts';

/** The request as it asks one model for the value: by a response format, or in words. */
export function askForObject(
  given: ModelRequest,
  { json, injection, providerOptions: own }: ObjectPlan,
  session: ModelSession,
): ModelRequest {
  const request = own === undefined ? given : { ...given, providerOptions: over(given, own) };
  if (injection === undefined || injection.isNative(session, request.tools !== undefined)) {
    return { ...request, responseFormat: { type: 'json', schema: json } };
  }
  return { ...request, prompt: injection.into(request.prompt) };
}

/** Provider by provider: what is said of the value counts first. */
function over({ providerOptions }: ModelRequest, own: ProviderOptions): ProviderOptions {
  const merged: Record<string, ProviderOptions[string]> = { ...providerOptions };
  for (const [provider, options] of Object.entries(own)) {
    merged[provider] = { ...merged[provider], ...options };
  }
  return merged;
}

/** A value that an answer is to hold. */
export interface ExpectedObject {
  readonly plan: ObjectPlan;
  /** How the model was told of its schema. */
  readonly format: AnswerFormat;
}

export function expectedOf(
  plan: ObjectPlan,
  { responseFormat }: ModelRequest,
  session: ModelSession,
): ExpectedObject {
  const { json, injection } = plan;
  const isInWords = injection !== undefined && responseFormat === undefined;
  return { plan, format: isInWords ? injection.format : session.answerFormat(json) };
}
