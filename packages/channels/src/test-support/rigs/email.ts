import { type MailServer, startMailServer } from '@signalpost/testing'
import { email } from '../../email/email.ts'
import { type Connect, type Rig, rowMaker, type StartRigs } from '../channel-rig.ts'

export const startEmailRigs: StartRigs = async (connect) => {
  const server = await startMailServer({ login: { user: 'signalpost', password: 'right' } })
  return { rigs: [emailRig(server, connect)], close: server.close }
}

function emailRig(server: MailServer, connect: Connect): Rig {
  const row = rowMaker(server.troubles)
  const over = (url: string) => connect({ smtp: { url, from: 'Signalpost <alerts@signals.example>' } })
  const services = over(server.url)
  const suppressed = { outcome: 'rejected', suppressRecipient: true } as const
  return {
    name: 'email',
    channel: email,
    services,
    settings: { to: ['ann@example.com'] },
    secrets: {},
    unreachable: [{ services: over('smtp://127.0.0.1:1') }, { services: over('smtp://nobody.invalid') }],
    arrivals: () =>
      server.mails.map(({ parsed: { subject, text, html, messageId } }) => ({
        shown: `${subject}\n${text}`,
        repeatable: { subject, text, html, messageId },
      })),
    reset: () => {
      server.mails.length = 0
      server.troubles.clear()
    },
    rows: [
      row(
        'an unknown address',
        { at: 'recipient', reply: '550 5.1.1 no such user' },
        { ...suppressed, code: 'smtp_550' },
      ),
      row(
        'an address refused without an enhanced code',
        { at: 'recipient', reply: '553 no' },
        { ...suppressed, code: 'smtp_553' },
      ),
      row(
        'a relay that refuses us',
        { at: 'recipient', reply: '554 5.7.1 relay denied' },
        { outcome: 'rejected', code: 'smtp_554' },
      ),
      row(
        'a full mailbox',
        { at: 'recipient', reply: '552 5.2.2 full' },
        { outcome: 'rejected', code: 'smtp_552' },
      ),
      row(
        'a temporarily refused recipient',
        { at: 'recipient', reply: '450 4.2.0 later' },
        { outcome: 'retry', code: 'smtp_450' },
      ),
      row(
        'a refused sender',
        { at: 'sender', reply: '550 5.1.8 no' },
        { outcome: 'rejected', code: 'smtp_550' },
      ),
      row(
        'a server that requires a login',
        { at: 'sender', reply: '530 5.7.0 login' },
        { outcome: 'disabled', code: 'smtp_530' },
      ),
      row(
        'a temporarily refused content',
        { at: 'content', reply: '451 4.3.0 later' },
        { outcome: 'retry', code: 'smtp_451' },
      ),
      row(
        'a refused content',
        { at: 'content', reply: '554 5.6.0 spam' },
        { outcome: 'rejected', code: 'smtp_554' },
      ),
      row(
        'a lost response',
        'answer_lost',
        { outcome: 'ambiguous', code: 'smtp_no_answer' },
        { arrives: true },
      ),
      row(
        'no response in time',
        'silent',
        { outcome: 'ambiguous', code: 'smtp_no_answer' },
        { isUnanswered: () => server.unanswered() > 0 },
      ),
      row(
        'a connection that ends before the content',
        'dropped',
        { outcome: 'retry', code: 'smtp_unreachable' },
        { times: 9 },
      ),
      {
        name: 'a wrong password',
        services: over(server.url.replace('right', 'wrong')),
        outcome: { outcome: 'disabled', code: 'smtp_535' },
        arrives: false,
      },
      {
        name: 'a process without a mail server',
        services: connect(),
        outcome: { outcome: 'retry', code: 'smtp_not_configured' },
        arrives: false,
      },
    ],
  }
}
