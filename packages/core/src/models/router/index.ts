export { loadModel, type ModelResolver, type RouterWorld } from './load-model.ts';
export { type ModelName, type ModelReference, parseModelName } from './model-name.ts';
export { type ProviderRow, providers } from './providers.ts';
export { defaultWorld } from './world.ts';
