import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { listSources } from '@signalpost/database/access'
import { startTcpProxy, type TcpProxy } from '@signalpost/testing'
import { findBarriersInBothSchemes, type Look, type Tab } from '@signalpost/testing/browser'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowserWith } from './test-support/describe-in-browser.ts'
import { pageCases } from './test-support/page-cases.ts'
import { startTestConsole, type TestConsole } from './test-support/start-test-console.ts'

const widths = [390, 1440] as const
/** What buttons say that open a dialog. */
const dialogs =
  /^(?:New |Edit$|Send a test|Rotate|Delete$|End|Replay what|Try it|Run now|Forget|Sync now|Verify$|Repair$|Backfill$|Invite$|Change role|Rename$)/
/** What strangers can bring into every cell: markup, a script, a direction of their own, a word without end. */
const hostile = `<img src=x onerror="window.harm=1"><script>window.harm=1</script>\u202eabc\u2066 javascript:window.harm=1`
const longWord = 'x'.repeat(10_000)

/** For people to look at: this test judges what a program can judge. */
const pictures = join(import.meta.dirname, '../../../node_modules/.cache/pictures')

/** Ids differ from run to run: what remains of them is their kind. */
function pictureOf({ index, path, width, colorScheme }: Look & { index: number; path: string }): string {
  const words = path.split('/').map((part) => part.replace(/[^a-z].*/, ''))
  const named = words.filter((word) => !['', 'w', 'org'].includes(word))
  return join(
    pictures,
    `${width}-${colorScheme}`,
    `${[String(index + 1).padStart(2, '0'), ...named].join('-')}.png`,
  )
}

let proxy: TcpProxy

/** A console that can lose its database. */
async function start(databaseUrl: string): Promise<TestConsole> {
  const server = new URL(databaseUrl)
  proxy = await startTcpProxy(Number(server.port))
  server.hostname = '127.0.0.1'
  server.port = String(proxy.port)
  const console = await startTestConsole({ databaseUrl: server.href })
  const stop = () => console.stop().then(proxy.stop)
  return { ...console, stop }
}

