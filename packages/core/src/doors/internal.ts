// For the packages of Tenon itself: names here may change in any release.
export { toJsonSafe } from '../messages/index.ts';
export {
  defaultWorld,
  loadModel,
  type ProviderRow,
  providers,
  type RouterWorld,
} from '../models/index.ts';
