import { type MailServer, startMailServer } from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLetterSender, type SendLetter } from './letter-sender.ts'
import { MailError } from './send-mail.ts'

let server: MailServer
let sendLetter: SendLetter
let close: () => void

beforeAll(async () => {
  server = await startMailServer()
  ;({ sendLetter, close } = createLetterSender({ url: server.url, from: 'Signalpost <post@example.com>' }))
})

afterAll(async () => {
  close()
  await server.close()
})

const letter = {
  to: 'ann@example.com',
  subject: 'Your login <b>',
  paragraphs: ['It works once.', `<script>alert('x')</script>`],
  link: { label: 'Log in & go', url: 'https://console.example.com/login#A_b-c' },
}

test('sends a letter as text and as HTML, with its text escaped', async () => {
  await sendLetter(letter)
  const [mail] = server.mails
  expect(mail).toMatchObject({ from: 'post@example.com', to: 'ann@example.com' })
  const { subject, text = '', html = '', messageId } = mail?.parsed ?? {}
  expect(subject).toBe('Your login <b>')
  expect(messageId).toMatch(/^<[0-9a-f-]{36}@example\.com>$/)
  expect(text).toContain('Log in & go:\nhttps://console.example.com/login#A_b-c')
  expect(text).toContain(`<script>alert('x')</script>`)
  expect(html).toContain('href="https://console.example.com/login#A_b-c"')
  expect(html).toContain('Log in &amp; go')
  expect(html).not.toMatch(/<script|<b>|\ssrc=|url\(/)
})

test('rejects if the server does not accept the mail', async () => {
  server.troubles.plan({ at: 'recipient', reply: '550 5.1.1 no such user' })
  await expect(sendLetter(letter)).rejects.toBeInstanceOf(MailError)
})
