import { createKeyAct } from '@signalpost/administration/key'
import { assignSignal, createNote } from '@signalpost/database/records'
import { expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeSignal } from './test-support/store-records.ts'

const orgId = 'org_one'

describeInBrowser('what API keys did', ({ console, browser }) => {
  async function actByKey(signalId: string, name: string | undefined): Promise<void> {
    const key = { orgId, scopes: ['signals:read' as const], name }
    const { memberId } = await console.perform(createKeyAct, key)
    const nowMs = Date.now()
    await storeSignal(console.database, orgId, { id: signalId })
    await console.database.transaction().execute(async (transaction) => {
      await assignSignal(transaction, { orgId, signalId, userId: memberId, by: memberId, nowMs })
      const target = { type: 'signal' as const, id: signalId }
      await createNote(transaction, { orgId, target, body: 'From a program', createdBy: memberId, nowMs })
    })
  }

  test.each([
    ['Zapier', 'API key Zapier'],
    [undefined, 'An API key'],
  ])('name the key, here %j, on notes, in the history and as who has a signal', async (name, shown) => {
    const signalId = `sig_${name ?? 'nameless'}`
    await actByKey(signalId, name)
    const cookie = await console.logIn(await console.addPerson({ [orgId]: 'viewer' }))
    const { page, context } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/w/${orgId}/signals/${signalId}`)
    await page.getByText(`${shown} wrote a note`).waitFor()
    await page.getByText(`Assigned to ${shown}`).waitFor()
    await page.locator('section.card', { hasText: 'Notes' }).getByText(shown, { exact: true }).waitFor()
    expect(await page.getByText('Someone unknown here').count()).toBe(0)
    await page.goto(`${console.url}/w/${orgId}/signals/${signalId}/timeline`)
    const said = name === undefined ? 'by an API key' : 'by API key "Zapier"'
    await page.getByText(`Register assignedTo was set ${said} through Signalpost.`).waitFor()
    await context.close()
  })
})
