import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { RequestContext } from '../../base/request-context.ts';
import { convert } from './convert.ts';
import type { FetchedPage } from './fetched-page.ts';
import { fetchWith, startSite, watchSockets } from './testing/site.ts';
import { createWebFetchTool, webFetchTool } from './web-fetch.ts';

const refused = {
  content: 'Failed to fetch URL: URL resolves to a private or reserved address.',
  isError: true,
};
const localFetch = createWebFetchTool({ allow: ['127.0.0.1'] });
const text = { 'content-type': 'text/plain' };

describe('webFetchTool', () => {
  it('gives the text of a page and what came with it', async () => {
    const { port, asked } = await startSite({
      '/page': (_, response) => response.writeHead(200, text).end('hello'),
    });
    const url = `http://127.0.0.1:${port}/page?x=1`;
    expect(await localFetch.execute({ url: `${url}#part` })).toEqual({
      content: 'hello',
      truncated: false,
      status: 200,
      statusText: 'OK',
      contentType: 'text/plain',
      url: `${url}#part`,
      ok: true,
    });
    expect(asked).toEqual([`127.0.0.1:${port}/page?x=1`]);
  });

  it('is called web_fetch, is read-only, and has typed input and output', async () => {
    expect(webFetchTool.id).toBe('web_fetch');
    expect(webFetchTool.mcp?.annotations).toEqual({ readOnlyHint: true, openWorldHint: true });
    expectTypeOf(webFetchTool.execute).parameter(0).toEqualTypeOf<{ url: string }>();
    expectTypeOf<
      Extract<Awaited<ReturnType<typeof webFetchTool.execute>>, { content: string }>
    >().toEqualTypeOf<FetchedPage>();
    expect(await webFetchTool.execute({ url: '' })).toMatchObject({ error: true });
  });

  it('gives the answer to an error with its status', async () => {
    const { port } = await startSite({
      '/broken': (_, response) => response.writeHead(500).end('It broke.'),
      '/nothing': (_, response) => response.writeHead(204).end(),
    });
    const at = (path: string) => localFetch.execute({ url: `http://127.0.0.1:${port}${path}` });
    expect(await at('/broken')).toMatchObject({
      content: 'It broke.',
      ok: false,
      status: 500,
      statusText: 'Internal Server Error',
      contentType: null,
    });
    expect(await at('/missing')).toMatchObject({ ok: false, status: 404 });
    expect(await at('/nothing')).toMatchObject({ content: '', ok: true, status: 204 });
  });

  it.each([
    ['ftp://example.com/x', 'Only HTTP and HTTPS URLs are supported.'],
    ['file:///etc/passwd', 'Only HTTP and HTTPS URLs are supported.'],
    ['javascript:alert(1)', 'Only HTTP and HTTPS URLs are supported.'],
    ['not a url', 'Only HTTP and HTTPS URLs are supported.'],
    ['http://', 'Only HTTP and HTTPS URLs are supported.'],
    ['http://[::1', 'Only HTTP and HTTPS URLs are supported.'],
  ])('asks nobody for %s', async (url, reason) => {
    const sockets = watchSockets();
    expect(await webFetchTool.execute({ url })).toEqual({
      content: `Failed to fetch URL: ${reason}`,
      isError: true,
    });
    expect(sockets).toEqual([]);
  });

  it.each([['http://ada:pw@example.com/'], ['http://ada@example.com/']])(
    'differs: asks nobody for a URL with a user name or a password, %s',
    async (url) => {
      const sockets = watchSockets();
      expect(await webFetchTool.execute({ url })).toEqual({
        content: 'Failed to fetch URL: URLs with a user name or a password are not supported.',
        isError: true,
      });
      expect(sockets).toEqual([]);
    },
  );

  it('tells no more of a header than people write into it', async () => {
    const { port } = await startSite({
      '/': (_, response) =>
        response
          .writeHead(200, 'x'.repeat(9_000), { 'content-type': `text/plain; ${'y'.repeat(5_000)}` })
          .end(),
    });
    const given = (await localFetch.execute({ url: `http://127.0.0.1:${port}/` })) as FetchedPage;
    expect([given.statusText?.length, given.contentType?.length]).toEqual([200, 200]);
  });

  it('does not repeat a name that is too long for any host', async () => {
    const given = await webFetchTool.execute({ url: `http://${'a'.repeat(1_000_000)}/` });
    expect(given).toEqual({
      content: 'Failed to fetch URL: There is no host of this name.',
      isError: true,
    });
  });

  it('says that nobody answers there', async () => {
    const { port, server } = await startSite({});
    await new Promise((resolve) => {
      server.close(resolve);
    });
    expect(await localFetch.execute({ url: `http://127.0.0.1:${port}/` })).toEqual({
      content: 'Failed to fetch URL: The connection was refused.',
      isError: true,
    });
  });

  it('says that the connection was closed before the answer, or in the middle of it', async () => {
    const { port } = await startSite({
      '/never': (_, response) => response.socket?.destroy(),
      '/half': (_, response) => {
        response.writeHead(200, { ...text, 'content-length': '1000' }).write('half');
        response.socket?.end();
      },
    });
    for (const path of ['/never', '/half']) {
      const { content, isError } = (await localFetch.execute({
        url: `http://127.0.0.1:${port}${path}`,
      })) as FetchedPage;
      expect({ content, isError }).toEqual({
        content: 'Failed to fetch URL: The connection was closed before the page was there.',
        isError: true,
      });
    }
  });
});

