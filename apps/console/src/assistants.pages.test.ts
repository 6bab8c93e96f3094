import { findDeal } from '@signalpost/database/records'
import { findBarriers } from '@signalpost/testing/browser'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeAssistant, storeCalls, storeWrite } from './test-support/store-assistants.ts'
import { storeEvent } from './test-support/store-records.ts'

const orgId = 'org_one'

describeInBrowser('in a browser', ({ console, browser }) => {
  let personId: string
  let assistantId: string

  beforeAll(async () => {
    personId = await console.addPerson({ [orgId]: 'member' })
    const scopes = ['signals:read' as const, 'pipeline:write' as const]
    assistantId = await storeAssistant(console.database, { orgId, personId, scopes, clientName: 'Claude' })
    await storeCalls(console.database, { orgId, personId, assistantId })
  })

  async function open(who: string, path = `assistants/${assistantId}`) {
    const cookie = await console.logIn(who)
    const { page } = await browser.open({}, { cookie, url: console.url })
    await page.goto(`${console.url}/w/${orgId}/${path}`)
    return page
  }

  async function moveDeal(dealId: string, name: string): Promise<void> {
    const deal = { id: dealId, name, stage: 'new' }
    await storeEvent(console.database, orgId, { type: 'deal.created', data: { deal } })
    await storeWrite(console.database, { orgId, personId, assistantId, dealId, stage: 'won' })
  }

  const stageOf = async (dealId: string) => (await findDeal(console.database, { orgId, dealId }))?.stage

  test('the keyboard alone leads from the list to a change and puts it back, once', async () => {
    await moveDeal('deal_1', 'Five seats')
    const page = await open(personId, 'assistants')
    await page.getByRole('link', { name: 'Claude' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Claude', level: 1 }).waitFor()
    await page.getByText('read signals, assign signals, change deals').waitFor()
    await page.getByText('what needs attention').first().waitFor()
    const button = page.getByRole('button', { name: 'Put back Five seats' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Put back by you').waitFor()
    expect(await stageOf('deal_1')).toBe('new')
    expect(await button.count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
    await page.goto(`${console.url}/w/${orgId}/audit`)
    await page.getByRole('row', { name: /^Deal: update .* Claude/ }).waitFor()
  })

  test('a change that does not stand any more says who changed it, also in another tab', async () => {
    await moveDeal('deal_2', 'Ten seats')
    const page = await open(personId)
    const button = page.getByRole('button', { name: 'Put back Ten seats' })
    await button.waitFor()
    await page.route('**/writes?*', (route) => route.abort())
    await storeWrite(console.database, {
      ...{ orgId, personId, assistantId: 'ast_other', dealId: 'deal_2', stage: 'lost' },
    })
    await button.click()
    await page.getByText('The change was not put back.').waitFor()
    expect(await stageOf('deal_2')).toBe('lost')
    await page.unroute('**/writes?*')
    await page.getByText('Changed since by an assistant').waitFor()
    expect(await button.count()).toBe(0)
  })

  test('an admin puts back what the assistant of someone else changed, and a colleague sees nothing of it', async () => {
    await moveDeal('deal_3', 'Three seats')
    const colleague = await open(await console.addPerson({ [orgId]: 'member' }))
    await colleague.getByText('Cannot show the assistant.').waitFor()
    const page = await open(await console.addPerson({ [orgId]: 'admin' }))
    await page.getByRole('button', { name: 'Put back Three seats' }).click()
    await page.getByText('Put back by you').first().waitFor()
    expect(await stageOf('deal_3')).toBe('new')
  })

  test('a person who became a viewer sees the changes and puts none back', async () => {
    const viewer = await console.addPerson({ [orgId]: 'viewer' })
    const own = await storeAssistant(console.database, { orgId, personId: viewer, clientName: 'Own' })
    const deal = { id: 'deal_4', name: 'Four seats', stage: 'new' }
    await storeEvent(console.database, orgId, { type: 'deal.created', data: { deal } })
    const write = { orgId, personId: viewer, assistantId: own, dealId: 'deal_4', stage: 'won' as const }
    await storeWrite(console.database, write)
    const page = await open(viewer, `assistants/${own}`)
    await page.getByRole('link', { name: 'Four seats' }).waitFor()
    expect(await page.getByRole('button', { name: /^Put back/ }).count()).toBe(0)
  })

  test('an assistant is ended on its page', async () => {
    const ended = await storeAssistant(console.database, { orgId, personId, clientName: 'Old' })
    const page = await open(personId, `assistants/${ended}`)
    await page.getByRole('button', { name: 'End this assistant' }).click()
    await page.getByText('its person ended it').waitFor()
  })
})
