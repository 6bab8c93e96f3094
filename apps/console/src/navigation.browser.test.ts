import type { Tab } from '@signalpost/testing/browser'
import { beforeAll, expect, test } from 'vitest'
import { addAlerts } from './test-support/add-alerts.ts'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeSignal } from './test-support/store-records.ts'

const home = '/w/org_one'

describeInBrowser('people find their way', ({ console, browser }) => {
  let cookie: string

  beforeAll(async () => {
    await addAlerts(console, { orgId: 'org_one', text: 'Acme' })
    cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
  })

  const open = async (path: string): Promise<Tab> => {
    const tab = await browser.open({}, { url: console.url, cookie })
    await tab.page.goto(console.url + path)
    await tab.page.locator('h1').waitFor()
    return tab
  }
  const heading = (page: Tab['page'], name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

  test('by typing right after Ctrl K', async () => {
    const { page, context } = await open(`${home}/overview`)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("role")')).toBe('combobox')
    await page.keyboard.type('rejec')
    await page.keyboard.press('Enter')
    await heading(page, 'Rejections')
    await context.close()
  })

  test.each([
    [1440, 900],
    [1024, 600],
  ])('and always see their account, at %d × %d', async (width, height) => {
    const { page, context } = await open(`${home}/overview`)
    await page.setViewportSize({ width, height })
    const foot = await page.locator('.side .account').boundingBox()
    expect((foot?.y ?? height) + (foot?.height ?? 1)).toBeLessThanOrEqual(height)
    const last = page.locator('.side nav').getByRole('link').last()
    await last.scrollIntoViewIfNeeded()
    expect(((await last.boundingBox())?.y ?? height) < (foot?.y ?? 0)).toBe(true)
    await context.close()
  })

  test("by words of a signal and by the name of a rule, also a stranger's", async () => {
    const title = 'Who sells <b>tills</b>?\u202e'
    await storeSignal(console.database, 'org_one', { id: 'sig_tills', title })
    const { page, context } = await open(`${home}/overview`)
    await page.keyboard.press('Control+k')
    const sought = page.getByRole('combobox')
    await sought.fill('TILLS')
    const found = page.getByRole('option', { name: /Who sells/ })
    expect(await found.textContent()).toContain('⟨U+202E⟩')
    await found.click()
    await page.waitForURL('**/signals/sig_tills')
    await page.keyboard.press('Control+k')
    await sought.fill('acme')
    await page
      .getByRole('option', { name: /Acme.*(?:Rule|Channel)$/ })
      .first()
      .click()
    await page.waitForURL(/\/(?:rules|channels)\/\w+/)
    await context.close()
  })

  test('by Back, which undoes one filter after the other and then leaves the list', async () => {
    const { page, context } = await open(`${home}/overview`)
    await page.getByRole('link', { name: 'Signals' }).first().click()
    await heading(page, 'Signals')
    await page.getByText('Add filter').click()
    await page.getByLabel('Urgency').selectOption('high')
    await page.waitForURL('**/signals?urgency=high')
    await page.getByLabel('Urgency').selectOption('low')
    await page.waitForURL('**/signals?urgency=low')
    await page.goBack()
    await page.waitForURL('**/signals?urgency=high')
    expect(await page.getByLabel('Urgency').inputValue()).toBe('high')
    await page.goBack()
    await page.waitForURL('**/signals')
    await page.goBack()
    await heading(page, 'Overview')
    await context.close()
  })

  test.each(['/nope', '/w', `${home}/nope`, `${home}/signals/a/b/c`, '/installation/nope', '/login/nope'])(
    'home from %s, which is no page',
    async (path) => {
      const { page, context } = await open(path)
      await heading(page, 'There is nothing here')
      expect(await page.title()).toBe('There is nothing here · Signalpost')
      await page.getByRole('link', { name: 'Go to the overview' }).click()
      await heading(page, 'Overview')
      await context.close()
    },
  )

  test('from a workspace to its overview', async () => {
    const { page, context } = await open(home)
    await heading(page, 'Overview')
    await context.close()
  })

  test.each([
    ['rules/new', 'At most this many', 'many', /^Expected .*\.$/],
    ['escalations/new', 'Step 1 after', 'soon', /^Expected 1 second to 30 days\.$/],
    ['listeners/new', 'Keywords', 'x'.repeat(300), /^Entry 1: .*\.$/],
  ])('by what %s says beside the field that was refused', async (path, label, value, fault) => {
    const { page, context } = await open(`${home}/${path}`)
    const form = page.locator('form').last()
    await form.waitFor()
    // The first step of a listener is a website; the plan is the second.
    const skip = page.getByRole('button', { name: 'Write the plan yourself' })
    if ((await skip.count()) > 0) await skip.click()
    await form.getByLabel('Name', { exact: true }).fill('Strong intent')
    for (const more of await form.locator('summary').all()) await more.click()
    const field = form.getByLabel(label, { exact: true })
    await field.fill(value)
    await form.evaluate((element) => element.setAttribute('novalidate', ''))
    await form.locator('button[type=submit]').first().click()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    const [said = ''] = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
    expect(await page.locator(`[id="${said}"]`).textContent()).toMatch(fault)
    await context.close()
  })

  test('and stay where a form is half-filled, unless they say so', async () => {
    const { page, context } = await open(`${home}/rules`)
    await page.getByRole('link', { name: 'New rule' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Strong intent')
    const questions: string[] = []
    let answer = false
    page.on('dialog', (dialog) => {
      questions.push(dialog.type())
      void (answer ? dialog.accept() : dialog.dismiss())
    })
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await expect.poll(() => questions).toEqual(['confirm'])
    await page.evaluate('history.back()')
    await expect.poll(() => questions).toEqual(['confirm', 'confirm'])
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Strong intent')
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => questions).toEqual(['confirm', 'confirm', 'beforeunload'])
    answer = true
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await heading(page, 'Overview')
    await context.close()
  })
})
