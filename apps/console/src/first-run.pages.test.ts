import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { findBrowser } from '@signalpost/testing'
import { openBrowser, type TestBrowser } from '@signalpost/testing/browser'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Installation, startInstallation } from './test-support/start-installation.ts'

const mostTabs = 120

describe.skipIf(findBrowser() === undefined)('the first run', { timeout: 240_000 }, () => {
  let installation: Installation
  let browser: TestBrowser

  beforeAll(async () => {
    ;[installation, browser] = await Promise.all([startInstallation(), openBrowser(findBrowser())])
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await installation?.stop()
  })

  test('the keyboard alone leads from the link to a signal, its timeline and a bell that rings', async () => {
    const { page, complaints } = await browser.open()
    const step = (title: string): Locator =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const enter = async (control: Locator): Promise<void> => {
      await tabTo(page, control)
      await press('Enter')
    }
    const type = async (field: Locator, words: string): Promise<void> => {
      await tabTo(page, field)
      await page.keyboard.type(words)
    }
    const places = (): Promise<string[]> =>
      page.getByRole('complementary').getByRole('navigation').getByRole('link').allTextContents()

    await page.goto(installation.link)
    await page.getByRole('button', { name: 'Log in to Signalpost' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await expect.poll(async () => (await places())[0]).toBe('Getting started')
    await enter(page.getByRole('navigation').getByRole('link', { name: 'Getting started' }))
    await page.getByRole('heading', { name: 'Getting started', level: 1 }).waitFor()
    await page.getByRole('status').getByText('1 of 5 done.').waitFor()

    const source = step('Create a source')
    await enter(source.locator('summary'))
    await enter(source.getByRole('button', { name: 'Create another' }))
    await enter(source.getByRole('button', { name: 'Signalpost', exact: true }))
    await type(source.getByLabel('Name', { exact: true }), 'CRM')
    await press('Enter')
    await source.getByText('It is shown this once.').waitFor()

    const event = step('Send a first event')
    const command = event.locator('pre')
    await expect.poll(() => command.textContent()).toMatch(/secret=whsec_/)
    const refused = (await command.textContent())?.replace(/secret=whsec_/, 'secret=WHSEC_') ?? ''
    const trouble = event.getByRole('alert').getByRole('link', { name: 'See what happened' })
    // Every intake knows a new source within 5 s.
    await expect
      .poll(async () => [(await inShell(refused)).code, await trouble.count()])
      .toEqual(['signature_invalid', 1])
    expect(await trouble.getAttribute('href')).toMatch(/\/w\/org_demo\/rejections\?source=src_/)

    expect(await inShell((await command.textContent()) ?? '')).toMatchObject({ status: 'accepted' })
    const signal = step('See the signal and its timeline')
    await signal.getByRole('list', { name: 'What happened to it' }).getByText('received').first().waitFor()
    expect(await event.getByRole('alert').count()).toBe(0)
    await tabTo(page, event.getByRole('radio', { checked: true }))
    for (const [language, program] of [
      ['Node', 'node'],
      ['Python', 'python3'],
    ] as const) {
      await press('ArrowRight')
      expect(await event.getByRole('radio', { name: language }).isChecked()).toBe(true)
      if (spawnSync(program, ['--version']).error !== undefined) continue
      const answer = await inShell((await command.textContent()) ?? '')
      expect([language, answer.eventId]).toEqual([language, expect.stringMatching(/^evt_first_/)])
    }
    await enter(signal.getByRole('link', { name: 'Timeline' }))
    await page.getByRole('heading', { name: 'Timeline', level: 1 }).waitFor()
    await page.locator('.timeline-step').first().waitFor()
    await press('g', 'h')
    // The rule of a new workspace sends to its inbox.
    await page.getByRole('status').getByText('4 of 5 done.').waitFor()
    const side = page.getByRole('complementary')
    await side.getByRole('link', { name: 'Inbox, 1 unread' }).waitFor()

    const alert = step('Send a test alert')
    await enter(alert.locator('summary'))
    await alert.getByText('reaches its receiver').waitFor()
    await enter(alert.getByRole('button', { name: 'Send', exact: true }))
    await side.getByRole('link', { name: 'Inbox, 2 unread' }).waitFor()

    await enter(step('Connect a warehouse').getByRole('button', { name: 'Skip it' }))
    await page.getByRole('heading', { name: 'What now?' }).waitFor()
    await expect.poll(async () => (await places())[0]).toBe('Overview')
    expect(await places()).toContain('Getting started')
    expect(complaints).toEqual([])
  })

  test('the demo shows in an open console by its event stream', async () => {
    const { page } = await browser.open()
    const { url }: { url: string } = JSON.parse(await installation.run('login', '--json'))
    await page.goto(url)
    await page.getByRole('button', { name: 'Log in to Signalpost' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    const applied = page.locator('.sum').first().locator('dt', { hasText: 'applied' }).locator('+ dd')
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    // Nothing moves, so nothing is asked: the stream alone can bring what follows.
    expect(asked).toEqual([])
    const { run }: { run: { applied: number } } = JSON.parse(await installation.run('demo', '--json'))
    await expect.poll(async () => Number(await applied.textContent())).toBeGreaterThanOrEqual(run.applied)
    expect(asked).toContain('/console/api/w/org_demo/overview')
  })
})

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let pressed = 0; pressed < mostTabs; pressed += 1) {
    if ((await control.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${mostTabs} presses of Tab do not reach the control.`)
}

/** Runs a command as a person does who pastes it into a terminal. Returns what the intake answered. */
async function inShell(command: string): Promise<Record<string, unknown>> {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const shell = spawn('sh', { env: { PATH }, stdio: ['pipe', 'pipe', 'inherit'] })
  shell.stdin.end(command)
  const [printed] = await Promise.all([text(shell.stdout), once(shell, 'exit')])
  return JSON.parse(printed)
}