// Each width opens every page.
describeInBrowserWith({ start, timeout: 300_000 })('in a browser', ({ console, browser }) => {
  let personId: string
  let cookie: string
  let pages: [heading: string, path: string][]

  beforeAll(async () => {
    personId = await console.addPerson({ org_one: 'admin' })
    cookie = await console.logIn(personId)
    const stage = { console, orgId: 'org_one', personId, hostile, longWord }
    pages = []
    for (const pageCase of pageCases) pages.push(...(await pageCase(stage)))
  })

  test('a link logs in once, and its token leaves the address before it is sent', async () => {
    const token = await console.createToken(personId)
    const { page, context, complaints } = await browser.open()
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto(`${console.url}/login#${token}`)
    await page.getByRole('button', { name: 'Log in to Signalpost' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(addresses.filter((address) => address.includes(token))).toEqual([])
    expect(page.url()).toBe(`${console.url}/w/org_one/overview`)
    const [kept] = await context.cookies()
    expect(kept).toMatchObject({ name: 'signalpost_session', httpOnly: true, sameSite: 'Strict' })
    expect(complaints).toEqual([])

    const { page: second } = await browser.open()
    await second.goto(`${console.url}/login#${token}`)
    await second.getByRole('alert').waitFor()
    await context.close()
    await second.context().close()
  })

  test.each(widths)(
    'every page is free of barriers and complaints at %d px, in light and dark',
    async (width) => {
      const { page, context, complaints } = await open({ width, timezoneId: 'Asia/Kolkata' })
      for (const [index, [heading, path]] of pages.entries()) {
        await openWhole(page, { heading, path })
        expect([path, await page.locator('h1').count()]).toEqual([path, 1])
        const pictureIn = (colorScheme: Look['colorScheme']) => pictureOf({ width, colorScheme, index, path })
        expect([path, await findBarriersInBothSchemes(page, pictureIn)]).toEqual([path, []])
        expect([path, await sideways(page)]).toEqual([path, 0])
        expect([path, await joinedSentences(page)]).toEqual([path, []])
        expect([path, await collapsedColumns(page)]).toEqual([path, []])
        expect([path, await cutTables(page)]).toEqual([path, []])
        if (isList(path)) expect([path, await rowsBelowTheFold(page)]).toEqual([path, 0])
        expect([path, await typedLists(page)]).toEqual([path, []])
        expect([path, await memberNames(page)]).toEqual([path, []])
        expect([path, await turnedTexts(page)]).toEqual([path, []])
        expect([path, await momentsElsewhere(page)]).toEqual([path, []])
        // Operators read there what doctor says, with the ids that its commands take.
        if (path !== '/installation') expect([path, await idsInSight(page)]).toEqual([path, []])
        expect([path, await brokenButtons(page)]).toEqual([path, []])
        expect([path, await unreachedTexts(page)]).toEqual([path, []])
        if (width === 1440) {
          // Beside the navigation, this leaves less room than a narrow screen.
          await page.setViewportSize({ width: 1000, height: 900 })
          expect([path, await sideways(page)]).toEqual([path, 0])
          expect([path, await collapsedColumns(page)]).toEqual([path, []])
          expect([path, await cutTables(page)]).toEqual([path, []])
          expect([path, await crampedNames(page)]).toEqual([path, []])
          await page.setViewportSize({ width, height: 900 })
        }
        expect([path, await page.evaluate('window.harm')]).toEqual([path, undefined])
        expect(await page.locator('main img, main script, a[href^="javascript:"]').count()).toBe(0)
      }
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      expect(await findBarriersInBothSchemes(page)).toEqual([])
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('every dialog is free of barriers and complaints, in light and dark', async () => {
    const { page, context, complaints } = await open({ width: 1440 })
    const tried = new Set<string>()
    let opened = 0
    // A page that creates or confirms something is a form itself.
    const others = pages.filter(
      ([heading, path]) => !heading.startsWith('New ') && !path.includes('/confirm/'),
    )
    for (const [heading, path] of others) {
      const [section = ''] = path.split('/').slice(3)
      await openWhole(page, { heading, path })
      const names = await page.locator('main button:visible').filter({ hasText: dialogs }).allInnerTexts()
      for (const name of names.map((text) => text.trim())) {
        const dialog = `${section}: ${name}`
        if (tried.has(dialog)) continue
        tried.add(dialog)
        const buttons = page.locator('main button:visible').and(page.getByText(name, { exact: true }))
        await buttons.first().click()
        // Some of these words act at once elsewhere.
        const isOpen = page.getByRole('dialog').waitFor({ timeout: 3_000 })
        if (!(await isOpen.then(() => true).catch(() => false))) continue
        opened += 1
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          expect([dialog, width, await findBarriersInBothSchemes(page)]).toEqual([dialog, width, []])
          for (const look of [
            joinedSentences,
            memberNames,
            typedLists,
            turnedTexts,
            momentsElsewhere,
            idsInSight,
          ]) {
            expect([dialog, await look(page, '[role=dialog]')]).toEqual([dialog, []])
          }
          const wider = await page.evaluate(
            'document.querySelector("[role=dialog]").scrollWidth - innerWidth',
          )
          expect([dialog, width, Math.max(0, Number(wider))]).toEqual([dialog, width, 0])
        }
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    }
    expect(opened).toBeGreaterThan(25)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the keyboard alone leads from the link to a delivery', async () => {
    const { page, context } = await browser.open()
    await page.goto(`${console.url}/login#${await console.createToken(personId)}`)
    await page.getByRole('button', { name: 'Log in to Signalpost' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor()
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press('/')
    expect(await page.evaluate('document.activeElement?.matches("[data-filter]")')).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Delivery dlv_' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'A page, a name, words or an id' }).fill('over')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await context.close()
  })

  test('a page of another port writes nothing', async () => {
    const { page, context } = await open()
    await page.goto(`${console.url}/w/org_one/overview`)
    const attacker = createServer((_request, response) => response.end('<!doctype html><title>x</title>'))
    await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve))
    const { port } = attacker.address() as AddressInfo // the cast: a server on a port has no other kind of address
    const before = await listSources(console.database, 'org_one')
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.evaluate(
      `fetch('${console.url}/console/api/w/org_one/sources', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"name":"planted"}' }).catch(() => undefined)`,
    )
    // The request carried the session's cookie, or it would be a 401.
    const metrics = await (await fetch(`${console.url}/metrics`)).text()
    expect(metrics).toMatch(/method="POST",route="\/console\/api\/w\/\{orgId\}\/sources",status="403"/)
    expect(await listSources(console.database, 'org_one')).toEqual(before)
    attacker.close()
    await context.close()
  })

  test('a page says that it cannot see while the store is away, and keeps what it knew', async () => {
    const { page, context } = await open()
    await page.goto(`${console.url}/w/org_one/deliveries`)
    await page.locator('[data-row]').first().waitFor()
    proxy.refuse()
    proxy.resetAll()
    await page.getByText('Could not reach the database since').waitFor()
    expect(await page.locator('[data-row]').count()).toBeGreaterThan(0)
    proxy.heal()
    await page.getByText('Could not reach the database since').waitFor({ state: 'detached' })
    await context.close()
  })

  /** Opens a page and waits until it has all that it reads. */
  async function openWhole(
    page: Tab['page'],
    { heading, path }: { heading: string; path: string },
  ): Promise<void> {
    await page.goto(console.url + path)
    await page
      .locator('h1')
      .filter({ hasText: heading.slice(0, 8) })
      .waitFor()
    await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: 15_000 }).toBe(0)
  }

  async function open(look?: Partial<Look>): Promise<Tab> {
    return browser.open(look, { url: console.url, cookie })
  }
})

/** Where a sentence begins without a space after the one before, outside of what strangers and programs wrote. */
async function joinedSentences(page: Tab['page'], place = 'main'): Promise<string[]> {
  return page.evaluate(`(() => {
    const main = document.querySelector('${place}')
    const others = [...main.querySelectorAll('code, pre, bdi')].map((part) => part.innerText)
    const text = others.reduce((rest, other) => (other === '' ? rest : rest.replaceAll(other, '…')), main.innerText)
    return text.match(/.{0,30}[a-z)][.!?][A-Z].{0,30}/g) ?? []
  })()`)
}

/** The titles of columns that have less room than the title takes. */
async function collapsedColumns(page: Tab['page']): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('main th')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)`)
}

/** Tables that are wider than their frame, which cuts their last columns. */
async function cutTables(page: Tab['page']): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('main .table-frame > table')]
    .filter(({ parentElement }) => getComputedStyle(parentElement).overflowX === 'hidden')
    .filter((table) => table.offsetWidth > table.parentElement.clientWidth)
    .map((table) => table.textContent.slice(0, 80))`)
}

