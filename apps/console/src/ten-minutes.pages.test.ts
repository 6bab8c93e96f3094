import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, findSlackPlainTexts } from '@signalpost/testing'
import { openBrowser, type TestBrowser } from '@signalpost/testing/browser'
import { type PlatformStandIn, platformStandIns } from '@signalpost/testing/platforms'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Installation, startInstallation } from './test-support/start-installation.ts'
import { serveWebsite } from './test-support/surroundings/serve-website.ts'
import { type Surroundings, startSurroundings } from './test-support/surroundings/start-surroundings.ts'

const startHackerNews = platformStandIns.hackernews ?? expect.unreachable('Hacker News has a stand-in.')
const waiting = { timeout: 60_000 }

describe.skipIf(findBrowser() === undefined)("a newcomer's first ten minutes", { timeout: 240_000 }, () => {
  let around: Surroundings
  let installation: Installation
  let browser: TestBrowser
  let posts: PlatformStandIn
  let home: string
  let warehouseDir: string

  beforeAll(async () => {
    warehouseDir = await mkdtemp(join(tmpdir(), 'signalpost-warehouses-'))
    ;[around, browser, posts] = await Promise.all([
      startSurroundings(),
      openBrowser(findBrowser()),
      startHackerNews([
        {
          ...{ id: 101, title: 'Can anyone recommend a CRM for small sales teams?' },
          text: 'We are looking for a crm this week. The budget is approved, and our spreadsheets fall over.',
          publishedAtMs: Date.now() - 600_000,
        },
      ]),
    ])
    installation = await startInstallation({
      ...around.settings,
      // The website of the newcomer is on this machine.
      SIGNALPOST_CRAWL_PRIVATE_ADDRESSES: '127.0.0.1/32',
      SIGNALPOST_WAREHOUSE_DIR: warehouseDir,
    })
    // The real platform cannot be reached from a test.
    await installation.run('connection', 'create', 'hackernews', '--base-url', posts.url)
    home = `${around.consoleUrl}/w/org_demo`
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await installation?.stop()
    await posts?.close()
    await around?.close()
    await rm(warehouseDir, { recursive: true, force: true })
  })

  test('lead from the link over a bell, Slack and a listener to a warehouse, without an id or a document', async () => {
    const { page, complaints } = await browser.open()
    await page.goto(installation.link)
    await page.getByRole('button', { name: 'Log in to Signalpost' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await ringTheBell(page)
    await takeByKeyboard(page)
    await connectSlack(page)
    await writeRule(page)
    await createListener(page)
    await createWarehouse(page)
    expect(complaints).toEqual([])
  })

  /** Pastes what the start printed into a terminal. */
  async function ringTheBell(page: Page): Promise<void> {
    await page.getByRole('main').getByRole('link', { name: 'Getting started' }).click()
    await page.getByRole('button', { name: 'Send a first event' }).click()
    await page.getByText('The intake accepted it.').waitFor()
    // The rule of a new workspace sends to its inbox.
    await page.getByRole('status').getByText('4 of 5 done.').waitFor()
    await page.getByRole('link', { name: 'Inbox, 1 unread' }).waitFor()
  }

  async function takeByKeyboard(page: Page): Promise<void> {
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByRole('heading', { name: 'Signals', level: 1 }).waitFor()
    await page.locator('.lead-rows [data-row]').filter({ hasText: 'Looking for a tool' }).waitFor()
    await page.keyboard.press('j')
    await page.waitForURL('**/signals/sig_first_*')
    await page.keyboard.press('e')
    await page.getByRole('status').getByText('Assigned to you').waitFor()
    await page.getByRole('button', { name: 'Unassign' }).waitFor()
  }

  async function connectSlack(page: Page): Promise<void> {
    await page.goto(`${home}/channels`)
    await page.getByRole('link', { name: 'New channel' }).first().click()
    const form = page.getByRole('main')
    await form.getByRole('button', { name: 'Slack', exact: true }).click()
    const steps = form.getByRole('list', { name: 'How to set it up' })
    const manifest = await steps.locator('pre').first().textContent()
    expect(JSON.parse(manifest ?? '')).toMatchObject({
      oauth_config: { scopes: { bot: ['chat:write', 'chat:write.public', 'channels:read', 'groups:read'] } },
    })
    await form.getByLabel('Name', { exact: true }).fill('Leads in Slack')
    await form.getByLabel('Bot token').fill('xoxb-wrong')
    await form.getByText('Slack does not know this token.').waitFor()
    await form.getByLabel('Bot token').fill('xoxb-test')
    await form.getByText('Connected to Acme as signalpost.').waitFor()
    await form.getByLabel('Channel', { exact: true }).fill('C0MISSING')
    await form.getByRole('option', { name: 'Use C0MISSING' }).click()
    await form.getByText('Slack does not show this channel to the app').waitFor()
    await form.getByLabel('Channel', { exact: true }).fill('c0')
    await form.getByRole('option', { name: '#c0test' }).click()
    await form.getByText('Slack does not show this channel').waitFor({ state: 'detached' })
    await form.getByRole('button', { name: 'Create' }).click()
    // The form leads to what is still missing, and keeps the rest.
    await form.locator('input:focus:invalid').fill('signing-secret-of-slack')
    const message = form.getByRole('region', { name: 'The message as it will look' })
    await message.getByText('Looking for a tool that catches signals', { exact: true }).waitFor()
    const sent = () => around.slack.messages.map(({ blocks }) => findSlackPlainTexts(blocks).join())
    const aTest = expect.stringContaining('Test message from Signalpost')
    await form.getByRole('button', { name: 'Send a test' }).click()
    await form.getByRole('button', { name: 'Send another test' }).waitFor()
    expect(sent()).toEqual([aTest])
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByText('Interactivity & Shortcuts').waitFor()
    await form.getByText('/slack/interactions/').waitFor()
    await form.getByRole('link', { name: 'Open the channel' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(sent, waiting).toEqual([aTest, aTest])
    await page.keyboard.press('Escape')
    // The stored secret answers for the form that edits the channel.
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByText('Connected to Acme as signalpost.').waitFor()
    await page.getByRole('dialog').getByText('#c0test').waitFor()
    await page.keyboard.press('Escape')
  }

  async function writeRule(page: Page): Promise<void> {
    await page.goto(`${home}/rules/new`)
    await page.getByLabel('Name', { exact: true }).fill('Strong intent')
    await page.getByLabel('All channels, including future ones').uncheck()
    await page.getByLabel('Leads in Slack', { exact: true }).check()
    const preview = page.getByRole('region', { name: 'Preview' })
    const message = preview.getByRole('region', { name: 'The message as it will look' })
    await message.getByText('As it looks in Leads in Slack').waitFor()
    await message.getByText('Looking for a tool that catches signals', { exact: true }).waitFor()
    await message.getByText('Rule: Strong intent', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('[data-row]').filter({ hasText: 'Strong intent' }).waitFor()
  }

  async function createListener(page: Page): Promise<void> {
    await page.goto(`${home}/listeners/new`)
    await page.getByLabel('Company').fill('Acme')
    await page.getByLabel('Website').fill(await serveWebsite())
    await page.getByRole('button', { name: 'Propose a plan' }).click()
    await page.getByRole('button', { name: 'Save, and see what it finds' }).click()
    await page.getByText('1 of 1 item is kept.').waitFor(waiting)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Start it' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
  }

  async function createWarehouse(page: Page): Promise<void> {
    await page.goto(`${home}/warehouses`)
    await page.getByRole('button', { name: 'New warehouse' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'PostgreSQL', exact: true }).click()
    // What few need is not in the way.
    expect(await form.getByLabel('CA', { exact: true }).isVisible()).toBe(false)
    await form.getByText('Tables, personal data and certificates').click()
    await form.getByText('Deals as they are now.').waitFor()
    await form.getByLabel('CA', { exact: true }).waitFor()
    await form.getByRole('button', { name: 'Other kinds' }).click()
    await form.getByRole('button', { name: 'DuckDB', exact: true }).click()
    await form.getByLabel('Name', { exact: true }).fill('Analytics')
    await form.getByRole('button', { name: 'Try and create' }).click()
    await form.getByRole('link', { name: 'See it fill' }).click()
    const signals = page
      .getByRole('row')
      .filter({ hasText: /^signals/ })
      .first()
    await signals.getByText('in sync').waitFor(waiting)
    // The position, which moves as rows arrive: "in sync" may also stand before the first.
    await expect.poll(() => signals.getByRole('cell').last().textContent(), waiting).toMatch(/^[1-9]/)
    const history = page.getByRole('table', { name: 'What was done, the newest first' })
    await history
      .getByText(/^[1-9]\d* rows?$/)
      .first()
      .waitFor()
    const recipe = page.getByRole('group').filter({ hasText: 'Signals by week and source' })
    await recipe.locator('summary').click()
    await recipe.getByRole('button', { name: 'Run Signals by week and source' }).click()

    await recipe.getByRole('row').filter({ hasText: 'hackernews' }).first().waitFor()
  }
})
