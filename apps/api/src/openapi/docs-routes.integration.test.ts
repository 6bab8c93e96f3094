import { createApp, createLogger, errorHandler } from '@signalpost/runtime'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { routes } from '../routes/routes.ts'
import { docsRoutes } from './docs-routes.ts'

const app = createApp()
app.use(docsRoutes({ routes, publicUrl: undefined }))
app.use(errorHandler({ logger: createLogger({ name: 'test', level: 'silent' }) }))
const client = supertest(app)

test('describes the interface to everyone', async () => {
  const { body } = await client
    .get('/openapi.json')
    .expect(200)
    .expect('content-type', /^application\/json/)
  expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
  expect(Object.keys(body.paths)).toEqual([...new Set(routes.map((route) => route.path))])
})

test('shows it on a page that is complete without scripts, and runs those of its own origin alone', async () => {
  const page = await client
    .get('/docs')
    .expect(200)
    .expect('content-type', /^text\/html/)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self';")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types vue")
  expect(policy).not.toContain('unsafe')
  const sources = [...page.text.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)
  expect(sources).toEqual(['/docs/prepare.js', '/docs/reference.js', '/docs/start.js'])
  for (const { path } of routes) expect(page.text).toContain(path)
})

test('gives every answer a nonce of its own', async () => {
  const [first, second] = await Promise.all([client.get('/docs'), client.get('/docs')])
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(first.headers['content-security-policy'])) ?? []
  expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
  expect(first.text.split(`"${nonce}"`)).toHaveLength(3)
  expect(second.text).not.toContain(nonce)
})

test('serves the scripts of the reference, with and without compression', async () => {
  const packed = await client.get('/docs/reference.js').set('accept-encoding', 'gzip').expect(200)
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'text/javascript; charset=utf-8',
  })
  const plain = await client.get('/docs/reference.js').set('accept-encoding', 'identity').expect(200)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.text).toContain('createApiReference')
  expect(packed.text === plain.text).toBe(true)
  for (const name of ['prepare', 'start']) await client.get(`/docs/${name}.js`).expect(200)
})

test('takes no other method', async () => {
  await client.post('/docs').expect(405).expect('allow', 'GET, HEAD')
  await client.put('/openapi.json').expect(405).expect('allow', 'GET, HEAD')
})
