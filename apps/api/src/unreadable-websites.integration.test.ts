import { createServer } from 'node:net'
import type { Website } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { stageAnalyses, unreadable } from './test-support/stage-analyses.ts'

const stage = stageAnalyses()
const { analyse, countReservations } = stage

test('a website that is not read is the same 422 for every spelling of an internal address, and is not connected to', async () => {
  const { port } = stage.website
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '127.0.0.1.',
    '①②⑦.0.0.1',
  ]
  const names = [
    'localhost',
    'localhost.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '0.0.0.0',
  ]
  const others = [
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    `http://user@127.0.0.1:${port}/`,
  ]
  const addresses = [...hosts, ...names].flatMap((host) => [`http://${host}:${port}/`, `${host}:${port}`])
  for (const [index, address] of [...addresses, ...others].entries()) {
    if (index % 5 === 0) stage.key = await stage.newKey()
    const answer = await analyse({ website: address }, stage.strict)
    expect([address, answer.status, answer.body]).toEqual([address, 422, unreadable])
  }
  expect(stage.website.connections()).toBe(0)
})

test('a website that is not read is not followed to an internal address', async () => {
  let connections = 0
  const inside = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => inside.listen(stage.website.port, '127.0.0.2', resolve))
  const to = (location: string) => (path: string) =>
    stage.website.on(path, (_, response) => response.writeHead(302, { location }).end())
  to(`http://127.0.0.2:${stage.website.port}/`)('/direct')
  to('/direct')('/twice')
  stage.website.on('/robots.txt', (_, response) => response.writeHead(404).end())
  for (const path of ['/direct', '/twice']) {
    expect(await analyse({ website: stage.website.url + path })).toMatchObject({
      status: 422,
      body: unreadable,
    })
  }
  expect(connections).toBe(0)
  inside.close()
})

test.each([
  ['says too little', (site: Website) => site.on('/', (_, response) => html(response, '<h1>Hello</h1>'))],
  ['is not there', () => undefined],
  ['is forbidden', (site: Website) => site.on('/', (_, response) => response.writeHead(403).end())],
  ['is no HTML', (site: Website) => site.on('/', (_, response) => response.end('{}'))],
  [
    'forbids it',
    (site: Website) => {
      site.on('/robots.txt', (_, response) => response.end('User-agent: signalpost\nDisallow: /'))
      site.on('/', (_, response) => html(response, `<p>${'words '.repeat(100)}</p>`))
    },
  ],
])('a website that is not read is the same 422 when it %s', async (_, prepare) => {
  prepare(stage.website)
  expect(await analyse({ website: stage.website.url })).toMatchObject({ status: 422, body: unreadable })
  expect(await countReservations()).toBe(0)
})

test('a website that is not read answers the same 422 when no server listens or the name is unknown', async () => {
  expect(await analyse({ website: 'http://127.0.0.1:1/' })).toMatchObject({ status: 422, body: unreadable })
  expect(await analyse({ website: 'no-such-host.invalid' })).toMatchObject({
    status: 422,
    body: unreadable,
  })
  expect(await countReservations()).toBe(0)
})

test('a hostile website holds up no other request, and ends as a plan of what it says', async () => {
  const menu = Array.from({ length: 20_000 }, (_, index) => `<a href="/m">label ${index}</a>`).join('')
  const body = (name: string) => `<nav>${menu}</nav>
      <p>See <a href="/${name}/compare/kk${'-'.repeat(80)}qq">more</a>, <a href="/b">b</a>, <a href="/c">c</a>.</p>
      <p>Our kk${'-'.repeat(40)}x sells ${name} pumps to plants, and ${name} pumps to farms that need ${name} pumps.</p>
      <p>We sell ${name} pumps and ${name} valves with service contracts for every plant in the whole country.</p>`
  for (const name of ['a', 'b', 'c']) {
    stage.website.on(name === 'a' ? '/' : `/${name}`, (_, response) => html(response, body(`${name}aa`)))
  }
  let hasEnded = false
  const work = analyse({ website: stage.website.url }).finally(() => {
    hasEnded = true
  })
  let answers = 0
  while (!hasEnded) {
    expect((await fetch(`${stage.api.url}/healthz`)).status).toBe(200)
    answers += hasEnded ? 0 : 1
  }
  expect((await work).status).toBe(200)
  expect(answers).toBeGreaterThan(0)
})

function html(
  response: { setHeader: (name: string, value: string) => unknown; end: (text: string) => unknown },
  body: string,
): void {
  response.setHeader('content-type', 'text/html')
  response.end(`<html><body>${body}</body></html>`)
}