describe('addresses that are not of the public internet', () => {
  it.each(
    `localhost LOCALHOST localhost. a.localhost a.b.LocalHost. 127.0.0.1 127.8.8.8 127.1 127.0.1 2130706433 0x7f.1 0x7f000001
    0177.0.0.1 017700000001 0x7F.0x0.0x0.0x1 127.0.0.1. 0.0.0.0 0 0.1.2.3 10.1.2.3 10.255.255.255 167772161 100.64.0.1
    100.127.255.255 169.254.169.254 169.254.0.1 0xa9fea9fe 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.9 192.0.2.5
    192.88.99.1 192.168.1.1 192.168.0.0 0xc0.0xa8.1.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1
    239.255.255.255 240.0.0.1 255.255.255.255 [::] [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1]
    [::ffff:8.8.8.8] [::127.0.0.1] [::8.8.8.8] [64:ff9b::7f00:1] [64:ff9b::8.8.8.8] [64:ff9b:1::1] [2002:7f00:1::]
    [2002:808:808::] [2001:0:7f00:1::] [2001:db8::1] [2001:2::1] [2001:10::1] [3fff::1] [5f00::1] [100::1] [fc00::1]
    [fd12::1] [fe80::1] [fec0::1] [ff02::1] [4000::1] [1::1]`
      .split(/\s+/)
      .map((host) => [host]),
  )('%s is not asked', async (host) => {
    const sockets = watchSockets();
    expect(await webFetchTool.execute({ url: `http://${host}:8080/x` })).toEqual(refused);
    expect(sockets).toEqual([]);
  });

  it.each([['93.184.216.34'], ['[2606:4700::1111]'], ['[2a00:1450::1]']])(
    '%s is asked, for it is',
    async (host) => {
      const sockets = watchSockets();
      await webFetchTool.execute({ url: `http://${host}/` });
      expect(sockets).toEqual([host.replace(/[[\]]/g, '')]);
    },
  );

  it.each([
    [['10.0.0.5']],
    [['93.184.216.34', '10.0.0.5']],
    [['::1']],
    [['::ffff:93.184.216.34']],
    [['fe80::1%eth0']],
    [['not an address']],
    [[]],
  ])('are not asked by a name that has the addresses %j', async (addresses) => {
    const sockets = watchSockets();
    const names = { 'inside.test': addresses };
    expect(await fetchWith('http://inside.test/', { names })).toEqual(refused);
    expect(sockets).toEqual([]);
  });

  it('are not asked by a name that means something else the second time', async () => {
    const { port } = await startSite({ '/': (_, response) => response.end('first') });
    const sockets = watchSockets();
    const answers = [['127.0.0.1'], ['10.0.0.5'], ['10.0.0.6']];
    const names = {
      get 'turning.test'() {
        return answers.shift() ?? [];
      },
    };
    const url = `http://turning.test:${port}/`;
    const settings = { names, allow: ['127.0.0.1'] };
    expect(await fetchWith(url, settings)).toMatchObject({ content: 'first' });
    expect(await fetchWith(url, settings)).toEqual(refused);
    expect(sockets).toEqual(['127.0.0.1']);
    expect(answers).toEqual([['10.0.0.6']]);
  });
});

