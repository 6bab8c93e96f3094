import { describe, expect, test } from 'vitest'
import { readEmail } from './read-email.ts'

const email = 'ann@example.com'
const counts = { verifiedEmail: email }
const fault = (emailFault: string) => ({ verifiedEmail: null, emailFault })

describe.each([false, true])('where an address without a word is trusted: %s', (trustsEmail) => {
  test.each([
    ['verified in the ID token', [{ email, email_verified: true }], counts],
    ['verified as text', [{ email, email_verified: 'true' }], counts],
    ['verified in the profile', [{}, { email, email_verified: true }], counts],
    ['verified in the profile as text', [{ email }, { email, email_verified: 'true' }], counts],
    ['verified in a profile without the address', [{ email }, { email_verified: true }], counts],
    ['not verified', [{ email, email_verified: false }], fault('unverified')],
    ['not verified, as text', [{ email, email_verified: 'false' }], fault('unverified')],
    ['verified by something else', [{ email, email_verified: 1 }], fault('unverified')],
    ['verified by an empty text', [{ email, email_verified: '' }], fault('unverified')],
    [
      'verified here and not there',
      [
        { email, email_verified: true },
        { email, email_verified: false },
      ],
      fault('unverified'),
    ],
    ['missing', [{}], fault('missing')],
    ['missing in both, but verified', [{ email_verified: true }, { email_verified: true }], fault('missing')],
    ['empty', [{ email: '', email_verified: true }], fault('missing')],
    ['no text', [{ email: [email], email_verified: true }], fault('missing')],
    ['without a word', [{ email }], trustsEmail ? counts : fault('unsaid')],
    ['with a word of null', [{ email, email_verified: null }], trustsEmail ? counts : fault('unsaid')],
    [
      'another than the verified one',
      [{ email: 'eve@example.com', email_verified: true }, { email }],
      trustsEmail ? counts : fault('unsaid'),
    ],
  ])('an address that is %s', (_name, said, expected) => {
    expect(readEmail(said, { trustsEmail })).toEqual(expected)
  })
})
