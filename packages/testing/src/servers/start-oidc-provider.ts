import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { JWK } from 'oidc-provider'

/** A person as the provider knows them, by the name with which they log in. */
export type OidcAccount = { email?: string; email_verified?: boolean | string; name?: string }

export type OidcProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  accounts: Map<string, OidcAccount>
  /** Does what a browser and its person do, and returns the address that they are sent back to. */
  logIn: (url: string, account: string) => Promise<URL>
  close: () => Promise<void>
}

const clientId = 'signalpost'
const mostRedirects = 10

/** A real OpenID Connect provider on 127.0.0.1, in which any password is right. */
export async function startOidcProvider({
  redirectUrl,
  putsEmailIntoIdToken = false,
  registered = 'client_secret_basic',
  offered = ['client_secret_basic', 'client_secret_post'],
}: {
  redirectUrl: string
  putsEmailIntoIdToken?: boolean
  /** The only way in which the client may prove itself. */
  registered?: 'client_secret_basic' | 'client_secret_post'
  /** The ways that the metadata names. */
  offered?: readonly ('client_secret_basic' | 'client_secret_post' | 'private_key_jwt')[]
}): Promise<OidcProvider> {
  // Loaded here: few of the tests that import this package need it.
  const { Provider } = await import('oidc-provider')
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a listening server has no port')
  const issuer = `http://127.0.0.1:${address.port}`
  const clientSecret = randomBytes(32).toString('hex')
  const accounts = new Map<string, OidcAccount>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] },
        token_endpoint_auth_method: registered,
      },
    ],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    // The cast: Node exports a key of RSA with all members that the provider reads.
    jwks: { keys: [{ ...(privateKey.export({ format: 'jwk' }) as JWK), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !putsEmailIntoIdToken,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) }),
  })
  provider.use(async (context, next) => {
    await next()
    // The cast: the provider writes its metadata as an object.
    const metadata = context.body as Record<string, unknown> | undefined
    if (context.oidc?.route === 'discovery' && metadata !== undefined) {
      metadata.token_endpoint_auth_methods_supported = offered
    }
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))

  return {
    ...{ issuer, clientId, clientSecret, accounts },
    logIn: (url, account) => walk({ url, account, redirectUrl }),
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Follows the provider's redirects, and fills in its forms of login and consent. */
async function walk({ url, account, redirectUrl }: { url: string; account: string; redirectUrl: string }) {
  const cookies = new Map<string, string>()
  let next: { url: string; form?: Record<string, string> } = { url }
  for (let step = 0; step < mostRedirects; step += 1) {
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form && { method: 'POST', body: new URLSearchParams(next.form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location !== null) {
      const target = new URL(location, next.url)
      if (target.href.startsWith(redirectUrl)) return target
      next = { url: target.href }
      continue
    }
    const page = await response.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (prompt === undefined) throw new Error(`The provider answered ${response.status}: ${page}`)
    next = { url: next.url, form: { prompt, login: account, password: 'any' } }
  }
  throw new Error('The provider sends its browser in circles.')
}
