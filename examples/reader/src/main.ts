import { createReader } from './agent.ts';
import { startSite } from './site.ts';

const site = await startSite();
try {
  const reader = createReader();
  for (const path of ['/opening-hours', '/workshops', '/old-hours']) {
    const { text } = await reader.generate(`Fetch the page ${site.url}${path}`);
    console.log(`${text}\n`);
  }
} finally {
  site.close();
}
