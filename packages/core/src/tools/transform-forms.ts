import {
  aFunction,
  aRecord,
  assertFields,
  assertForms,
  type OptionForm,
  type OptionForms,
} from '../base/option-forms.ts';

const targetForms: OptionForms = { display: aRecord, transcript: aRecord };

const phaseForms: OptionForms = {
  input: aFunction,
  inputDelta: aFunction,
  output: aFunction,
  error: aFunction,
  // of parts that are still to come: a call that would need them is not run
  approval: aFunction,
  suspend: aFunction,
  resume: aFunction,
};

const someTargets: OptionForm = {
  is: `a list of ${Object.keys(targetForms).join(' and ')}`,
  fits: (value) =>
    Array.isArray(value) && value.every((target) => Object.hasOwn(targetForms, target)),
};

const policyForms: OptionForms = { transformToolPayload: aFunction, targets: someTargets };

/**
 * A word that is misspelt would leave a payload uncovered, so it is refused.
 * @throws TenonError `TOOL_OPTION_INVALID`
 */
export function assertTransform(transform: unknown, owner: string): void {
  if (transform === undefined || transform === null) return;
  const error = 'TOOL_OPTION_INVALID';
  assertForms({ transform }, { transform: aRecord }, { place: owner, error });
  assertFields(transform, targetForms, [], { place: `${owner}: transform`, error });
  for (const [target, phases] of Object.entries(transform)) {
    if (phases === undefined) continue;
    assertFields(phases, phaseForms, [], { place: `${owner}: transform.${target}`, error });
  }
}

/**
 * The same for a policy, wherever it was given.
 * @throws TenonError `AGENT_OPTION_INVALID`
 */
export function assertTransformPolicy(transform: unknown, owner: string): void {
  if (transform === undefined || transform === null) return;
  const error = 'AGENT_OPTION_INVALID';
  assertForms({ transform }, { transform: aRecord }, { place: owner, error });
  assertFields(transform, policyForms, ['transformToolPayload'], {
    place: `${owner}: transform`,
    error,
  });
}
