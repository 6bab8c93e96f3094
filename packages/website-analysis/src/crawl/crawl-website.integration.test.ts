import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { createOutgoing, type Outgoing } from '@signalpost/outgoing'
import { startWebsite, type Website } from '@signalpost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { crawlWebsite } from './crawl-website.ts'
import { createFetch } from './fetch.ts'
import type { Page } from './page.ts'

let outgoing: Outgoing
let site: Website

beforeAll(() => {
  outgoing = createOutgoing({
    allowedNetworks: { has: (address) => address === '127.0.0.1' },
    plainHttp: true,
    publicPorts: [80, 443],
    lookup: () => Promise.resolve(['127.0.0.1']),
  })
})

beforeEach(async () => {
  site = await startWebsite()
})

afterEach(() => site.close())
afterAll(() => outgoing.close())

function crawl(
  path = '/',
  { totalMs = 20_000, signal = new AbortController().signal } = {},
): Promise<Page[]> {
  return crawlWebsite(`${site.url}${path}`, {
    fetch: createFetch(outgoing, { caller: 'test' }),
    signal,
    totalMs,
  })
}

function page(text: string, links: string[] = []): RequestListener {
  return (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<main><p>${text}</p>${links.map((href) => `<p>see <a href="${href}">x</a> there</p>`).join('')}</main>`,
    )
  }
}

function text(type: string, body: string | Buffer): RequestListener {
  return (_, response) => response.setHeader('content-type', type).end(body)
}

const pathsOf = (pages: Page[]) => pages.map(({ url }) => url.pathname)
const pagesAsked = () => site.asked.filter((path) => !/robots|sitemap/.test(path))

test('reads at most 20 pages of a site without end', async () => {
  site.on('/', page('home', ['/p/a']))
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    const next = 'abcdefghijklmnopqrstuvwxyz'.split('').map((other) => `/${other}/${letter}`)
    for (const other of 'abcdefghijklmnopqrstuvwxyz')
      site.on(`/${letter}/${other}`, page(`at ${letter} ${other}`, next))
  }
  expect(await crawl()).toHaveLength(20)
  expect(pagesAsked()).toHaveLength(20)
})

test('reads few pages of a calendar, and none of a path that repeats itself', async () => {
  site.on('/', page('home', ['/calendar/2026/1', '/loop/loop/loop']))
  for (let month = 1; month <= 12; month += 1)
    site.on(`/calendar/2026/${month}`, page(`month ${month}`, [`/calendar/2026/${month + 1}`]))
  site.on('/loop/loop/loop', page('loop', ['/loop/loop/loop/loop']))
  expect(pathsOf(await crawl())).toEqual(['/', '/calendar/2026/1', '/calendar/2026/2'])
})

test('reads a page once, under whatever addresses it is found', async () => {
  site.on('/', page('home', ['/a', '/a/', '/a#x', '/a?utm_source=y', '/index.html', '/b', '/c', '/moved']))
  site.on('/a', page('a'))
  site.on('/b', text('text/html', '<link rel="canonical" href="/a"><p>a with a canonical address</p>'))
  site.on('/c', page('a'))
  site.on('/moved', (_, response) => response.writeHead(301, { location: '/a' }).end())
  expect(pathsOf(await crawl())).toEqual(['/', '/a'])
})

test('survives broken links, loops, wrong types, resets and bombs, and reads what is left', async () => {
  const broken = [
    '/404',
    '/500',
    '/circle',
    '/video',
    '/json',
    '/reset',
    '/bomb',
    '/empty',
    '/far',
    '/other',
    '/port',
  ]
  site.on('/', page('home', [...broken, '/good']))
  site.on('/500', (_, response) => response.writeHead(500).end('<p>no</p>'))
  site.on('/circle', (_, response) => response.writeHead(302, { location: '/circle2' }).end())
  site.on('/circle2', (_, response) => response.writeHead(302, { location: '/circle' }).end())
  site.on('/video', (_, response) => {
    response.setHeader('content-type', 'video/mp4')
    response.write(Buffer.alloc(100_000))
  })
  site.on('/json', text('application/json', '{}'))
  site.on('/reset', (request) => request.socket.destroy())
  site.on('/bomb', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    response.end(gzipSync(Buffer.alloc(50_000_000, 'x')))
  })
  site.on('/empty', text('text/html', ''))
  site.on('/far', (_, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end())
  site.on('/other', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
  site.on('/port', (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end())
  site.on('/good', page('good'))
  expect(pathsOf(await crawl())).toEqual(expect.arrayContaining(['/', '/good']))
})

test('follows five redirects to the homepage and no sixth', async () => {
  for (let step = 1; step <= 6; step += 1) {
    site.on(`/r${step}`, (_, response) => response.writeHead(307, { location: `/r${step - 1}` }).end())
  }
  site.on('/r0', page('home'))
  expect(pathsOf(await crawl('/r5'))).toEqual(['/r0'])
  await expect(crawl('/r6')).rejects.toThrow('The homepage could not be read.')
})

test.each([
  ['/gone', 404, 'text/html', '<p>no</p>', 'It answers with status 404.'],
  ['/plain', 200, 'text/html', 'hello', 'It is not HTML.'],
] as const)('says why the homepage %s could not be read', async (path, status, type, body, reason) => {
  site.on(path, (_, response) => response.writeHead(status, { 'content-type': type }).end(body))
  await expect(crawl(path)).rejects.toThrow(`The homepage could not be read. ${reason}`)
})

test('says that robots.txt keeps the homepage from being read, or cannot be read itself', async () => {
  site.on('/', page('home'))
  site.on('/robots.txt', (_, response) => response.end('user-agent: *\ndisallow: /'))
  await expect(crawl('/')).rejects.toThrow('Its robots.txt asks that it is not read.')
  site.on('/robots.txt', (_, response) => response.writeHead(503).end())
  await expect(crawl('/')).rejects.toThrow('Its robots.txt answers with status 503.')
})

test('cuts a page without end off, and uses what it read', async () => {
  site.on('/', (_, response) => {
    response.setHeader('content-type', 'text/html')
    response.write('<p>what comes first is read</p>')
    const more = (): void => {
      if (!response.destroyed) response.write('<i>more</i>'.repeat(10_000), more)
    }
    more()
  })
  const [home] = await crawl()
  expect(home?.blocks[0]?.text).toBe('what comes first is read')
})

test('stays with what it has when its time is over', async () => {
  site.on('/', page('home', ['/slow']))
  site.on('/slow', () => undefined)
  expect(pathsOf(await crawl('/', { totalMs: 500 }))).toEqual(['/'])
})

test('ends at once when it is aborted', async () => {
  const abort = new AbortController()
  site.on('/', page('home', ['/slow']))
  site.on('/slow', () => abort.abort(new Error('aborted')))
  await expect(crawl('/', { signal: abort.signal })).rejects.toThrow('aborted')
})

test('reads nothing that robots.txt forbids, by whatever way it comes there', async () => {
  site.on(
    '/robots.txt',
    text('text/plain', 'User-agent: Signalpost\nDisallow: /secret\nAllow: /\nUser-agent: *\nDisallow: /'),
  )
  site.on('/', page('home', ['/secret', '/way']))
  site.on('/way', (_, response) => response.writeHead(302, { location: '/secret/inside' }).end())
  site.on('/secret', page('secret'))
  site.on('/secret/inside', page('secret'))
  expect(pathsOf(await crawl())).toEqual(['/'])
  expect(site.asked.filter((path) => path.startsWith('/secret'))).toEqual([])
})

test.each([
  [
    'is broken',
    (_: unknown, response: { writeHead: (status: number) => { end: () => unknown } }) =>
      response.writeHead(503).end(),
  ],
  ['is cut off', (request: { socket: { destroy: () => unknown } }) => request.socket.destroy()],
])('reads nothing where robots.txt %s', async (_, handler) => {
  // Both handlers use what a listener is given.
  site.on('/robots.txt', handler as RequestListener)
  site.on('/', page('home'))
  await expect(crawl()).rejects.toThrow('The homepage could not be read.')
  expect(pagesAsked()).toEqual([])
})

test('asks by one at a time, and slowly, where robots.txt asks for a delay', async () => {
  site.on('/robots.txt', text('text/plain', 'User-agent: *\nCrawl-delay: 0.05'))
  site.on('/', page('home', ['/a', '/b', '/c']))
  let open = 0
  let most = 0
  for (const path of ['/a', '/b', '/c']) {
    site.on(path, (request, response) => {
      open += 1
      most = Math.max(most, open)
      response.on('finish', () => {
        open -= 1
      })
      page(path)(request, response)
    })
  }
  expect(await crawl()).toHaveLength(4)
  expect(most).toBe(1)
})

test('finds pages through sitemaps, their index and compressed ones, of this site alone', async () => {
  const urls = (...paths: string[]) =>
    `<urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`
  site.on('/robots.txt', text('text/plain', 'Sitemap: /index.xml\nSitemap: http://127.0.0.1:1/other.xml'))
  site.on(
    '/index.xml',
    text(
      'text/xml',
      '<sitemapindex><sitemap><loc>/one.xml.gz</loc></sitemap><sitemap><loc>/index.xml</loc></sitemap></sitemapindex>',
    ),
  )
  site.on(
    '/one.xml.gz',
    text('application/gzip', gzipSync(urls('/products/one?a=1&amp;b=2', 'http://127.0.0.1:1/x', '/a.pdf'))),
  )
  site.on('/sitemap.xml', text('text/xml', gzipSync(Buffer.alloc(50_000_000))))
  site.on('/', page('home'))
  site.on('/products/one', page('one'))
  const pages = await crawl()
  expect(pages.map(({ url }) => url.pathname + url.search)).toEqual(['/', '/products/one?a=1&b=2'])
})

test.each([
  ['is longer than what is read of it', false],
  ['does not even come whole', true],
])('reads the beginning of a compressed sitemap that %s', async (_, isRandom) => {
  const url = (name: string) => `<url><loc>/${name}</loc></url>`
  const rest = Array.from({ length: 100_000 }, (_, at) =>
    url(`blog/${isRandom ? randomBytes(48).toString('base64url') : ''}${at}`),
  )
  const sitemap = gzipSync(`<urlset>${url('products/one')}${rest.join('')}</urlset>`)
  site.on('/sitemap.xml', text('application/gzip', sitemap))
  site.on('/', page('home'))
  site.on('/products/one', page('one'))
  expect(pathsOf(await crawl())).toEqual(['/', '/products/one'])
})

test('asks a bare host by https first, then by http', async () => {
  const connected: number[] = []
  const home: RequestListener = (request, response) => {
    connected.push(request.socket.localPort ?? 0)
    page('home')(request, response)
  }
  site.on('/', home)
  const [only] = await crawlWebsite(`example.test:${site.port}`, {
    fetch: createFetch(outgoing, { caller: 'test' }),
    signal: new AbortController().signal,
  })
  expect(only?.url.href).toBe(`http://example.test:${site.port}/`)
  expect(connected).toEqual([site.port])
})

test('says who it is', async () => {
  let agent: string | undefined
  site.on('/', (request, response) => {
    agent = request.headers['user-agent']
    page('home')(request, response)
  })
  await crawl()
  expect(agent).toMatch(/^Signalpost\//)
})
