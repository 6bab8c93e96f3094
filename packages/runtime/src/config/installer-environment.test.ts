import { expect, test } from 'vitest'
import { installerEnvironment } from './installer-environment.ts'

test('keeps what npm needs from an environment, and no secret', () => {
  const needed = { PATH: '/bin', HOME: '/root', LC_ALL: 'C', npm_config_registry: 'r', https_proxy: 'p' }
  const secret = {
    SIGNALPOST_MASTER_KEY: 'k',
    DATABASE_URL: 'postgres://u:p@h/d',
    AWS_SECRET_ACCESS_KEY: 's',
  }
  expect(installerEnvironment({ ...needed, ...secret })).toEqual(needed)
})
