import { createWorkspaceAct } from '@signalpost/administration/workspace'
import { findSignal, listDeals } from '@signalpost/database/records'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeEvent, storeSignal } from './test-support/store-records.ts'

const orgId = 'org_one'

describeInBrowser('signals by keyboard', ({ console, browser }) => {
  let personId: string
  let cookie: string

  beforeAll(async () => {
    personId = await console.addPerson({ [orgId]: 'member' })
    cookie = await console.logIn(personId)
    await storeSignal(console.database, orgId, {
      id: 'sig_1',
      title: 'Looking for a CRM',
      relevanceScore: 90,
    })
    await storeSignal(console.database, orgId, {
      ...{ id: 'sig_2', title: 'Which ledger?', relevanceScore: 80, urgency: 'low' },
    })
    const deal = { id: 'deal_1', name: 'Five seats', stage: 'new' }
    await storeEvent(console.database, orgId, { type: 'deal.created', data: { deal } })
  })

  const stored = (signalId: string) => findSignal(console.database, { orgId, signalId })

  test('by words of a title in another case, after the key of the filter', async () => {
    const { page, context, complaints } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/w/${orgId}/signals`)
    await page.getByRole('link', { name: 'Looking for a CRM' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('LEDGER')
    await page.keyboard.press('Enter')
    await page.getByText('signal list --workspace org_one --words LEDGER').waitFor()
    await page.getByRole('link', { name: 'Which ledger?' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Looking for a CRM' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('by a view that is saved under a name, for all who work here, and deleted again', async () => {
    const { page, context, complaints } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/w/${orgId}/signals?urgency=low`)
    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name', { exact: true }).fill('<b>Small</b> leads')
    await page.getByLabel('Everyone in the workspace sees it').check()
    await page.getByText("view create --workspace org_one --name '<b>Small</b> leads'").waitFor()
    await page.keyboard.press('Enter')
    const tab = views.getByRole('link', { name: '<b>Small</b> leads' })
    await tab.waitFor()
    await expect.poll(() => tab.getAttribute('aria-current')).toBe('page')

    const other = await console.logIn(await console.addPerson({ [orgId]: 'viewer' }))
    const { page: theirs, context: theirContext } = await browser.open(
      {},
      { url: console.url, cookie: other },
    )
    await theirs.goto(`${console.url}/w/${orgId}/signals`)
    await theirs.getByRole('link', { name: 'Looking for a CRM' }).waitFor()
    await theirs.getByRole('link', { name: '<b>Small</b> leads' }).click()
    await expect.poll(() => theirs.getByRole('link', { name: 'Looking for a CRM' }).count()).toBe(0)
    expect(await theirs.getByRole('button', { name: /(?:Save|Delete) view/ }).count()).toBe(0)
    await theirContext.close()

    await views.getByRole('button', { name: 'Delete view' }).click()
    await page.getByText('is deleted for everyone').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
    await expect.poll(() => tab.count()).toBe(0)
    await views.getByRole('button', { name: 'Save view' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('from the list to a verdict, an assignment, a reading and the signal itself', async () => {
    const { page, context, complaints } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/w/${orgId}/overview`)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByRole('link', { name: 'Looking for a CRM' }).waitFor()
    await page.keyboard.press('j')
    await page.waitForURL('**/signals/sig_1')
    // Each act opens the next signal, so each comes back to this one.
    for (const key of ['g', 'e', 'u']) {
      await page.keyboard.press(key)
      await page.waitForURL('**/signals/sig_2')
      await page.keyboard.press('k')
      await page.waitForURL('**/signals/sig_1')
    }
    // To mark it read waits for the time to undo it, or for the page to be left.
    await page.reload()
    await expect
      .poll(() => stored('sig_1'), { timeout: 30_000 })
      .toMatchObject({
        feedback: { verdict: 'good' },
        assignedTo: { userId: personId, by: personId },
        readAt: expect.any(String),
      })
    expect(await stored('sig_2')).not.toHaveProperty('feedback')
    await page.getByRole('heading', { level: 1, name: 'Looking for a CRM' }).waitFor()
    const history = page.getByRole('region', { name: 'History' })
    for (const entry of ['Assigned to', 'Marked as good', 'First read']) {
      await history.getByRole('listitem').filter({ hasText: entry }).waitFor()
    }
    await page.keyboard.press('b')
    await expect
      .poll(() => stored('sig_1'), { timeout: 30_000 })
      .toMatchObject({ feedback: { verdict: 'bad' } })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('several at once by their boxes', async () => {
    const { page, context } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/w/${orgId}/signals?urgency=low`)
    await page.getByRole('checkbox', { name: 'Choose Which ledger?' }).check()
    expect(await page.locator('[data-row]').count()).toBe(1)
    await page.getByRole('region', { name: 'Selected signals' }).getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Mark read' }).click()
    await page.getByRole('status').getByText('Marked read: Which ledger?').waitFor()
    await expect.poll(() => stored('sig_2'), { timeout: 30_000 }).toHaveProperty('readAt')
    await context.close()
  })

  test.each([390, 1440] as const)(
    'at %d px, the acts on several are one row at the foot of the screen, below what was done',
    async (width) => {
      const { page, context } = await browser.open({ width }, { url: console.url, cookie })
      await page.goto(`${console.url}/w/${orgId}/signals`)
      await page.getByRole('checkbox').first().check()
      const bar = page.getByRole('region', { name: 'Selected signals' })
      const boxes = await Promise.all(
        (await bar.getByRole('button').all()).map((button) => button.boundingBox()),
      )
      expect(new Set(boxes.map((box) => box && Math.round(box.y + box.height / 2))).size).toBe(1)
      const place = await bar.boundingBox()
      const { height = 0 } = page.viewportSize() ?? {}
      expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(height)
      expect(boxes.at(-1)).toMatchObject({ x: expect.any(Number) })
      expect((boxes.at(-1)?.x ?? 0) + (boxes.at(-1)?.width ?? 0)).toBeLessThan(
        (place?.x ?? 0) + (place?.width ?? 0),
      )
      await bar.getByRole('button', { name: 'Good' }).click()
      const toast = await page.locator('.toast').boundingBox()
      expect((toast?.y ?? height) + (toast?.height ?? 0)).toBeLessThanOrEqual(place?.y ?? 0)
      await page.keyboard.press('z')
      await context.close()
    },
  )

  test('a plan without accounts says so, and how they come', async () => {
    const plan = { plan: 'starter', accountIntelligence: false, analysisAllowance: 1 }
    await console.perform(createWorkspaceAct, { orgId: 'org_plain', name: 'Plain', ...plan })
    const member = await console.logIn(await console.addPerson({ org_plain: 'member' }))
    const { page, context } = await browser.open({}, { url: console.url, cookie: member })
    await page.goto(`${console.url}/w/org_plain/accounts`)
    await page.getByText('The plan starter does not include account intelligence.').waitFor()
    await page.getByText('workspace update org_plain --account-intelligence on').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await context.close()
  })

  test('a deal moves to the next stage', async () => {
    const { page, context } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/w/${orgId}/pipeline`)
    await page.getByRole('link', { name: 'Five seats' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(() => listDeals(console.database, { orgId, limit: 1 }), { timeout: 30_000 })
      .toMatchObject([{ stage: 'contacted' }])
    await page.goto(`${console.url}/w/${orgId}/pipeline/deal_1`)
    await page.getByText('Stage: new → contacted').waitFor()
    await context.close()
  })
})
