import { once } from 'node:events'
import type { Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { createTroublePlan, type TroublePlan } from './trouble-plan.ts'

export type ReceivedMail = {
  from: string
  to: string
  /** The bytes as received, with dots unstuffed. */
  raw: Buffer
  /** Headers, text and HTML, decoded. */
  parsed: Email
  receivedAtMs: number
}

/** `reply` begins with its three digits: `550 5.1.1 no such user`. */
type MailTrouble =
  /** Refuses MAIL FROM, RCPT TO or the end of the content. */
  | { at: 'sender' | 'recipient' | 'content'; reply: string }
  /** Keeps the mail, then closes the connection without an answer. */
  | 'answer_lost'
  /** Closes the connection before the content. */
  | 'dropped'
  /** Accepts the content and never answers. */
  | 'silent'

type MailOptions = {
  /** The login that clients must use; without it none is required. */
  login?: { user: string; password: string }
}

export type MailServer = {
  /** For `SIGNALPOST_SMTP_URL`, with the login if there is one. */
  url: string
  port: number
  /** In the order of receipt. */
  mails: ReceivedMail[]
  /** How many mails were accepted and not answered. */
  unanswered: () => number
  /** How many connections were opened so far. */
  connections: () => number
  /** `only` is a recipient's address. */
  troubles: Pick<TroublePlan<MailTrouble>, 'plan' | 'clear'>
  close: () => Promise<void>
}

/** Starts a real SMTP server on 127.0.0.1, without TLS, that keeps the mails it receives. */
export async function startMailServer({ login }: MailOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const sockets = new Map<number, Socket>()
  const troubles = createTroublePlan<MailTrouble>()
  // The trouble that the recipient of a session's mail ran into, for the later stages.
  const met = new Map<string, MailTrouble>()
  let opened = 0
  let unanswered = 0

  const server = new SMTPServer({
    disabledCommands: login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    // A relay that refuses the sender's name refuses it for all recipients, so this trouble is planned without one.
    onMailFrom: (_address, session, done) => {
      met.delete(session.id)
      const trouble = troubles.take('')
      if (trouble === undefined) return done()
      met.set(session.id, trouble)
      done(isAt(trouble, 'sender') ? toReply(trouble.reply) : null)
    },
    onRcptTo: ({ address }, session, done) => {
      const trouble = met.get(session.id) ?? troubles.take(address)
      if (trouble === undefined) return done()
      met.set(session.id, trouble)
      if (trouble === 'dropped') return void sockets.get(session.remotePort)?.destroy()
      done(isAt(trouble, 'recipient') ? toReply(trouble.reply) : null)
    },
    onAuth: (auth, _session, done) => {
      const isRight = auth.username === login?.user && auth.password === login?.password
      if (isRight) return done(null, { user: auth.username })
      done(Object.assign(new Error('5.7.8 Authentication credentials invalid'), { responseCode: 535 }))
    },
    onData: (stream, session, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const trouble = met.get(session.id)
        met.delete(session.id)
        if (trouble === 'silent') {
          unanswered += 1
          return
        }
        if (isAt(trouble, 'content')) return done(toReply(trouble.reply))
        const raw = Buffer.concat(pieces)
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address).join(',')
        const from = mailFrom === false ? '' : mailFrom.address
        const keep = async () => {
          mails.push({ from, to, raw, parsed: await PostalMime.parse(raw), receivedAtMs: Date.now() })
          if (trouble === 'answer_lost') sockets.get(session.remotePort)?.destroy()
          else done(null, 'kept')
        }
        // Mail that cannot be parsed is not kept.
        keep().catch(() => sockets.get(session.remotePort)?.destroy())
      })
    },
  })
  server.on('error', () => undefined) // Tests include clients that break off.
  server.server.on('connection', (socket) => {
    opened += 1
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.on('close', () => sockets.delete(port))
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('a listening server has no port')
  const credentials =
    login === undefined ? '' : `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`

  return {
    url: `smtp://${credentials}127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    unanswered: () => unanswered,
    connections: () => opened,
    troubles: { plan: troubles.plan, clear: troubles.clear },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const socket of sockets.values()) socket.destroy()
      await closed
    },
  }
}

function isAt<Stage extends 'sender' | 'recipient' | 'content'>(
  trouble: MailTrouble | undefined,
  stage: Stage,
): trouble is Extract<MailTrouble, object> {
  return typeof trouble === 'object' && trouble.at === stage
}

function toReply(reply: string): Error {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })
}
