import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { compileCache, programOf } from '@signalpost/testing'
import { findBarriersInBothSchemes } from '@signalpost/testing/browser'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeInBrowser } from '../apps/console/src/test-support/describe-in-browser.ts'

const pictures = join(import.meta.dirname, '../node_modules/.cache/pictures')

describeInBrowser('a login of a command line', ({ console, browser }) => {
  let home: string
  let running: ChildProcessWithoutNullStreams | undefined

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'signalpost-home-'))
  })

  afterEach(() => {
    running?.kill()
    rmSync(home, { recursive: true })
  })

  const start = (...words: string[]) => {
    // Knows no database, no key and no data directory of the console.
    const env = { PATH: process.env.PATH, HOME: home, SIGNALPOST_DATA_DIR: home, ...compileCache }
    running = spawn(process.execPath, [programOf('cli'), ...words, '--json'], { env, stdio: 'pipe' })
    return running
  }

  const finish = async (child: ChildProcessWithoutNullStreams) => {
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      child.exitCode === null ? once(child, 'close') : undefined,
    ])
    return { exitCode: child.exitCode, stdout, stderr }
  }

  const call = async (...words: string[]) => {
    const { exitCode, stdout } = await finish(start(...words))
    return { exitCode, json: stdout === '' ? undefined : JSON.parse(stdout) }
  }

  /** Starts the login and returns the address of the page, which it prints once it knows its code. */
  async function begin() {
    const child = start('login', '--url', console.url)
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk)
    })
    await expect.poll(() => said, { timeout: 20_000 }).toMatch(/\/device\/[A-Z]{4}-[A-Z]{4}\n/)
    const [address = ''] = /http\S+\/device\/[A-Z]{4}-[A-Z]{4}/.exec(said) ?? []
    return { address, ended: finish(child) }
  }

  test('goes by the page, also while the person logs in, and lasts until the logout', async () => {
    const personId = await console.addPerson({ org_one: 'member' })
    const { address, ended } = await begin()
    const { page, context, complaints } = await browser.open({ width: 390 })
    await page.goto(address)
    await page.getByText('Log in to decide').waitFor()
    const other = await context.newPage()
    await other.goto(`${console.url}/login#${await console.createToken(personId)}`)
    await other.getByRole('button', { name: 'Log in to Signalpost' }).click()
    await other.getByRole('heading', { name: 'Overview' }).waitFor()
    await other.close()

    await page.getByRole('button', { name: 'Allow access' }).waitFor()
    await page.getByText(address.slice(-9)).waitFor()
    expect(await findBarriersInBothSchemes(page)).toEqual([])
    await page.screenshot({ path: join(pictures, '390-light', 'device.png'), fullPage: true })
    await page.getByRole('button', { name: 'Allow access' }).click()
    await page.getByText('The command line is logged in').waitFor()

    const { exitCode, stdout } = await ended
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      { url: console.url, personId, expiresAt: expect.any(String) },
    ])
    expect(await call('view', 'list')).toEqual({ exitCode: 0, json: { items: [] } })

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${console.url}/w/org_one/overview`)
    await page.locator('button.account').click()
    await page.getByText('The command line of a computer.').waitFor()

    expect(await call('logout')).toEqual({ exitCode: 0, json: { url: console.url, ended: true } })
    expect(existsSync(join(home, '.config/signalpost/login.json'))).toBe(false)
    const { rows } = await console.pool.query("select from sessions where kind = 'cli'")
    expect(rows).toEqual([])
    // A browser reports a read that was refused, as before the login.
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([])
  })

  test('is denied on the page', async () => {
    const { address, ended } = await begin()
    const cookie = await console.logIn(await console.addPerson({ org_one: 'viewer' }))
    const { page } = await browser.open({ width: 1440 }, { url: console.url, cookie })
    await page.goto(`${console.url}/device`)
    await page.getByLabel('The code in your terminal').fill(address.slice(-9).toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Deny access' }).click()
    await page.getByText('The command line was refused.').waitFor()
    const { exitCode, stdout } = await ended
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      1,
      { code: 'forbidden', message: 'The login was denied.' },
    ])
    expect(existsSync(join(home, '.config/signalpost/login.json'))).toBe(false)
  })

  test('with a wrong code finds nothing', async () => {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'viewer' }))
    const { page } = await browser.open({ width: 1440 }, { url: console.url, cookie })
    await page.goto(`${console.url}/device/BCDF-GHJK`)
    await page.getByText('This code is not valid or has expired.').waitFor()
  })
})
