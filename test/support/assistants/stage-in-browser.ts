import { once } from 'node:events'
import { createServer } from 'node:http'
import { findBrowser, findFreePort, type OidcProvider, startOidcProvider } from '@signalpost/testing'
import { type Look, openBrowser, type Tab } from '@signalpost/testing/browser'
import {
  askToken,
  authorizeUrl,
  registerClient,
  type Tokens,
} from '../../../apps/api/src/test-support/assistant-client.ts'
import { startTestApi, type TestApi } from '../../../apps/api/src/test-support/start-test-api.ts'
import {
  startTestConsole,
  type TestConsole,
} from '../../../apps/console/src/test-support/start-test-console.ts'

const verifier = 'v'.repeat(43)

export type BrowserStage = {
  api: TestApi
  console: TestConsole
  consoleUrl: string
  /** At which people log in to the console. */
  provider: OidcProvider
  /** The site of a client, whose page links to the authorization of `client`. */
  siteUrl: string
  client: string
  /** The metadata documents of clients, by their addresses. */
  documents: Map<string, object>
  /** Lets the clock of the API go ahead, past what it believes for seconds. */
  advance: (ms: number) => void
  open: (cookie?: string, look?: Partial<Look>) => Promise<Tab>
  /** Where a client sends people to be asked. */
  linkOf: (client: string, apiUrl?: string) => string
  /** Takes the tokens with the code in the address to which a browser was sent back. */
  takeTokens: (page: Tab['page'], client: string) => Promise<Tokens>
  refresh: (token: string | undefined, client: string) => Promise<Tokens>
  /** Sends a request to `/mcp` as a client of revision 2025-11-25 does. */
  ask: (
    token: string | undefined,
    method: string,
    params?: object,
  ) => Promise<{ status: number; result: unknown }>
  stop: () => Promise<void>
}

/** The API and the site of the client are at 127.0.0.1, the console at localhost: another site to a browser. */
export async function stageInBrowser(databaseUrl: string): Promise<BrowserStage> {
  const [consolePort, apiPort] = [await findFreePort(), await findFreePort()]
  const [consoleUrl, apiUrl] = [`http://localhost:${consolePort}`, `http://127.0.0.1:${apiPort}`]
  const provider = await startOidcProvider({ redirectUrl: `${consoleUrl}/login/oidc` })
  const { issuer, clientId, clientSecret } = provider
  const [browser, console] = await Promise.all([
    openBrowser(findBrowser()),
    startTestConsole({
      databaseUrl,
      config: {
        ...{ port: consolePort, consoleUrl, publicUrl: apiUrl },
        oidc: { issuer, clientId, clientSecret, domains: [], trustsEmail: false },
      },
    }),
  ])
  const documents = new Map<string, object>()
  let aheadMs = 0
  const api = await startTestApi({
    ...{ databaseUrl, config: { port: apiPort, consoleUrl }, orgIds: [], nowMs: () => Date.now() + aheadMs },
    clientDocuments: serve(documents),
  })
  const stage = { client: '' }
  let siteUrl = ''
  const linkOf = (client: string, at = apiUrl) =>
    authorizeUrl(at, { client_id: client, redirect_uri: `${siteUrl}/callback` }, verifier)
  const site = createServer((request, response) => {
    const isBack = request.url?.startsWith('/callback')
    const page = isBack ? '<h1>Back</h1>' : `<a href="${linkOf(stage.client)}">Connect</a>`
    response.setHeader('content-type', 'text/html').end(page)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const address = site.address()
  siteUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  stage.client = await registerClient(apiUrl, { redirect_uris: [`${siteUrl}/callback`] })
  return Object.assign(stage, {
    ...{ api, console, consoleUrl, provider, siteUrl, documents, linkOf },
    advance: (ms: number) => {
      aheadMs += ms
    },
    open: (cookie?: string, look: Partial<Look> = {}) =>
      browser.open(look, cookie === undefined ? undefined : { url: consoleUrl, cookie }),
    takeTokens: (page: Tab['page'], client: string) =>
      askToken(apiUrl, {
        ...{ grant_type: 'authorization_code', client_id: client, code_verifier: verifier },
        ...{ code: new URL(page.url()).searchParams.get('code') ?? '', redirect_uri: `${siteUrl}/callback` },
      }),
    refresh: (token: string | undefined, client: string) =>
      askToken(apiUrl, { grant_type: 'refresh_token', client_id: client, refresh_token: token }),
    ask: async (token: string | undefined, method: string, params: object = {}) => {
      const answer = await fetch(`${apiUrl}/mcp`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          ...{ 'mcp-protocol-version': '2025-11-25', authorization: `Bearer ${token}` },
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const message = (await answer.text()).replace(/^[^{]*/, '')
      return { status: answer.status, result: JSON.parse(message).result }
    },
    stop: async () => {
      site.close()
      await browser.close()
      await api.stop()
      await console.stop()
      await provider.close()
    },
  })
}

/** Serves the metadata documents in place of the network. */
function serve(
  documents: ReadonlyMap<string, object>,
): NonNullable<Parameters<typeof startTestApi>[0]['clientDocuments']> {
  return {
    request: async ({ url }) => {
      const found = documents.get(url)
      return {
        status: found === undefined ? 404 : 200,
        headers: {},
        body: Buffer.from(JSON.stringify(found ?? {})),
      }
    },
    close: async () => undefined,
  }
}
