import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listenLocally } from '../services/listen-locally.ts'
import { createAuthority, createCertificate } from './create-certificate.ts'
import { createTroublePlan, type TroublePlan } from './trouble-plan.ts'

export type ReceivedWebhook = {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** The events in the body, one or an array. */
  events: Record<string, unknown>[]
  /** The indexes of the `secrets` with a valid signature in each header. */
  ownSignatures: number[]
  standardSignatures: number[]
  /** The answer; the trouble's name if there was none. */
  answer: number | 'answer_lost' | 'silent'
  receivedAtMs: number
}

export type WebhookTrouble =
  /** Responds once `until` is settled. */
  | { status: number; headers?: Record<string, string>; body?: string; until?: Promise<unknown> }
  /** Accepts the request, then closes the connection without an answer. */
  | 'answer_lost'
  | 'silent'

export type WebhookReceiver = {
  url: string
  /** The authority to trust, in PEM, and as a file for `NODE_EXTRA_CA_CERTS`. */
  ca: string
  caPath: string
  /** The secrets that verify signatures; update them when a channel's secrets change. */
  secrets: string[]
  requests: ReceivedWebhook[]
  /** `only` is a path. */
  troubles: Pick<TroublePlan<WebhookTrouble>, 'plan' | 'clear'>
  close: () => Promise<void>
}

/** Starts an HTTPS server on 127.0.0.1 that plays a receiver; answers 204 unless trouble is planned. */
export async function startWebhookReceiver({
  secrets: firstSecrets = [],
}: {
  secrets?: string[]
} = {}): Promise<WebhookReceiver> {
  const authority = createAuthority()
  const { certificate: cert, key } = createCertificate({ names: ['localhost', '127.0.0.1'], authority })
  const ca = authority.certificate
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-webhooks-'))
  const caPath = join(directory, 'ca.pem')
  writeFileSync(caPath, ca)
  const secrets = [...firstSecrets]
  const requests: ReceivedWebhook[] = []
  const troubles = createTroublePlan<WebhookTrouble>()

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(request)
    const path = request.url ?? ''
    const trouble = troubles.take(path)
    const { headers } = request
    requests.push({
      path,
      headers,
      body,
      events: parseEvents(body),
      ownSignatures: findSigners(secrets, (secret) => isOwnSignature(headers, body, secret)),
      standardSignatures: findSigners(secrets, (secret) => isStandardSignature(headers, body, secret)),
      answer: typeof trouble === 'object' ? trouble.status : (trouble ?? 204),
      receivedAtMs: Date.now(),
    })
    if (trouble === 'silent') return
    if (trouble === 'answer_lost') return void request.socket.destroy()
    await trouble?.until
    response.writeHead(trouble?.status ?? 204, trouble?.headers)
    response.end(trouble?.body)
  }

  const server = createServer({ cert, key }, (request, response) => {
    // Tests include clients that break off.
    handle(request, response).catch(() => request.socket.destroy())
  })
  const { port, close } = await listenLocally(server)

  return {
    url: `https://127.0.0.1:${port}/hook`,
    ca,
    caPath,
    secrets,
    requests,
    troubles: { plan: troubles.plan, clear: troubles.clear },
    close: async () => {
      await close()
      rmSync(directory, { recursive: true })
    },
  }
}

function findSigners(secrets: string[], isRight: (secret: string) => boolean): number[] {
  return secrets.flatMap((secret, place) => (isRight(secret) ? [place] : []))
}

// Written like the README's examples for receivers, without our own code.
function isOwnSignature(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const [t = '', ...items] = String(headers['x-service-signature']).split(',')
  const digest = createHmac('sha256', secret)
    .update(`${t.slice(2)}.`)
    .update(body)
    .digest('hex')
  return items.includes(`v1=${digest}`)
}

// https://www.standardwebhooks.com
function isStandardSignature(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`
  const digest = createHmac('sha256', key).update(content).update(body).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${digest}`)
}

function parseEvents(body: Buffer): Record<string, unknown>[] {
  const value: unknown = JSON.parse(body.toString('utf8'))
  return (Array.isArray(value) ? value : [value]).map((event: object) => ({ ...event }))
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}
