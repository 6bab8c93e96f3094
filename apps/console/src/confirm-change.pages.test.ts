import { takeConfirmation } from '@signalpost/database/assistant-calls'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeAssistant, storeConfirmation } from './test-support/store-assistants.ts'

describeInBrowser('in a browser', ({ console, browser }) => {
  let personId: string
  let assistantId: string

  beforeAll(async () => {
    personId = await console.addPerson({ org_one: 'member' })
    const asker = { orgId: 'org_one', personId, clientName: 'Claude' }
    assistantId = await storeAssistant(console.database, asker)
  })

  async function open(inputSha256: Buffer, who = personId, width: 390 | 1440 = 1440) {
    const confirmationId = await storeConfirmation(console.database, {
      ...{ orgId: 'org_one', personId, assistantId, inputSha256 },
      facts: [
        { label: 'Deal', text: 'CRM for Acme', record: { type: 'deal', id: 'deal_1' } },
        { label: 'Stage', text: 'proposal → lost' },
        { label: 'Owner', text: 'Ada → no one' },
      ],
    })
    const cookie = await console.logIn(who)
    const { page } = await browser.open({ width }, { cookie, url: console.url })
    await page.goto(`${console.url}/w/org_one/assistants/confirm/${confirmationId}`)
    return page
  }

  function take(inputSha256: Buffer) {
    const call = { orgId: 'org_one', assistantId, tool: 'update_deal', inputSha256, nowMs: Date.now() }
    return takeConfirmation(console.database, call)
  }

  test('the person sees the change and allows it', async () => {
    const page = await open(Buffer.from('allowed'))
    await page.getByText('proposal → lost').waitFor()
    await page.getByRole('link', { name: 'CRM for Acme' }).waitFor()
    expect(await take(Buffer.from('allowed'))).toBeUndefined()
    await page.getByRole('button', { name: 'Allow this change' }).click()
    await page.getByText('Allowed, once.').waitFor()
    expect(await page.getByRole('button', { name: /^(?:Allow|Deny)/ }).count()).toBe(0)
    expect(await take(Buffer.from('allowed'))).toMatchObject({ confirmationId: expect.any(String) })
  })

  test('the person denies it', async () => {
    const page = await open(Buffer.from('denied'), personId, 390)
    await page.getByRole('button', { name: 'Deny this change' }).click()
    await page.getByText('Denied. Nothing has changed.').waitFor()
    expect(await take(Buffer.from('denied'))).toBe('denied')
  })

  test('a colleague, though an admin, sees nothing of it', async () => {
    const page = await open(Buffer.from('hidden'), await console.addPerson({ org_one: 'admin' }))
    await page.getByText('Cannot show the change.').waitFor()
    expect(await page.getByText('CRM for Acme').count()).toBe(0)
  })
})
