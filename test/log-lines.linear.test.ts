import { createLogger } from '@signalpost/runtime'
import { expectLinear } from '@signalpost/testing'
import { test } from 'vitest'

test.each([
  '"aaa":"',
  '://',
  'a://a',
  'a:b@',
  'x://a@',
  'hooks.slack.com/services/',
  'xoxb-',
  'Bearer ',
  'whsec_',
  'a=',
  '&token=',
  'a-token: ',
  'a-b-',
  '; v1,a v1,',
  'Failing row contains (',
  'Key (a',
  'Key (a)=(',
  'COPY a, line 1',
  'parameters: $1 = ',
  'aA0_',
  '\\"',
])('a line of %s takes time in proportion to its length', async (part) => {
  const logger = createLogger({ name: 'test', destination: { write: () => undefined } })
  await expectLinear({
    input: (n) => part.repeat(n),
    run: (note) => logger.info({ note }, 'x'),
    upTo: 32_768,
  })
})
