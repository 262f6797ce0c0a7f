import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><title>${title}</title><style>body { font-family: serif }</style></head>
<body><nav><a href="/">Home</a> <a href="/opening-hours">Opening hours</a> <a href="/workshops">Workshops</a></nav>
<h1>${title}</h1>${body}<script>console.log('counted')</script></body></html>`;

const pages: Readonly<Record<string, string>> = {
  '/': page('The joinery library', '<p>Books and tools for people who work in wood.</p>'),
  '/opening-hours': page(
    'Opening hours',
    '<table><tr><th>day</th><th>open</th></tr><tr><td>Tuesday</td><td>10 to 18</td></tr><tr><td>Saturday</td><td>10 to 14</td></tr></table>',
  ),
  '/workshops': page(
    'Workshops',
    '<ul><li>Mortise and tenon, 12 March, 8 places</li><li>Dovetails, 26 March, full</li></ul>',
  ),
};

/** A small site on this machine; the intranet of this example. */
export interface Site {
  /** Without a slash at the end. */
  readonly url: string;
  close(): void;
}

export async function startSite(): Promise<Site> {
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/old-hours') {
      response.writeHead(301, { location: '/opening-hours' }).end();
      return;
    }
    const found = pages[url];
    response.writeHead(found === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
    });
    response.end(found ?? page('Nothing here', '<p>There is no such page.</p>'));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