/** Names of rows that are cut after a few letters, while other columns take the room. */
async function crampedNames(page: Tab['page']): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('main tbody td:first-child')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth < 110)
    .map(({ textContent }) => textContent.slice(0, 60))`)
}

/** Buttons whose words, those of the program, take more than a line or leave the button. */
async function brokenButtons(page: Tab['page']): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('main :is(button.button, a.button)')]
    .filter((button) => button.querySelector('bdi, .stranger') === null && button.offsetParent !== null)
    .filter(({ scrollWidth, clientWidth, clientHeight }) => scrollWidth > clientWidth || clientHeight > 44)
    .map(({ textContent }) => textContent)`)
}

/** Texts that may scroll in a box of their own, which keys do not reach or which have no name. Some are folded up. */
async function unreachedTexts(page: Tab['page']): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('main pre')]
    .filter((text) => getComputedStyle(text).overflowY === 'auto' && getComputedStyle(text).maxHeight !== 'none')
    .filter((text) => text.tabIndex !== 0 || text.role !== 'region' || text.ariaLabel === null)
    .map(({ textContent }) => textContent.slice(0, 60))`)
}

/** Names of facts, columns and fields as documents have them: `webhookUrl` in place of “Webhook URL”. */
async function memberNames(page: Tab['page'], place = 'main'): Promise<string[]> {
  return page.evaluate(`(() => {
    const names = [...document.querySelectorAll('${place} :is(dt, th, label, legend)')].filter((name) => name.querySelector('bdi, code') === null)
    const isMember = (fact) => {
      const name = fact.textContent.trim()
      return /^[a-z]+(?:[A-Z][a-z]*)+$|^[a-z]+_/.test(name) || (fact.matches('.facts dt') && /^[a-z]/.test(name))
    }
    return names.filter(isMember).map(({ textContent }) => textContent)
  })()`)
}

/** Labels of fields that ask people to type what can be picked from a list. */
async function typedLists(page: Tab['page'], place = 'main'): Promise<string[]> {
  return page.evaluate(`(() => {
    const listed = /^(?:platform|listener|classification|categor|account|owner|currency|time zone|person|people|channel|rule|source|event type|status|role$|member|acts as|signal|act|by|since|until|before|stage)s?\\b/i
    const typed = '${place} :is(input:is([type=text], :not([type])):not([role=combobox]), textarea)'
    return [...document.querySelectorAll(typed)].flatMap(({ labels }) => [...labels].map(({ textContent }) => textContent)).filter((label) => listed.test(label))
  })()`)
}

/** Texts with a control that turns what follows it: strangers' words are shown with their controls in brackets. */
async function turnedTexts(page: Tab['page']): Promise<string[]> {
  return page.evaluate(`(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode
      // A field has what a person edits, as it is.
      if (parentElement.matches('textarea')) continue
      if (/[\u202a-\u202e\u2066-\u2069]/.test(textContent)) found.push(textContent.slice(0, 120))
    }
    return found
  })()`)
}

/** Times as machines write them, or in another zone than the reader's, outside of what is stored, sent or run. */
async function momentsElsewhere(page: Tab['page'], place = 'main'): Promise<string[]> {
  return page.evaluate(`(() => {
    const texts = document.createTreeWalker(document.querySelector('${place}'), NodeFilter.SHOW_TEXT)
    const found = []
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode
      const isMachines = /\\d{4}-\\d\\d-\\d\\dT\\d|\\d:\\d\\d(?:[.:\\d]*) ?(?:UTC|Z\\b)/.test(textContent)
      if (isMachines && parentElement.closest('code, pre, bdi, textarea') === null) found.push(textContent.slice(0, 120))
    }
    return found
  })()`)
}

/** A list has the path of its section alone. */
function isList(path: string): boolean {
  return /^\/w\/[^/]+\/[a-z]+(?:\?|$)/.test(path)
}

/** 1 where the first row of a list begins or ends below the first screen. */
async function rowsBelowTheFold(page: Tab['page']): Promise<number> {
  return page.evaluate(`(() => {
    const row = document.querySelector('main :is([data-row], tbody tr)')
    scrollTo(0, 0)
    return row !== null && row.getBoundingClientRect().bottom > innerHeight ? 1 : 0
  })()`)
}

/** How far a page can be scrolled to the side. */
async function sideways(page: Tab['page']): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/** Texts with the id of a record where people look for its name. What is marked as code is one, or a command; a heading has the id of what has no name. */
async function idsInSight(page: Tab['page'], place = 'main'): Promise<string[]> {
  return page.evaluate(`(() => {
    const ids = /(?:^[dnp]:\\S|\\b(?:usr|sig|rul|src|chn|lsn|lst|dlv|msg|esc|whs|deal|key|ast|col|evt|sil|ses|inv|job|note|run|aud)_[0-9A-Za-z]{6,})/
    const texts = document.createTreeWalker(document.querySelector('${place}'), NodeFilter.SHOW_TEXT)
    const found = []
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode
      if (ids.test(textContent) && parentElement.closest('h1, code, pre, .visually-hidden') === null) found.push(textContent.slice(Math.max(0, textContent.search(ids) - 60)).slice(0, 120))
    }
    return found
  })()`)
}