describe('redirects', () => {
  const redirect = (location: string) =>
    ((_, response) => response.writeHead(302, { location }).end('moved')) as Parameters<
      typeof startSite
    >[0][string];

  it('are followed, and the address at the end is told', async () => {
    const { port } = await startSite({
      '/a/b': redirect('../c?x=1'),
      '/c': redirect('/d%C3%A9'),
      '/d%C3%A9': (_, response) => response.end('arrived'),
    });
    expect(await localFetch.execute({ url: `http://127.0.0.1:${port}/a/b` })).toMatchObject({
      content: 'arrived',
      url: `http://127.0.0.1:${port}/d%C3%A9`,
    });
  });

  it('are followed five times and not six times', async () => {
    const { port, asked } = await startSite({
      '/hop': ({ url }, response) => {
        const left = Number(url?.split('=')[1]);
        if (left === 0) response.end('arrived');
        else response.writeHead(307, { location: `/hop?left=${left - 1}` }).end();
      },
    });
    const hop = (left: number) =>
      localFetch.execute({ url: `http://127.0.0.1:${port}/hop?left=${left}` });
    expect(await hop(5)).toMatchObject({ content: 'arrived' });
    expect(await hop(6)).toEqual({
      content: 'Failed to fetch URL: Too many redirects (maximum 5).',
      isError: true,
    });
    expect(asked).toHaveLength(6 + 6);
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data', refused.content],
    ['http://inside.test/', refused.content],
    ['//[::1]/', refused.content],
    ['ftp://public.test/', 'Failed to fetch URL: Only HTTP and HTTPS URLs are supported.'],
    ['file:///etc/passwd', 'Failed to fetch URL: Only HTTP and HTTPS URLs are supported.'],
    ['http://', 'Failed to fetch URL: Only HTTP and HTTPS URLs are supported.'],
    [
      'http://ada:pw@public.test/',
      'Failed to fetch URL: URLs with a user name or a password are not supported.',
    ],
  ])('to %s are not followed', async (location, content) => {
    const { port } = await startSite({ '/': redirect(location) });
    const sockets = watchSockets();
    const names = { 'public.test': ['127.0.0.1'], 'inside.test': ['10.0.0.5'] };
    const settings = { names, allow: ['public.test'] };
    expect(await fetchWith(`http://public.test:${port}/`, settings)).toEqual({
      content,
      isError: true,
    });
    expect(sockets).toEqual(['127.0.0.1']);
  });

  it('to another host take no headers of the user along', async () => {
    const keys: unknown[] = [];
    const { port } = await startSite({
      '/a': ({ headers }, response) => {
        keys.push(headers.authorization);
        response.writeHead(302, { location: '/b' }).end();
      },
      '/b': ({ headers }, response) => {
        keys.push(headers.authorization);
        response.writeHead(302, { location: `http://other.test:${port}/c` }).end();
      },
      '/c': ({ headers }, response) => {
        keys.push(headers.authorization, headers['user-agent']);
        response.end('arrived');
      },
    });
    const names = { 'public.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] };
    const allow = ['*.test'];
    const headers = { authorization: 'Bearer secret' };
    const url = `http://public.test:${port}/a`;
    expect(await fetchWith(url, { names, allow, headers })).toMatchObject({ content: 'arrived' });
    expect(keys).toEqual(['Bearer secret', 'Bearer secret', undefined, 'Tenon web_fetch']);
  });

  it('are closed without being read', async () => {
    const { port, closed } = await startSite({
      '/': (_, response) => {
        response.writeHead(302, { location: '/end' });
        response.write('and it goes on');
      },
      '/end': (_, response) => response.end('arrived'),
    });
    const { content } = (await localFetch.execute({
      url: `http://127.0.0.1:${port}/`,
    })) as FetchedPage;
    expect(content).toBe('arrived');
    await closed('/');
  });
});

describe('the body of a page', () => {
  it.each([
    [99_999, false],
    [100_000, false],
    [100_001, true],
  ])('of %i characters is cut: %s', async (length, truncated) => {
    const { port } = await startSite({
      '/': (_, response) => response.writeHead(200, text).end('é'.repeat(length)),
    });
    const page = await localFetch.execute({ url: `http://127.0.0.1:${port}/` });
    expect(page).toMatchObject({ truncated, content: 'é'.repeat(Math.min(length, 100_000)) });
  });

  it('that never ends is left', async () => {
    const { port, closed } = await startSite({
      '/': (_, response) => {
        const write = (): void => {
          while (!response.destroyed && response.write('x'.repeat(10_000)));
          if (!response.destroyed) response.once('drain', write);
        };
        write();
      },
    });
    const page = (await localFetch.execute({ url: `http://127.0.0.1:${port}/` })) as FetchedPage;
    expect(page).toMatchObject({ truncated: true, ok: true });
    expect(page.content).toHaveLength(100_000);
    await closed('/');
  });

  it('that is a bomb once it is unpacked is left', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, 'x'));
    const { port } = await startSite({
      '/': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    });
    const page = (await localFetch.execute({ url: `http://127.0.0.1:${port}/` })) as FetchedPage;
    expect(page).toMatchObject({ truncated: true });
    expect(page.content).toHaveLength(100_000);
  });

  it.each([
    ['gzip', gzipSync('packed')],
    ['x-gzip', gzipSync('packed')],
    ['br', brotliCompressSync('packed')],
    ['identity', Buffer.from('packed')],
  ])('is unpacked from %s', async (encoding, body) => {
    const { port } = await startSite({
      '/': (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body),
    });
    const page = await localFetch.execute({ url: `http://127.0.0.1:${port}/` });
    expect(page).toMatchObject({ content: 'packed', truncated: false });
  });

  it.each([
    ['gzip', 'no gzip at all'],
    ['gzip', gzipSync('packed'.repeat(1000)).subarray(0, 40)],
    ['weird', 'packed'],
  ])('that claims to be %s and is not gives an error', async (encoding, body) => {
    const { port } = await startSite({
      '/': (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body),
    });
    const page = await localFetch.execute({ url: `http://127.0.0.1:${port}/` });
    expect(page).toMatchObject({ isError: true });
  });

  it.each([
    ['text/plain; charset=iso-8859-1', Buffer.from('caf\xe9', 'latin1'), 'café'],
    ['text/plain; charset="shift_jis"', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
    ['text/plain; charset=UTF-16LE', Buffer.from('café', 'utf16le'), 'café'],
    ['text/plain; charset=nonsense', Buffer.from('café'), 'café'],
    ['text/plain', Buffer.from('caf\xe9', 'latin1'), 'caf\ufffd'],
    ['text/plain', Buffer.from('\ufeffcafé', 'utf16le'), 'café'],
    ['text/plain; charset=latin1', Buffer.from('\ufeffcafé'), 'café'],
    ['text/html', Buffer.from('<meta charset=latin1>\xe9', 'latin1'), '<meta charset=latin1>é'],
    [
      'text/html',
      Buffer.from('<META http-equiv=x content="text/html; charset=windows-1251">\xe9', 'latin1'),
      '<META http-equiv=x content="text/html; charset=windows-1251">й',
    ],
    ['text/html', Buffer.from('<meta charset=utf-16>é'), '<meta charset=utf-16>é'],
    [
      'application/xml',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>', 'latin1'),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
    ],
  ])('of type %s is read in its charset (%#)', async (type, body, content) => {
    const { port } = await startSite({
      '/': (_, response) => response.writeHead(200, { 'content-type': type }).end(body),
    });
    expect(await localFetch.execute({ url: `http://127.0.0.1:${port}/` })).toMatchObject({
      content,
    });
  });

  it.each([
    ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
    ['application/pdf', Buffer.from('%PDF-1.4')],
    ['application/octet-stream', Buffer.from([1, 0, 2, 0])],
    [undefined, Buffer.from([1, 0, 2, 0])],
  ])('differs: says of a page of type %s that it is no text', async (type, body) => {
    const { port } = await startSite({
      '/': (_, response) =>
        response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body),
    });
    expect(await localFetch.execute({ url: `http://127.0.0.1:${port}/` })).toMatchObject({
      content: `The page is not text (${type ?? 'of no type'}) and cannot be shown.`,
      truncated: false,
      ok: true,
    });
  });

  it('that is text although it is called a stream of octets is given', async () => {
    const { port } = await startSite({
      '/': (_, response) =>
        response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('a = 1'),
    });
    const page = await localFetch.execute({ url: `http://127.0.0.1:${port}/` });
    expect(page).toMatchObject({ content: 'a = 1' });
  });

  it('is never cut in the middle of a character', async () => {
    const { port } = await startSite({ '/': (_, response) => response.end('a🙂b') });
    const ofTwo = createWebFetchTool({ allow: ['127.0.0.1'], maxChars: 2 });
    expect(await ofTwo.execute({ url: `http://127.0.0.1:${port}/` })).toMatchObject({
      content: 'a',
      truncated: true,
    });
  });
});

