import { systemCaller } from '@signalpost/administration'
import { createConnectionAct } from '@signalpost/administration/connection'
import { editListenerAct } from '@signalpost/administration/listener'
import { listListeners } from '@signalpost/database/records'
import { findSchedule } from '@signalpost/database/searching'
import { type PlatformStandIn, platformStandIns } from '@signalpost/testing/platforms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { stageVerdicts } from './test-support/stage-verdicts.ts'
import { storeEvent } from './test-support/store-records.ts'
import { serveWebsite } from './test-support/surroundings/serve-website.ts'

const startHackerNews = platformStandIns.hackernews ?? expect.unreachable('Hacker News has a stand-in.')

describeInBrowser('listeners in a browser', ({ console, browser }) => {
  let standIn: PlatformStandIn

  beforeAll(async () => {
    standIn = await startHackerNews([
      {
        ...{ id: 101, title: 'Can anyone recommend a CRM for small sales teams?' },
        text: 'We are looking for a crm this week. The budget is approved, and our spreadsheets fall over.',
        publishedAtMs: Date.now() - 600_000,
      },
    ])
    await console.perform(createConnectionAct, {
      orgId: 'org_one',
      platform: 'hackernews',
      baseUrl: standIn.url,
    })
  })

  afterAll(() => standIn?.close())

  test('an admin plans one from a website, tries it, starts it, edits it and deletes it', async () => {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page, complaints } = await browser.open({}, { url: console.url, cookie })
    const stored = async () => (await listListeners(console.database, { orgId: 'org_one', limit: 1 }))[0]

    await page.goto(`${console.url}/w/org_one/listeners`)
    await page.getByText('No listener yet').waitFor()
    await page.getByRole('link', { name: 'New listener' }).first().click()
    await page.getByLabel('Company').fill('Acme')
    const website = await serveWebsite()
    await page.getByLabel('Website').fill(website)
    await page.getByRole('button', { name: 'Propose a plan' }).click()
    await page.getByRole('heading', { name: 'What it looks for', level: 2 }).waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    expect(await page.getByLabel('Website').inputValue()).toBe(website)
    expect(await page.getByLabel('Company').inputValue()).toBe('Acme')
    await page.getByRole('button', { name: 'Write the plan yourself' }).click()
    const keywords = page.getByRole('list', { name: 'Keywords, chosen' })
    await keywords.getByRole('button').first().waitFor()
    expect(await page.getByLabel('Platform of query 1', { exact: true }).inputValue()).toBe('hackernews')

    while ((await keywords.getByRole('button').count()) > 0) {
      await keywords.getByRole('button').first().click()
    }
    await page.getByLabel('Keywords', { exact: true }).fill('crm, sales pipeline, CRM')
    await page.getByLabel('Keywords', { exact: true }).press('Enter')
    const removes = page.getByRole('button', { name: /^Remove query/ })
    while ((await removes.count()) > 1) await removes.last().click()
    await page.getByLabel('Query 1', { exact: true }).fill('crm')
    await page.getByRole('button', { name: 'Save, and see what it finds' }).click()
    await page.getByText('1 of 1 item is kept.').waitFor()
    // What it finds is above what it asked.
    const post = await page.locator('.found').boundingBox()
    const asked = await page.getByRole('table', { name: 'What was asked' }).boundingBox()
    expect(post?.y).toBeLessThan(asked?.y ?? 0)
    await page.getByText('Can anyone recommend a CRM').click()
    await page.getByText('Purchase intent').waitFor()
    const listener = await stored()
    expect(listener).toMatchObject({ name: 'Acme', keywords: ['crm', 'sales pipeline'] })
    const reference = { orgId: 'org_one', listenerId: listener?.id ?? '' }
    expect(await findSchedule(console.database, reference)).toMatchObject({ isPaused: true })

    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Minutes between runs').fill('45')
    await page.getByRole('button', { name: 'Start it' }).click()
    await page.getByText('every 45 min').waitFor()
    // In the words of the form.
    for (const words of ['Find customers', 'people who need what you sell', 'what is likely useful']) {
      await page.getByText(words, { exact: true }).waitFor()
    }
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('1 of 1 item is kept.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('1 waiting').waitFor()

    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Minutes between runs').fill('0')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The listener was not changed. The marked field says why.').waitFor()
    expect(await page.locator('[aria-invalid="true"]:focus').inputValue()).toBe('0')
    await page.getByLabel('Minutes between runs').fill('60')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('every 60 min').waitFor()

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No listener yet').waitFor()
    // The form was refused once; the page of what was deleted did not ask for it again.
    expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
  })

  test('verdicts show at once, word by word and against the bar, and an admin acts on both', async () => {
    const { orgId, listenerId, title } = await stageVerdicts(console)
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page, complaints } = await browser.open({}, { url: console.url, cookie })
    const stored = async () =>
      (await listListeners(console.database, { orgId, limit: 9 })).find(({ id }) => id === listenerId)

    await page.goto(`${console.url}/w/${orgId}/listeners/${listenerId}`)
    await page.getByRole('heading', { name: title }).waitFor()
    const learned = page.getByRole('region', { name: 'What it learned' })
    await learned.getByText('24 verdicts, 14 bad.').waitFor()
    const row = learned.getByRole('row').filter({ hasText: 'multi-site' })
    expect(await row.textContent()).toMatch(/−\d+14 of 14 bad/)

    // The stored score stays, and what it would be by now is beside it.
    const posts = page.getByRole('table', { name: 'The latest posts it read' })
    expect(await posts.getByRole('row').filter({ hasText: '58' }).textContent()).toMatch(/58 .*→ 52 bar \+\d/)

    const bar = page.getByRole('region', { name: 'The bar' })
    await bar.getByText('At 46 you would have kept 9 of 10 good ones and 3 of 14 bad ones.').waitFor()
    await bar.getByRole('button', { name: 'Set the bar to 46' }).click()
    await bar.getByText('A person chose this bar').waitFor()
    await bar.getByText('No other bar would divide them better').waitFor()
    const schedule = await findSchedule(console.database, { orgId, listenerId })
    expect(schedule?.settings.bar).toBe(46)

    await row.getByRole('button', { name: 'multi-site' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('14 signals with a verdict name').waitFor()
    await dialog.getByRole('button', { name: 'Exclude the word' }).click()
    await row.getByText('no longer').waitFor()
    expect(await stored()).toMatchObject({ keywords: ['rota', 'shift'], exclusions: ['multi-site'] })
    const edited = await findSchedule(console.database, { orgId, listenerId })
    expect(edited?.settings.bar).toBe(46)

    await learned.getByRole('button', { name: 'Forget what it learned' }).click()
    await dialog.getByRole('button', { name: 'Forget it' }).click()
    await learned.getByText('None of its signals has a verdict that counts.').waitFor()
    await bar.getByText('Give 5 more good and 5 more bad.').waitFor()
    expect(complaints).toEqual([])
  })

  test('a website that cannot be read is named, and a viewer changes nothing', async () => {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/w/org_one/listeners/new`)
    await page.getByLabel('Company').fill('Acme')
    await page.getByLabel('Website').fill('http://127.0.0.1:1/')
    await page.getByRole('button', { name: 'Propose a plan' }).click()
    await page.getByText('The website cannot be read.').waitFor()
    const viewer = await console.logIn(await console.addPerson({ org_one: 'viewer' }))
    const opened = await browser.open({}, { url: console.url, cookie: viewer })
    await opened.page.goto(`${console.url}/w/org_one/listeners/new`)
    await opened.page.getByText('An admin creates listeners').waitFor()
  })

  test('shows what each platform lacks, and connects one', async () => {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/w/org_one/listeners/platforms`)
    await page.getByRole('button', { name: 'Hacker News' }).click()
    await page.getByRole('button', { name: 'Ask it once' }).click()
    await page.getByRole('dialog').getByText('ready', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete the connection' }).click()
    await page.getByRole('heading', { name: 'Connect it' }).waitFor()
    await page.getByLabel('Address').fill(standIn.url)
    await page.getByLabel('At most this many requests').fill('5')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('at most 5 requests in 1440 min').waitFor()
  })

  test('the page shows what was kept day by day, and a schedule that cannot be read', async () => {
    const { orgId, listenerId } = await stageVerdicts(console, 'Unscheduled')
    const stored = (await listListeners(console.database, { orgId, limit: 10 })).find(
      ({ id }) => id === listenerId,
    )
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/w/${orgId}/listeners/${listenerId}`)
    const days = page.getByRole('figure', { name: 'Posts it read by day, at most 36 a day' })
    await days.locator('summary').click()
    await days.getByRole('row').filter({ hasText: '24' }).filter({ hasText: '12' }).waitFor()
    const fault = page.getByText('Its schedule cannot be read, so it runs about once an hour.')
    expect(await fault.count()).toBe(0)
    // An event may bring any text.
    const schedule = { cron: 'each morning', timezone: 'UTC' }
    await storeEvent(console.database, orgId, {
      type: 'listener.updated',
      data: { listener: { ...stored, schedule, scheduler: undefined } },
    })
    await page.reload()
    await fault.waitFor()
    const rename = { caller: systemCaller('test'), input: { orgId, listenerId, name: 'Other' } }
    await expect(editListenerAct.perform(console.services, rename)).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ path: 'schedule' }],
    })
  })
})
