import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { startTestConsole } from './test-support/start-test-console.ts'

test('a console on an IPv6 address serves its pages, and people log in there', async ({ testDatabase }) => {
  const console = await startTestConsole({ databaseUrl: testDatabase.url, config: { host: '::1' } })
  try {
    expect(new URL(console.url).hostname).toBe('[::1]')
    const page = await fetch(`${console.url}/login`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const cookie = await console.logIn(await console.addPerson({ org_one: 'viewer' }))
    const session = await fetch(`${console.url}/console/api/session`, { headers: { cookie } })
    expect(session.status).toBe(200)
  } finally {
    await console.stop()
  }
})