describe('time', () => {
  const slow = createWebFetchTool({ allow: ['127.0.0.1'], timeoutMs: 300 });
  const late = { content: 'Failed to fetch URL: It took longer than 0.3 s.', isError: true };

  it('is up for a server that never answers, and for one whose answer drips', async () => {
    const { port, closed } = await startSite({
      '/never': () => {},
      '/drip': (_, response) => {
        const timer = setInterval(() => response.write('.'), 10);
        response.on('close', () => clearInterval(timer));
      },
      '/hop': (_, response) => {
        setTimeout(() => response.writeHead(302, { location: '/hop' }).end(), 80);
      },
    });
    for (const path of ['/never', '/drip', '/hop']) {
      expect(await slow.execute({ url: `http://127.0.0.1:${port}${path}` })).toEqual(late);
      await closed(path);
    }
  });

  it('is up for a resolver that never answers', async () => {
    const never = new Promise<never>(() => {});
    const { fetchPage } = await import('./fetch-page.ts');
    const page = await fetchPage(
      'http://slow.test/',
      {
        format: 'raw',
        maxChars: 10,
        timeoutMs: 50,
        headers: {},
        allow: [],
        lookup: () => never,
      },
      new AbortController().signal,
    );
    expect(page.isError).toBe(true);
  });

  it.each(['timeoutMs', 'abort'] as const)(
    'that is over (%s) leaves no part of a page that is taken for the whole, also where nobody knows its length',
    async (way) => {
      const controller = new AbortController();
      const { port, closed } = await startSite({
        '/': (_, response) => {
          response.socket?.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhalf');
          if (way === 'abort') setImmediate(() => controller.abort());
        },
      });
      const tool = way === 'abort' ? localFetch : slow;
      const given = await tool.execute(
        { url: `http://127.0.0.1:${port}/` },
        { abortSignal: controller.signal },
      );
      expect(given).toEqual({
        content: `Failed to fetch URL: ${way === 'abort' ? 'It was aborted.' : 'It took longer than 0.3 s.'}`,
        isError: true,
      });
      await closed('/');
    },
  );

  it('is over when the run is aborted', async () => {
    const stop = new AbortController();
    const { port, closed } = await startSite({
      '/': (_, response) => {
        response.write('begun');
        stop.abort();
      },
    });
    const context = { abortSignal: stop.signal, requestContext: new RequestContext() };
    const aborted = { content: 'Failed to fetch URL: It was aborted.', isError: true };
    const url = `http://127.0.0.1:${port}/`;
    expect(await localFetch.execute({ url }, context)).toEqual(aborted);
    await closed('/');
    expect(await localFetch.execute({ url }, context)).toEqual(aborted);
  });
});

