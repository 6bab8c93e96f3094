import { expect, test } from 'vitest'
import { stageAnalyses } from './test-support/stage-analyses.ts'

const stage = stageAnalyses()
const { analyse, analyseText } = stage

test.each([
  ['companyName', { companyName: 'x' }],
  ['companyName', { companyName: 'x'.repeat(121) }],
  ['companyName', { companyName: ' a ' }],
  ['companyName', { companyName: ['ab'] }],
  ['website', { website: '' }],
  ['website', { website: 'ftp://example.com' }],
  ['website', { website: 'file:///etc/passwd' }],
  ['website', { website: 'http://' }],
  ['website', { website: '//example.com' }],
  ['website', { website: '/example.com' }],
  ['website', { website: 'mailto:ada@example.com' }],
  ['website', { website: 'ada@example.com' }],
  ['website', { website: '?example.com' }],
  ['website', { website: 'http://[::1' }],
  ['website', { website: 'exa mple.com' }],
  ['website', { website: `https://example.com/${'x'.repeat(2_048)}` }],
  ['website', { website: null }],
  ['objective', { objective: 'find_friends' }],
  ['sources', { sources: [] }],
  ['sources', { sources: ['x', 'x'] }],
  ['sources.0', { sources: ['myspace'] }],
  ['customObjective', { objective: 'custom' }],
  ['customObjective', { objective: 'custom', customObjective: '  ' }],
  ['customObjective', { customObjective: 'x'.repeat(501) }],
  ['description', { acceptLimited: true }],
  ['description', { acceptLimited: true, description: ' ' }],
  ['description', { description: 'x'.repeat(2_001) }],
  ['acceptLimited', { acceptLimited: 'true' }],
  ['colour', { colour: 'blue' }],
])('input is refused by the name of what is wrong: %s', async (path, wrong) => {
  const answer = await analyse({ website: stage.site.url, ...wrong })
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path }] })
})

test('input is not counted when it is refused', async () => {
  for (let call = 0; call < 8; call += 1) expect((await analyse({ companyName: 'x' })).status).toBe(400)
  expect((await analyseText()).status).toBe(200)
})

test('input is taken at its limits', async () => {
  const answer = await analyse({
    companyName: 'x'.repeat(120),
    website: 'example.com',
    objective: 'custom',
    customObjective: 'c'.repeat(500),
    description: 'd'.repeat(2_000),
    acceptLimited: true,
  })
  expect(answer.status).toBe(200)
})
