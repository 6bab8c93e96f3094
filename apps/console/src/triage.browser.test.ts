import { createPerson, setMembership } from '@signalpost/database/people'
import { findSignal } from '@signalpost/database/records'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeSignal } from './test-support/store-records.ts'

const orgId = 'org_one'
const count = 60
const hostile = ['<img src=x onerror="window.harm=1">', '\u202eabc\u2066 turned', 'y'.repeat(200), ' ']
const waiting = { timeout: 30_000 }

describeInBrowser('a morning with the inbox', ({ console, browser }) => {
  beforeAll(async () => {
    for (let n = 0; n < count; n += 1) {
      const title = hostile[n] ?? `Lead ${n}`
      const urgency = n === count - 1 ? 'high' : 'low'
      await storeSignal(console.database, orgId, { id: idOf(n), title, relevanceScore: 99 - n, urgency })
    }
  })

  const stored = (n: number) => findSignal(console.database, { orgId, signalId: idOf(n) })
  const openAs = async (personId: string) =>
    browser.open({}, { url: console.url, cookie: await console.logIn(personId) })
  const opened = (page: Page, n: number) => page.waitForURL(`**/signals/${idOf(n)}**`)

  test('views count what is in them, and what needs attention is one of them', async () => {
    const { page, context, complaints } = await openAs(await console.addPerson({ [orgId]: 'member' }))
    await page.goto(`${console.url}/w/${orgId}/signals`)
    const views = page.getByRole('navigation', { name: 'Views' })
    for (const name of ['Mine 0', 'Unassigned 60', 'All 60']) {
      await views.getByRole('link', { name, exact: true }).waitFor()
    }
    expect(await views.locator('[aria-current]').textContent()).toBe('All 60')
    await views.getByRole('link', { name: 'Needs attention 1', exact: true }).click()
    await page.waitForURL('**/signals?view=attention')
    await expect.poll(() => page.locator('[data-row]').allTextContents()).toEqual(['Unread: Lead 59'])
    await page.keyboard.press('j')
    await opened(page, count - 1)
    await page.keyboard.press('g')
    await page.keyboard.press('z')
    await expect.poll(() => stored(count - 1), waiting).not.toHaveProperty('feedback')
    await views.getByRole('link', { name: 'Mine 0', exact: true }).click()
    await page.getByText('No signal matches').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sixty leads are triaged by keys alone, with an undo, a failure and two colleagues at work', async () => {
    const own = await console.addPerson({ [orgId]: 'member' })
    const anna = await addNamed('Anna Rossi')
    const ben = await addNamed('Ben Okafor')
    const { page, context, complaints } = await openAs(own)
    await page.goto(`${console.url}/w/${orgId}/signals`)
    await page.getByRole('link', { name: 'Lead 4', exact: false }).first().waitFor()
    const [annas, bens] = [await openAs(anna), await openAs(ben)]

    const takes = async (at: typeof annas, personId: string, n: number): Promise<void> => {
      await at.page.goto(`${console.url}/w/${orgId}/signals/${idOf(n)}`)
      await at.page
        .getByRole('link', { name: `Lead ${n}` })
        .first()
        .waitFor()
      await at.page.keyboard.press('e')
      await expect.poll(() => stored(n), waiting).toMatchObject({ assignedTo: { userId: personId } })
    }
    const isTaken = (n: number, name: string) =>
      page
        .getByRole('listitem')
        .filter({ hasText: `Lead ${n}` })
        .getByText(name)
        .waitFor()
    /** Takes the even ones and judges the odd ones, faster than pages follow: a key acts on the lead opened last. */
    const triage = async (from: number, to: number, without: readonly number[]): Promise<void> => {
      for (let n = from; n < to; n += 1) await page.keyboard.press(keyOf(n, without))
    }
    const keyOf = (n: number, without: readonly number[]): string =>
      without.includes(n) ? 'j' : n % 2 === 0 ? 'e' : 'g'

    await takes(annas, anna, 10)
    await isTaken(10, 'Anna Rossi')
    await page.keyboard.press('j')
    await opened(page, 0)
    expect(complaints).toEqual([])
    const address = new RegExp(`/signals/${idOf(6)}$`)
    await page.route(address, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    // Ben takes one further down while the keys are pressed.
    await Promise.all([triage(0, 20, [10]), takes(bens, ben, 42)])
    await isTaken(42, 'Ben Okafor')
    // A lead that a colleague took while it was open here stays the colleague's when the key judges it.
    await Promise.all([takes(annas, anna, 31), triage(20, count, [42])])

    for (let n = 0; n < count; n += 1) {
      if (n === 6 || n === 10 || n === 42) continue
      const expected = n % 2 === 0 ? { assignedTo: { userId: own } } : { feedback: { verdict: 'good' } }
      await expect.poll(() => stored(n), waiting).toMatchObject(expected)
    }
    expect(await stored(10)).toMatchObject({ assignedTo: { userId: anna } })
    expect(await stored(31)).toMatchObject({ assignedTo: { userId: anna }, feedback: { verdict: 'good' } })
    expect(await stored(42)).toMatchObject({ assignedTo: { userId: ben } })

    const failure = page.getByRole('alert').filter({ hasText: 'Lead 6' })
    await failure.getByText('was not assigned to you').waitFor()
    await page.unroute(address)
    await failure.getByRole('link', { name: 'Back to the signal' }).press('Enter')
    await opened(page, 6)
    await page.getByRole('heading', { level: 1, name: 'Lead 6' }).waitFor()
    expect(await stored(6)).not.toHaveProperty('assignedTo')
    await page.keyboard.press('e')
    // Lead 6 is on the page before; then comes the lead that was open.
    await opened(page, count - 1)
    await expect.poll(() => stored(6), waiting).toMatchObject({ assignedTo: { userId: own } })
    await page.getByRole('status').getByText('Assigned to you: Lead 6').waitFor()
    await page.keyboard.press('z')
    await opened(page, 6)
    await expect.poll(() => stored(6), waiting).not.toHaveProperty('assignedTo')
    expect(await page.evaluate('window.harm')).toBeUndefined()
    expect([annas.complaints, bens.complaints]).toEqual([[], []])
    for (const one of [context, annas.context, bens.context]) await one.close()
  })

  test('to mark a lead read is sent when the page is left, and never after it was undone', async () => {
    const { page, context, complaints } = await openAs(await console.addPerson({ [orgId]: 'member' }))
    await page.goto(`${console.url}/w/${orgId}/signals/${idOf(20)}`)
    await page.getByRole('button', { name: 'Mark read' }).waitFor()
    // Keys act on what the list shows, which may come after the signal.
    await page.getByRole('link', { name: 'Lead 21' }).first().waitFor()
    await page.keyboard.press('u')
    await opened(page, 21)
    await page.keyboard.press('z')
    await opened(page, 20)
    await page.getByRole('button', { name: 'Mark read' }).waitFor()
    await page.keyboard.press('j')
    await opened(page, 21)
    await page.keyboard.press('u')
    await opened(page, 22)
    await page.getByRole('status').getByText('Marked read: Lead 21').waitFor()
    await page.goto(`${console.url}/w/${orgId}/overview`)
    await expect.poll(() => stored(21), waiting).toHaveProperty('readAt')
    expect(await stored(20)).not.toHaveProperty('readAt')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('no key acts in a field, or for a viewer', async () => {
    const { page, context } = await openAs(await console.addPerson({ [orgId]: 'viewer' }))
    await page.goto(`${console.url}/w/${orgId}/signals/${idOf(22)}`)
    await page.getByRole('heading', { level: 1, name: 'Lead 22' }).waitFor()
    await page.getByRole('link', { name: 'Lead 23' }).first().waitFor()
    const before = await stored(22)
    for (const key of ['e', 'b', 'u', 'a', 'x', 's', 'd']) await page.keyboard.press(key)
    await page.getByLabel('Words').focus()
    await page.keyboard.type('jebu')
    expect(await page.getByLabel('Words').inputValue()).toBe('jebu')
    expect(page.url()).toContain(idOf(22))
    expect(await page.getByRole('checkbox').count()).toBe(0)
    // Escape gives the keys back.
    await page.getByLabel('Words').fill('')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await opened(page, 23)
    expect(await stored(22)).toEqual(before)
    await context.close()
  })

  test('a lead shows who has it also where a workspace has more people than a page of them', async () => {
    for (let n = 0; n < 105; n += 1) await addNamed(`Person ${n}`)
    const zoe = await openAs(await addNamed('Zoe Last'))
    await zoe.page.goto(`${console.url}/w/${orgId}/signals/${idOf(22)}`)
    await zoe.page.getByRole('button', { name: 'Assign to me' }).click()
    const { page, context } = await openAs(await console.addPerson({ [orgId]: 'viewer' }))
    await page.goto(`${console.url}/w/${orgId}/signals`)
    await page.getByRole('listitem').filter({ hasText: 'Lead 22' }).getByText('Zoe Last').waitFor()
    await Promise.all([context.close(), zoe.context.close()])
  })

  async function addNamed(name: string): Promise<string> {
    return console.database.transaction().execute(async (transaction) => {
      const nowMs = Date.now()
      const { personId } = await createPerson(transaction, { email: null, name, isOperator: false, nowMs })
      await setMembership(transaction, { orgId, personId, role: 'member', nowMs })
      return personId
    })
  }
})

function idOf(n: number): string {
  return `sig_${String(n).padStart(2, '0')}`
}
