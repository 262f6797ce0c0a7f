import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fetchWith, startSite, watchSockets } from './testing/site.ts';

/** What may never be connected to, told by other means than the tool has. */
const refused = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const network of `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  ::/8 64:ff9b::/32 100::/8 2001::/23 2001:db8::/32 2002::/16 3ffe::/16 5f00::/16 4000::/2 8000::/1`.split(
  /\s+/,
)) {
  const [base = '', bits] = network.split('/');
  const family = base.includes(':') ? 'ipv6' : 'ipv4';
  refused[family].addSubnet(base, Number(bits), family);
}
/** An IPv6 list holds IPv4 addresses too, as mapped ones, so each family has its own. */
const isRefused = (address: string): boolean => {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return isIP(address) === 0 || refused[family].check(address, family);
};

const number = fc.oneof(
  fc.nat(255),
  fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255, 256, 4294967295),
);
const spelled = number.chain((value) =>
  fc.constantFrom(`${value}`, `0x${value.toString(16)}`, `0${value.toString(8)}`, `${value}.`),
);
const ipv4 = fc.array(spelled, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
const ipv4Plain = fc.tuple(number, fc.nat(255), fc.nat(255), fc.nat(255)).map((p) => p.join('.'));
const group = fc.nat(0xffff).map((value) => value.toString(16));
const ipv6 = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        '::',
        '::ffff:',
        '64:ff9b::',
        '2002:',
        '2001:0:',
        'fe80::',
        'fc00::',
        '::0:',
        '2001:db8::',
      ),
      fc.oneof(
        ipv4Plain,
        fc.tuple(group, group).map((groups) => groups.join(':')),
      ),
    )
    .map((parts) => parts.join('')),
  fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':')),
  fc.constantFrom('::', '::1', '::ffff:0:0', 'ff02::1', '0:0:0:0:0:ffff:7f00:1'),
);
const name = fc.constantFrom(
  'public.test',
  'inside.test',
  'mixed.test',
  'nowhere.test',
  'localhost',
  'a.localhost',
  'localhost.',
  'LOCALHOST',
  'ｌocalhost',
  '１２７.0.0.1',
  '127。0。0。1',
  '%6cocalhost',
  'local\u00adhost',
  'metadata.google.internal',
);
const host = fc.oneof(
  ipv4,
  ipv4Plain,
  ipv6.map((address) => `[${address}]`),
  name,
);
const url = fc
  .tuple(
    fc.constantFrom(
      'http://',
      'https://',
      'HTTP://',
      'http:',
      'http:\\\\',
      '//',
      'ftp://',
      'http://a@',
      'http://a:b@',
      'http://public.test#@',
      'http://public.test\\@',
      '\thttp://',
      'file://',
    ),
    host,
    fc.constantFrom('', ':80', ':8080', ':0', ':99999'),
    fc.constantFrom('', '/', '/x?y#z', '\\..\\', '@inside.test/', '#@inside.test'),
  )
  .map((parts) => parts.join(''));
const addresses = fc.array(fc.oneof(ipv4Plain, ipv6), { maxLength: 3 });
const names = fc.record(
  Object.fromEntries(
    ['public.test', 'inside.test', 'mixed.test', 'localhost', 'metadata.google.internal'].map(
      (key) => [key, addresses],
    ),
  ),
);

describe('a fetch', () => {
  it('never connects to an address that is refused, whatever the URL', async () => {
    const sockets = watchSockets();
    let connected = 0;
    await fc.assert(
      fc.asyncProperty(url, names, async (given, resolved) => {
        sockets.length = 0;
        const page = await fetchWith(given, { names: resolved });
        expect(page).toMatchObject({ isError: true, content: expect.any(String) });
        expect(sockets.filter(isRefused)).toEqual([]);
        connected += sockets.length;
      }),
      { numRuns: 10_000 },
    );
    // those of the public internet were asked, so that the count means something
    expect(connected).toBeGreaterThan(100);
  });

  it('never connects to one that a redirect leads to', async () => {
    let location = '';
    const { port } = await startSite({
      '/': (_, response) => response.writeHead(302, { location: encodeURI(location) }).end(),
    });
    const sockets = watchSockets();
    await fc.assert(
      fc.asyncProperty(url, names, async (given, resolved) => {
        sockets.length = 0;
        location = given;
        await fetchWith(`http://start.test:${port}/`, {
          names: { ...resolved, 'start.test': ['127.0.0.1'] },
          allow: ['start.test'],
        });
        expect(sockets[0]).toBe('127.0.0.1');
        // what stays on the site that was allowed asks it again
        expect(sockets.filter((address) => address !== '127.0.0.1').filter(isRefused)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
