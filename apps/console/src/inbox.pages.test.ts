import { findSignal } from '@signalpost/database/records'
import { expect, test } from 'vitest'
import { addInboxMessage, storeSignal } from './test-support/add-alerts.ts'
import { describeInBrowser } from './test-support/describe-in-browser.ts'

const orgId = 'org_one'

describeInBrowser('the inbox in a browser', ({ console, browser }) => {
  test('says how to allow notifications that the browser refuses', async () => {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'viewer' }))
    const { page, context, complaints } = await browser.open({}, { url: console.url, cookie })
    await page.addInitScript(`Object.defineProperty(Notification, 'permission', { value: 'denied' })`)
    await page.goto(`${console.url}/w/org_one/inbox`)
    await page.getByText('Nothing arrived yet').waitFor()
    await page.getByText('Your browser refuses notifications from this site.').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each([390, 1440] as const)('the bell is seen beside a long count at %d px', async (width) => {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'member' }))
    const signalId = `sig_many_${width}`
    await storeSignal({ ...console, orgId, signalId, text: signalId })
    for (let sent = 0; sent < 100; sent += 1)
      await addInboxMessage(console, { orgId, signalId, text: `Post ${sent}` })
    const { page, context } = await browser.open({ width }, { url: console.url, cookie })
    await page.goto(`${console.url}/w/org_one/inbox`)
    const bell = page.getByRole('link', { name: 'Inbox, 99+ unread' })
    const [icon, count] = [await bell.locator('svg').boundingBox(), await bell.locator('span').boundingBox()]
    expect(count?.x).toBeGreaterThan((icon?.x ?? 0) + (icon?.width ?? 0) / 2)
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(sideways)).toBe(0)
    await context.close()
  })

  test('what a fast clock dated for later is not shown as done, and can be done', async () => {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'member' }))
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const more = { readAt: later, acknowledgedAt: later, alertedAt: later }
    await storeSignal({ ...console, orgId, signalId: 'sig_later', text: 'Dated for later', more })
    const { page, context, complaints } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/w/org_one/signals`)
    await page.getByRole('link', { name: 'Unread: Dated for later' }).click()
    await page.getByRole('button', { name: 'Mark read' }).waitFor()
    const done = page.getByText(/^(First alert sent|First read|Acknowledged)$/)
    await page.getByText('Posted on Reddit').first().waitFor()
    expect(await done.count()).toBe(0)
    const acknowledge = page.getByRole('button', { name: 'Acknowledge', exact: true })
    await acknowledge.click()
    await acknowledge.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the bell rings for each person, who reads for themselves, and the browser tells of it', async () => {
    const cookies = await Promise.all(
      ['Ann', 'Bob'].map(async () => console.logIn(await console.addPerson({ org_one: 'member' }))),
    )
    const [ann, bob] = await Promise.all(
      cookies.map((cookie) => browser.open({}, { url: console.url, cookie })),
    )
    if (ann === undefined || bob === undefined) throw new Error('Two browsers opened.')
    const { page } = ann
    await page.addInitScript(rememberNotifications)
    for (const [index, urgency] of (['low', 'immediate'] as const).entries()) {
      const signalId = `sig_${index}`
      await storeSignal({ ...console, orgId, signalId, text: signalId })
      await addInboxMessage(console, { orgId, signalId, text: `Post ${urgency}`, urgency })
    }

    await page.goto(`${console.url}/w/org_one/inbox`)
    const bell = page.locator('.side .bell')
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Inbox, 2 unread')
    expect(await page.locator('.entry-title').allTextContents()).toEqual(['Post immediate', 'Post low'])
    await page.getByRole('button', { name: 'Allow notifications' }).click()
    await page.getByLabel('Show notifications while a tab of the console is open').waitFor()
    // The page learned it when it opened.
    await page.reload()
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Inbox, 2 unread')

    await storeSignal({ ...console, orgId, signalId: 'sig_2', text: 'sig_2' })
    await addInboxMessage(console, { orgId, signalId: 'sig_2', text: 'Post new', urgency: 'high' })
    await page.locator('.arrival').getByText('Post new').first().waitFor()
    expect(await page.evaluate('window.shown')).toEqual(['Post new'])
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Inbox, 3 unread')

    await page.locator('.entry-title').filter({ hasText: 'Post immediate' }).click()
    await page.waitForURL(/\/signals\/sig_1$/)
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Inbox, 2 unread')
    const readAt = async () =>
      (await findSignal(console.database, { orgId, signalId: 'sig_1' }))?.readAt !== undefined
    await expect.poll(readAt).toBe(true)

    await page.goto(`${console.url}/w/org_one/inbox`)
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Inbox')
    await bob.page.goto(`${console.url}/w/org_one/inbox`)
    await expect
      .poll(() => bob.page.locator('.side .bell').getAttribute('aria-label'))
      .toBe('Inbox, 3 unread')
    expect([ann.complaints, bob.complaints]).toEqual([[], []])
  })
})

/** In place of the browser's own: the person allows them, and what is shown is kept. */
const rememberNotifications = `
  window.shown = []
  window.Notification = class extends EventTarget {
    static permission = localStorage.getItem('allowed') ?? 'default'
    static async requestPermission() {
      localStorage.setItem('allowed', 'granted')
      return (Notification.permission = 'granted')
    }
    constructor(title) {
      super()
      window.shown.push(title)
    }
    close() {}
  }`
