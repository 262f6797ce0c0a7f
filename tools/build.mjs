// `npm run build`: builds all packages anew, after whatever set-up this clone needs. `--if-needed` leaves a build of what
// is there now as it is.

import { setUp } from './setup.mjs';

await setUp({ alwaysBuild: !process.argv.includes('--if-needed') });
