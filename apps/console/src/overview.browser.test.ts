import { findSignal } from '@signalpost/database/records'
import { expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeSignal } from './test-support/store-records.ts'

describeInBrowser('an open overview', ({ console, browser }) => {
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