describe('createWebFetchTool', () => {
  const page = `<!doctype html><html><head><title>T</title><style>p { color: red }</style></head><body>
    <script>alert(1)</script><h1>Head</h1><p>One <a href="/two">two</a> &amp; <b>three</b>.</p>
    <ul><li>four</li><li>five <a href="#six">six</a></li></ul><ol><li>first<li>second</ol><img src="x.png" alt="seven">
    <pre><code>let a = 1;
  let b;</code></pre><blockquote>said <code>it</code></blockquote><hr>
    <table><thead><tr><th>n<th>m</tr></thead><tbody><tr><td>1<td><i>2</i></tr><tr><td>3<td>4</table></body></html>`;
  const site = () =>
    startSite({
      '/html': (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
      '/json': (_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":"<b>"}'),
      '/deep': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`${'<div>'.repeat(50_000)}deep`),
      '/long': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<style>${'x'.repeat(50_000)}</style><p>${'word '.repeat(30)}</p>`),
    });
  const allow = ['127.0.0.1'];

  it('gives a page as plain text', async () => {
    const { port } = await site();
    const tool = createWebFetchTool({ format: 'text', allow });
    expect(await tool.execute({ url: `http://127.0.0.1:${port}/html` })).toMatchObject({
      content:
        'Head\n\nOne two & three.\n\n- four\n- five six\n\n 1. first\n 2. second\n\nlet a = 1;\n  let b;\n\n> said it\n\n----------------------------------------\n\nn m\n1 2\n3 4',
      truncated: false,
    });
  });

  it('gives a page as Markdown, with links that can be fetched', async () => {
    const { port } = await site();
    const tool = createWebFetchTool({ format: 'markdown', allow });
    const url = `http://127.0.0.1:${port}`;
    const { content } = (await tool.execute({ url: `${url}/html` })) as FetchedPage;
    expect(content).toBe(`# Head

One [two](${url}/two) & **three**.

- four
- five [six](${url}/html#six)

 1. first
 2. second

\`\`\`
let a = 1;
  let b;
\`\`\`

> said \`it\`

---

| n | m |
| --- | --- |
| 1 | _2_ |
| 3 | 4 |`);
  });

  it('leaves what is no HTML as it is', async () => {
    const { port } = await site();
    for (const format of ['raw', 'text', 'markdown'] as const) {
      const tool = createWebFetchTool({ format, allow });
      expect(await tool.execute({ url: `http://127.0.0.1:${port}/json` })).toMatchObject({
        content: '{"a":"<b>"}',
      });
    }
  });

  it('counts the characters of what it gives, not of what it reads', async () => {
    const { port } = await site();
    const tool = createWebFetchTool({ format: 'text', maxChars: 14, allow });
    expect(await tool.execute({ url: `http://127.0.0.1:${port}/long` })).toMatchObject({
      content: 'word word word',
      truncated: true,
    });
  });

  it('never throws, whatever the page does to those who read it', async () => {
    const { port } = await site();
    for (const format of ['text', 'markdown'] as const) {
      const tool = createWebFetchTool({ format, allow });
      const given = await tool.execute({ url: `http://127.0.0.1:${port}/deep` });
      expect(given).toHaveProperty('content');
    }
  });

  it.each([['<b><p>'], ['<h1>'], ['<dl><dt>a<dd>b'], ['<ul><li>a'], ['<table><tr><td>'], ['</p>']])(
    'reads no more tags than it takes to fill a long page, so that %s without an end is soon read',
    async (tags) => {
      const page = tags.repeat(1_000_000 / tags.length);
      const { port } = await startSite({
        '/': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
      });
      const tool = createWebFetchTool({ format: 'text', allow });
      const given = await tool.execute({ url: `http://127.0.0.1:${port}/` });
      expect(given).toMatchObject({ truncated: true, ok: true });
    },
  );

  it.each([
    ['<ul><li>', 'a<br>'],
    ['<ol><li>', 'a<br>'],
    ['<blockquote>', 'a<br>'],
    ['<ul><li><blockquote><ol><li>', 'a<br>'],
    ['<blockquote>', 'a\n', '<pre>'],
  ])('writes few levels of %s before each line', async (level, line, before = '') => {
    for (const format of ['text', 'markdown'] as const) {
      const page = level.repeat(30) + before + line.repeat(40_000);
      const text = await convert(page, format, 'http://site/');
      const last = text.split('\n').findLast((written) => written.endsWith('a'));
      expect(last?.length).toBeLessThan(60);
    }
  });

  it.each([
    ['', '1. a\n 2. b'],
    ['start=7', '7. a\n 8. b'],
    ['type=i start=9999', '9999.  a\n 10000. b'],
    ['start=Infinity', '1. a\n 2. b'],
    ['type=a start=x', '1. a\n 2. b'],
  ])('numbers a list with %s', async (attributes, expected) => {
    for (const format of ['text', 'markdown'] as const) {
      expect(await convert(`<ol ${attributes}><li>a<li>b</ol>`, format, 'http://site/')).toBe(
        expected,
      );
    }
  });

  it('writes lists within lists, and quotes', async () => {
    const page =
      '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul><blockquote><p>d</p><p>e</p></blockquote>';
    expect(await convert(page, 'text', 'http://site/')).toBe('- a\n  1. b\n- c\n\n> d\n>\n> e');
  });

  it.each([
    [['127.0.0.1'], '127.0.0.1', true],
    [['127.0.0.0/8'], '127.0.0.1', true],
    [['127.0.0.0/8'], 'localhost', true],
    [['localhost'], 'localhost', true],
    [['LOCALHOST.'], 'localhost', true],
    [['10.0.0.0/8'], '127.0.0.1', false],
    [['127.0.0.2'], '127.0.0.1', false],
    [['::1'], '127.0.0.1', false],
    [['wiki.test'], 'wiki.test', true],
    [['wiki.test'], 'a.wiki.test', false],
    [['*.test'], 'wiki.test', true],
    [['*.wiki.test'], 'wiki.test', false],
    [['0.0.0.0/0'], 'wiki.test', true],
  ])('with allow %j asks %s: %s', async (entries, host, isAsked) => {
    const { port } = await startSite({ '/': (_, response) => response.end('inside') });
    const names = Object.fromEntries(
      ['localhost', 'wiki.test', 'a.wiki.test'].map((name) => [name, ['127.0.0.1']]),
    );
    expect(await fetchWith(`http://${host}:${port}/`, { names, allow: entries })).toMatchObject(
      isAsked ? { content: 'inside' } : refused,
    );
  });

  it.each([
    [{ format: 'html' }, '"format" must be "raw", "text" or "markdown"'],
    [{ maxChars: 0 }, '"maxChars" must be a whole number from 1'],
    [{ timeoutMs: Number.NaN }, '"timeoutMs" must be a number of milliseconds'],
    [{ headers: { 'bad name': 'x' } }, '"headers" must be'],
    [{ headers: { good: 'bad\nvalue' } }, '"headers" must be'],
    [{ allow: 'localhost' }, '"allow" must be a list of hosts'],
    [{ allow: ['10.0.0.0/33'] }, '"allow" must be a list of hosts'],
    [{ allow: ['10/8'] }, '"allow" must be a list of hosts'],
    [{ allow: ['1.2.3'] }, '"allow" must be a list of hosts'],
    [{ allow: ['0x7f.1'] }, '"allow" must be a list of hosts'],
    [{ allow: ['http://wiki.test'] }, '"allow" must be a list of hosts'],
    [{ allow: ['*'] }, '"allow" must be a list of hosts'],
    [{ allow: [''] }, '"allow" must be a list of hosts'],
    [{ timeout: 5 }, 'has no field "timeout"'],
  ])('refuses %j', (options, message) => {
    expect(() => createWebFetchTool(options as never)).toThrow(message);
  });

  it.each([['wiki.test'], ['*.wiki.test'], ['bücher.test'], ['::1'], ['fd00::/8'], ['1.2.3.4/0']])(
    'takes %s into allow',
    (entry) => {
      expect(() => createWebFetchTool({ allow: [entry] })).not.toThrow();
    },
  );
});
