import { findFreePort, type OidcAccount, type OidcProvider, startOidcProvider } from '@signalpost/testing'
import type { Tab } from '@signalpost/testing/browser'
import { afterAll, expect, test } from 'vitest'
import { describeInBrowserWith } from './test-support/describe-in-browser.ts'
import { startTestConsole, type TestConsole } from './test-support/start-test-console.ts'
import { logInAtProvider } from './test-support/surroundings/log-in-at-provider.ts'

let provider: OidcProvider

async function start(databaseUrl: string): Promise<TestConsole> {
  const port = await findFreePort()
  const consoleUrl = `http://127.0.0.1:${port}`
  provider = await startOidcProvider({ redirectUrl: `${consoleUrl}/login/oidc` })
  const { issuer, clientId, clientSecret } = provider
  return startTestConsole({
    databaseUrl,
    config: {
      ...{ port, consoleUrl, trustedProxies: { has: () => true } },
      oidc: { issuer, clientId, clientSecret, domains: [], trustsEmail: false },
    },
  })
}

describeInBrowserWith({ start })('at an identity provider', ({ console, browser }) => {
  let opened = 0

  afterAll(() => provider?.close())

  test('a person who was invited logs in, and comes back to the page that they wanted', async () => {
    await invite('ann@example.com')
    const tab = await open()
    await tab.page.goto(`${console.url}/w/org_one/deliveries`)
    await logInAt(tab, 'ann', { email: 'ann@example.com', email_verified: true, name: 'Ann' })
    await tab.page.getByRole('heading', { name: 'Deliveries' }).waitFor()
    expect(tab.page.url()).toBe(`${console.url}/w/org_one/deliveries`)
    expect(await ownCookies(tab)).toMatchObject([
      { name: 'signalpost_session', httpOnly: true, sameSite: 'Strict' },
    ])
    await tab.context.close()
  })

  const notInvited = 'This account has no access. Ask an admin for an invitation.'
  const notVerified = 'The identity provider says that the mail address of this account is not verified.'

  test.each<[string, string, OidcAccount, string]>([
    ['was not invited', 'eve', { email: 'eve@example.com', email_verified: true }, notInvited],
    [
      'has an address that is not verified',
      'bob',
      { email: 'bob@example.com', email_verified: false },
      notVerified,
    ],
    [
      'has the address of another person',
      'ann2',
      { email: 'ann@example.com', email_verified: true },
      notInvited,
    ],
  ])('an account that %s gets nothing', async (_why, account, known, refusal) => {
    await invite('bob@example.com')
    const people = await countPeople()
    const tab = await open()
    await tab.page.goto(`${console.url}/login`)
    await logInAt(tab, account, known)
    await tab.page.getByText(refusal).waitFor()
    expect(await ownCookies(tab)).toMatchObject([
      { name: 'signalpost_login', httpOnly: true, sameSite: 'Lax' },
    ])
    expect(await countPeople()).toBe(people)
    await tab.context.close()
  })

  test.each<[string, (callback: URL) => void]>([
    ['another state', ({ searchParams }) => searchParams.set('state', 'x'.repeat(43))],
    ['no state', ({ searchParams }) => searchParams.delete('state')],
    ['another issuer', ({ searchParams }) => searchParams.set('iss', 'https://evil.example')],
    ['another code', ({ searchParams }) => searchParams.set('code', 'x'.repeat(43))],
    ['an error', (callback) => callback.searchParams.set('error', 'access_denied')],
  ])('a return with %s logs no one in', async (_what, change) => {
    const tab = await open()
    const callback = await provider.logIn(await begin(tab), 'ann')
    change(callback)
    await expectNothing(tab, callback)
  })

  test('a token with another nonce logs no one in', async () => {
    const tab = await open()
    const url = new URL(await begin(tab))
    url.searchParams.set('nonce', 'x'.repeat(43))
    await expectNothing(tab, await provider.logIn(url.href, 'ann'))
  })

  test('the return of one browser logs no other one in', async () => {
    const attacker = await open()
    const callback = await provider.logIn(await begin(attacker), 'ann')
    await attacker.context.close()
    const victim = await open()
    await begin(victim)
    await expectNothing(victim, callback)
  })

  test('a return works once', async () => {
    const tab = await open()
    const callback = await provider.logIn(await begin(tab), 'ann')
    const sealed = await ownCookies(tab)
    await tab.page.goto(callback.href)
    await tab.page.getByRole('heading', { name: 'Overview' }).waitFor()
    const again = await open()
    await again.context.addCookies(sealed)
    await expectNothing(again, callback)
    await tab.context.close()
  })

  test('logins are counted by way and outcome, without a person', async () => {
    const metrics = await (await fetch(`${console.url}/metrics`)).text()
    const lines = metrics.split('\n').filter((line) => line.startsWith('signalpost_console_logins_total{'))
    expect(lines.map((line) => line.replace(/,process=.*/, '')).toSorted()).toEqual([
      'signalpost_console_logins_total{way="oidc",outcome="logged_in"',
      'signalpost_console_logins_total{way="oidc",outcome="refused"',
    ])
  })

  /** A browser with an address of its own, for logins are limited by it. */
  async function open(): Promise<Tab> {
    opened += 1
    const tab = await browser.open()
    await tab.context.setExtraHTTPHeaders({ 'x-forwarded-for': `198.51.100.${opened}` })
    return tab
  }

  /** Those of the console. The provider is on the same host, which cookies do not tell apart by port. */
  async function ownCookies({ context }: Tab) {
    return (await context.cookies(console.url)).filter(({ name }) => name.startsWith('signalpost_'))
  }

  async function logInAt({ page }: Tab, account: string, known: OidcAccount): Promise<void> {
    provider.accounts.set(account, known)
    await logInAtProvider(page, { account, consoleUrl: console.url })
  }

  /** Begins a login in a browser, which gets its cookie, and returns the address at the provider. */
  async function begin({ page }: Tab): Promise<string> {
    await page.goto(`${console.url}/login`)
    return page.evaluate(
      `fetch('/console/api/login/oidc/start', { method: 'POST', headers: { 'content-type': 'application/json' } }).then((answer) => answer.json()).then(({ url }) => url)`,
    )
  }

  async function expectNothing(tab: Tab, callback: URL): Promise<void> {
    const { page, context } = tab
    await page.goto(callback.href)
    await page.getByText('The login was not completed. Start again.').waitFor()
    expect((await ownCookies(tab)).map(({ name }) => name)).not.toContain('signalpost_session')
    expect(new URL(page.url()).search).toBe('')
    await context.close()
  }

  const invite = (email: string) => console.invite('org_one', email)

  async function countPeople(): Promise<number> {
    const { rows } = await console.pool.query<{ count: number }>('select count(*)::int from people')
    return rows[0]?.count ?? 0
  }
})
