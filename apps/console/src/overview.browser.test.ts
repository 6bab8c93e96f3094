import { findSignal } from '@signalpost/database/records'
import { findBrowser } from '@signalpost/testing'
import { openBrowser, type TestBrowser } from '@signalpost/testing/browser'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { startTestConsole, type TestConsole } from './test-support/start-test-console.ts'
import { storeSignal } from './test-support/store-records.ts'

describe.skipIf(findBrowser() === undefined)('an open overview', { timeout: 60_000 }, () => {
  let console: TestConsole
  let browser: TestBrowser

  test.beforeAll(async ({ testDatabase }) => {
    ;[browser, console] = await Promise.all([
      openBrowser(findBrowser()),
      startTestConsole({ databaseUrl: testDatabase.url }),
    ])
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await console?.stop()
  })

  test('says 10 s later what only time brings: that no worker lives, and that one does again', async () => {
    const seen = async (ago: string): Promise<unknown> =>
      console.pool.query(
        `insert into processes (process_id, name, version, host, pid, started_at, seen_at)
         values ('prc_worker', 'worker', '1', 'one', 1, now(), now() - $1::interval)
         on conflict (process_id) do update set seen_at = excluded.seen_at`,
        [ago],
      )
    const { sourceId } = await console.createSource('org_one', 'CRM')
    await console.pool.query('insert into source_activity (source_id, last_delivery_at) values ($1, now())', [
      sourceId,
    ])
    await seen('0 seconds')
    const cookie = await console.logIn(await console.addPerson({ org_one: 'viewer' }))
    const { page, context } = await browser.open({}, { url: console.url, cookie })
    await page.clock.install()
    await page.goto(`${console.url}/w/org_one/overview`)
    await page.getByText('Nothing is lost, late or broken.').waitFor()
    // The worker has stopped. No row that the stream watches changes for that.
    await seen('20 seconds')
    await page.clock.runFor(10_000)
    await page.getByText(/^No worker has reported for \d+ s\./).waitFor()
    await seen('0 seconds')
    await page.clock.runFor(10_000)
    await page.getByText('Nothing is lost, late or broken.').waitFor()
    await context.close()
  })

  test('shows the most urgent lead that no one took, and gives it to the person', async () => {
    const personId = await console.addPerson({ org_one: 'member' })
    const members = { urgency: 'immediate', relevanceScore: 90 }
    await storeSignal(console.database, 'org_one', {
      id: 'sig_urgent',
      title: 'We need it today',
      ...members,
    })
    const cookie = await console.logIn(personId)
    const { page, context, complaints } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/w/org_one/overview`)
    await page.getByRole('button', { name: 'Assign to me: We need it today' }).click()
    await page.getByText('No urgent lead is waiting.').waitFor()
    const stored = await findSignal(console.database, { orgId: 'org_one', signalId: 'sig_urgent' })
    expect(stored).toMatchObject({ assignedTo: { userId: personId } })
    expect(complaints).toEqual([])
    await context.close()
  })
})
