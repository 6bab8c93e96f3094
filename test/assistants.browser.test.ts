import { join } from 'node:path'
import { setMembership } from '@signalpost/database/people'
import { findBrowser, findFreePort } from '@signalpost/testing'
import { findBarriers, type Look, type Tab } from '@signalpost/testing/browser'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { registerClient } from '../apps/api/src/test-support/assistant-client.ts'
import { storeAuthorization } from '../apps/console/src/test-support/store-assistants.ts'
import { logInAtProvider } from '../apps/console/src/test-support/surroundings/log-in-at-provider.ts'
import { type BrowserStage, stageInBrowser } from './support/assistants/stage-in-browser.ts'

const looks: Look[] = ([390, 1440] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)
/** For people to look at. */
const pictures = join(import.meta.dirname, '../node_modules/.cache/pictures')
/** How long a process believes what it knows of a token. */
const believedMs = 4_000

describe.skipIf(findBrowser() === undefined)('an assistant in a browser', { timeout: 60_000 }, () => {
  let stage: BrowserStage

  test.beforeAll(async ({ testDatabase }) => {
    stage = await stageInBrowser(testDatabase.url)
  }, 60_000)

  // An address may ask 60 times a minute, and all tests ask from one.
  beforeEach(() => stage.api.database.deleteFrom('rate_windows').execute())

  afterAll(() => stage?.stop())

  const logIn = async (roles: Parameters<BrowserStage['console']['addPerson']>[0]): Promise<string> =>
    stage.console.logIn(await stage.console.addPerson(roles))

  /** Follows the link of the client's site to the decision. */
  async function follow({ page }: Tab): Promise<void> {
    await page.goto(stage.siteUrl)
    await page.getByRole('link', { name: 'Connect' }).click()
    await page.getByRole('heading', { name: 'Connect an assistant' }).waitFor()
  }

  const box = (page: Tab['page'], scope: string) => page.locator(`input[type=checkbox][value="${scope}"]`)

  async function allow(page: Tab['page'], ...scopes: string[]): Promise<void> {
    await page.getByRole('button', { name: /^Allow/ }).waitFor()
    for (const scope of scopes) await box(page, scope).check()
    await page.getByRole('button', { name: /^Allow/ }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()
  }

  test('connects from a link on another site, while the login is in another tab', async () => {
    const personId = await stage.console.addPerson({ org_one: 'member', org_two: 'viewer' })
    const tab = await stage.open()
    const { page, context } = tab
    await follow(tab)
    await page.getByText('Log in to decide').waitFor()
    await logInElsewhere(tab, personId)

    await page.getByRole('button', { name: /^Allow/ }).waitFor()
    expect(await page.locator('input[name=scope]:checked').count()).toBe(5)
    expect(await box(page, 'pipeline:write').isChecked()).toBe(false)
    await page.locator('input[type=radio][value=org_two]').check()
    expect(await box(page, 'pipeline:write').isDisabled()).toBe(true)
    await page.locator('input[type=radio][value=org_one]').check()
    await box(page, 'export:read').uncheck()
    await allow(page, 'pipeline:write')

    const back = new URL(page.url())
    expect([back.origin, back.searchParams.get('iss')]).toEqual([stage.siteUrl, stage.api.url])
    const tokens = await stage.takeTokens(page, stage.client)
    const { result } = await stage.ask(tokens.access_token, 'tools/call', { name: 'whoami', arguments: {} })
    expect(result).toMatchObject({
      structuredContent: {
        ...{ orgId: 'org_one', personId, role: 'member', policy: 'confirm' },
        scopes: ['signals:read', 'accounts:read', 'listeners:read', 'pipeline:read', 'pipeline:write'],
      },
    })
    const { status } = await fetch(`${stage.api.url}/v1/results`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(status).toBe(401)
    // Of the API, nothing is left; the session of the console is.
    expect((await context.cookies()).map(({ name, domain }) => [name, domain])).toEqual([
      ['signalpost_session', 'localhost'],
    ])
    await context.close()
  })

  test('keeps a popup tied to its opener through a login in another tab', async () => {
    const personId = await stage.console.addPerson({ org_one: 'viewer' })
    const tab = await stage.open()
    const popup = await openPopup(tab)
    await popup.getByText('Log in to decide').waitFor()
    await logInElsewhere(tab, personId)
    await allow(popup)
    expect(new URL(popup.url()).searchParams.get('code')).not.toBeNull()
    expect(await popup.evaluate('window.opener !== null')).toBe(true)
    await tab.context.close()
  })

  test('keeps a popup tied to its opener, and sends a denial back', async () => {
    const tab = await stage.open(await logIn({ org_one: 'viewer' }))
    const popup = await openPopup(tab)
    await popup.getByRole('button', { name: /^Deny/ }).click()
    await popup.getByRole('heading', { name: 'Back' }).waitFor()
    expect(new URL(popup.url()).searchParams.get('error')).toBe('access_denied')
    expect(await popup.evaluate('window.opener !== null')).toBe(true)
    await tab.context.close()
  })

  test('comes back to the decision from an identity provider, in a popup too', async () => {
    const email = 'ann@example.com'
    await stage.console.invite('org_one', email)
    stage.provider.accounts.set('ann', { email, email_verified: true, name: 'Ann' })
    const tab = await stage.open()
    const popup = await openPopup(tab)
    const decision = popup.waitForURL(`${stage.consoleUrl}/authorize/*`).then(() => popup.url())
    await logInAtProvider(popup, { account: 'ann', consoleUrl: stage.consoleUrl })
    await popup.getByRole('button', { name: /^Allow/ }).waitFor()
    expect(popup.url()).toBe(await decision)
    await allow(popup)
    expect(await popup.evaluate('window.opener !== null')).toBe(true)
    await tab.context.close()
  })

  test('asks for a login where the session ended before the decision, and continues after it', async () => {
    const personId = await stage.console.addPerson({ org_one: 'member' })
    const tab = await stage.open(await stage.console.logIn(personId))
    const { page, context } = tab
    await follow(tab)
    await page.getByRole('button', { name: /^Allow/ }).waitFor()
    await context.clearCookies({ name: 'signalpost_session' })
    await page.getByRole('button', { name: /^Allow/ }).click()
    await page.getByText('Log in to decide').waitFor()
    await logInElsewhere(tab, personId)
    await allow(page)
    await context.close()
  })

  test('going back after the decision finds a request that is over, and before it the same one', async () => {
    const tab = await stage.open(await logIn({ org_one: 'member' }))
    const { page, context } = tab
    await follow(tab)
    await page.getByRole('button', { name: /^Allow/ }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Connect' }).waitFor()
    await page.goForward()
    await allow(page)
    await page.goBack()
    await page.getByText('This request is over').waitFor()
    await context.close()
  })

  test('a page that a browser kept as it was asks again', async () => {
    const tab = await stage.open(await logIn({ org_one: 'member' }))
    const { page, context } = tab
    await follow(tab)
    await page.getByRole('button', { name: /^Allow/ }).waitFor()
    await page.evaluate('window.isKept = true')
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await expect.poll(() => page.evaluate('window.isKept')).toBeUndefined()
    await page.getByRole('button', { name: /^Allow/ }).waitFor()
    await context.close()
  })

  test('a second client is asked for as the first, whose tokens stay', async () => {
    const tab = await stage.open(await logIn({ org_one: 'member' }))
    const { page, context } = tab
    await follow(tab)
    await allow(page)
    const first = await stage.takeTokens(page, stage.client)
    const other = await registerClient(stage.api.url, { redirect_uris: [`${stage.siteUrl}/callback`] })
    await page.goto(stage.linkOf(other))
    await allow(page)
    const second = await stage.takeTokens(page, other)
    const refreshed = await stage.refresh(first.refresh_token, stage.client)
    for (const { access_token } of [refreshed, second])
      expect((await stage.ask(access_token, 'tools/list')).status).toBe(200)
    await context.close()
  })

  test('a demotion and then a revocation on its page hold within 5 s', async () => {
    const personId = await stage.console.addPerson({ org_one: 'member' })
    const tab = await stage.open(await stage.console.logIn(personId))
    const { page, context } = tab
    await follow(tab)
    await allow(page, 'pipeline:write')
    const { access_token: token } = await stage.takeTokens(page, stage.client)
    const listed = async () => JSON.stringify((await stage.ask(token, 'tools/list')).result)
    expect(await listed()).toContain('"update_deal"')
    const nowMs = Date.now()
    await stage.console.database.transaction().execute(async (transaction) => {
      await setMembership(transaction, { orgId: 'org_one', personId, role: 'viewer', nowMs })
    })
    stage.advance(believedMs)
    expect(await listed()).not.toContain('"update_deal"')
    const change = { name: 'update_deal', arguments: { id: 'deal_1', stage: 'won' } }
    expect(await stage.ask(token, 'tools/call', change)).toMatchObject({
      ...{
        status: 200,
        result: { isError: true, content: [{ text: expect.stringContaining('role viewer') }] },
      },
    })

    await page.goto(`${stage.consoleUrl}/w/org_one/assistants`)
    await page.getByRole('link', { name: 'Test' }).first().click()
    await page.getByRole('button', { name: 'End this assistant' }).click()
    await page.getByText('its person ended it').waitFor()
    stage.advance(believedMs)
    expect((await stage.ask(token, 'tools/list')).status).toBe(401)
    await context.close()
  })

  test('its person puts back in the console what it changed', async () => {
    const tab = await stage.open(await logIn({ org_one: 'member' }))
    const { page, context } = tab
    const deal = { id: 'deal_moved', name: 'Five seats', stage: 'new' }
    await stage.api.apply('deal.created', { deal })
    await follow(tab)
    await allow(page, 'pipeline:write')
    const { access_token: token } = await stage.takeTokens(page, stage.client)
    const change = { name: 'update_deal', arguments: { id: deal.id, stage: 'won' } }
    expect(await stage.ask(token, 'tools/call', change)).toMatchObject({
      result: { structuredContent: { before: { stage: 'new' }, after: { stage: 'won' } } },
    })
    await page.goto(`${stage.consoleUrl}/w/org_one/assistants`)
    await page.getByRole('link', { name: 'Test' }).first().click()
    await page.getByText('Stage: new → won').waitFor()
    await page.getByRole('button', { name: 'Put back Five seats' }).click()
    await page.getByText('Put back by you').waitFor()
    const { result } = await stage.ask(token, 'tools/call', {
      name: 'find_deals',
      arguments: { stage: 'new' },
    })
    expect(JSON.stringify(result)).toContain(deal.id)
    await context.close()
  })

  test('a document that changes where it sends people back leads no one to the old place', async () => {
    const client = 'https://client.example/changing.json'
    const document = { client_id: client, client_name: 'Changing' }
    stage.documents.set(client, { ...document, redirect_uris: [`${stage.siteUrl}/callback`] })
    const tab = await stage.open(await logIn({ org_one: 'member' }))
    const { page, context } = tab
    await page.goto(stage.linkOf(client))
    await page.getByText('client.example', { exact: true }).waitFor()
    await allow(page)
    stage.documents.set(client, { ...document, redirect_uris: ['https://new.example/callback'] })
    // A document is kept for an hour, by each process.
    const another = await stage.api.startAnother({ port: await findFreePort() })
    const answer = await page.goto(stage.linkOf(client, another.url))
    expect([answer?.status(), new URL(page.url()).origin]).toEqual([400, another.url])
    await another.stop()
    await context.close()
  })

  test('a decision that is carried into another browser is refused', async () => {
    const attacker = await stage.open()
    await follow(attacker)
    const victim = await stage.open(await logIn({ org_one: 'member' }))
    await victim.page.goto(attacker.page.url())
    await victim.page.getByRole('button', { name: /^Allow/ }).click()
    await victim.page.getByText('This browser did not begin the request').waitFor()
    await Promise.all([attacker.context.close(), victim.context.close()])
  })

  test('the keyboard alone grants what is ticked', async () => {
    const tab = await stage.open(await logIn({ org_one: 'member' }))
    const { page, context } = tab
    await follow(tab)
    await page.getByRole('button', { name: /^Allow/ }).waitFor()
    const tabTo = async (selector: string): Promise<void> => {
      for (let step = 0; step < 30; step += 1) {
        await page.keyboard.press('Tab')
        if (await page.evaluate(`document.activeElement.matches('${selector}')`)) return
      }
      throw new Error(`The keyboard does not reach ${selector}.`)
    }
    await tabTo('[value="collections:write"]')
    await page.keyboard.press('Space')
    await tabTo('[type=submit]')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    const { access_token: token } = await stage.takeTokens(page, stage.client)
    const { result } = await stage.ask(token, 'tools/list')
    expect(JSON.stringify(result)).toContain('"write_note"')
    await context.close()
  })

  test.for(looks)('is decided without barriers at $width px in $colorScheme', async (look) => {
    const cookie = await logIn({ org_one: 'viewer', org_two: 'member' })
    const { page, context, complaints } = await stage.open(cookie, look)
    const id = await storeAuthorization(stage.console.database, {
      clientName: '<img src=x onerror="window.harm=1">\u202eabc'.repeat(2),
      redirectUri: 'cursor://app/callback',
    })
    const response = await page.goto(`${stage.consoleUrl}/authorize/${id}`)
    expect(response?.headers()).toMatchObject({
      'cross-origin-opener-policy': 'unsafe-none',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    await page.getByRole('button', { name: /^Allow/ }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(sideways)).toBe(0)
    expect(await page.evaluate('window.harm')).toBeUndefined()
    // No one has one here.
    expect(await page.getByText('password').count()).toBe(0)
    const path = join(pictures, `${look.width}-${look.colorScheme}`, 'authorize.png')
    await page.screenshot({ path, fullPage: true })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('says that a request is over, and that someone without a workspace has nothing to grant', async () => {
    const cookie = await stage.console.logIn(await stage.console.addPerson({}, true))
    const { page, context } = await stage.open(cookie)
    await page.goto(`${stage.consoleUrl}/authorize/missing`)
    await page.getByText('This request is over').waitFor()
    await page.goto(`${stage.consoleUrl}/authorize/${await storeAuthorization(stage.console.database)}`)
    await page.getByText('You are not a member of any workspace').waitFor()
    expect(await page.getByRole('button', { name: /^Allow/ }).isDisabled()).toBe(true)
    await context.close()
  })

  /** The client opens the authorization in a popup, as some do. */
  async function openPopup({ page }: Tab): Promise<Tab['page']> {
    await page.goto(stage.siteUrl)
    const opening = page.waitForEvent('popup')
    await page.evaluate("window.open(document.querySelector('a').href)")
    return opening
  }

  async function logInElsewhere({ context }: Tab, personId: string): Promise<void> {
    const other = await context.newPage()
    await other.goto(`${stage.consoleUrl}/login#${await stage.console.createToken(personId)}`)
    await other.getByRole('button', { name: 'Log in to Signalpost' }).click()
    await other.getByRole('heading', { name: 'Overview' }).waitFor()
    await other.close()
  }
})
