// `npm run build`: builds all packages anew, after whatever set-up this clone needs.

import { setUp } from './setup.mjs';

await setUp({ alwaysBuild: true });
