import { expect, test } from 'vitest'
import type { CommandContext } from '../../command/context.ts'
import { readCliConfig } from '../../config.ts'
import { loginCheck } from './installation-checks.ts'

const oidc = {
  SIGNALPOST_OIDC_ISSUER: 'https://id.example.com',
  ...{ SIGNALPOST_OIDC_CLIENT_ID: 'x', SIGNALPOST_OIDC_CLIENT_SECRET: 'y' },
}
const smtp = { SIGNALPOST_SMTP_URL: 'smtp://mail.example.com', SIGNALPOST_MAIL_FROM: 'post@example.com' }

test.each<[Record<string, string>, { message: string; remedy?: string }]>([
  [{}, { message: 'link' }],
  [{ ...oidc, ...smtp }, { message: 'link, mail, oidc' }],
  [{ ...oidc, SIGNALPOST_LOGIN_WAYS: 'oidc' }, { message: 'oidc' }],
  [
    { SIGNALPOST_LOGIN_WAYS: 'link,mail' },
    {
      message: 'SIGNALPOST_LOGIN_WAYS names mail, which is not configured',
      remedy: 'Set SIGNALPOST_SMTP_URL, or leave it out.',
    },
  ],
  [
    { ...oidc, SIGNALPOST_LOGIN_WAYS: 'link' },
    {
      message: 'an identity provider is configured, and SIGNALPOST_LOGIN_WAYS closes it',
      remedy: 'Add oidc to SIGNALPOST_LOGIN_WAYS, or unset SIGNALPOST_OIDC_ISSUER.',
    },
  ],
])('%j', async (env, finding) => {
  // The cast: the check reads the configuration alone.
  const context = { config: readCliConfig(env) } as CommandContext
  expect(await loginCheck.run(context)).toEqual({ ok: true, ...finding })
})
