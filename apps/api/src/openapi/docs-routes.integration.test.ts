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

test('shows it on a page that loads and runs nothing', async () => {
  const page = await client
    .get('/docs')
    .expect(200)
    .expect('content-type', /^text\/html/)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.text).not.toMatch(/<script|src=|https?:\/\/[^"]*\.js/)
  for (const { path } of routes) expect(page.text).toContain(path)
})

test('takes no other method', async () => {
  await client.post('/docs').expect(405).expect('allow', 'GET, HEAD')
  await client.put('/openapi.json').expect(405).expect('allow', 'GET, HEAD')
})
