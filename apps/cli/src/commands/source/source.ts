import { listSecretsRead, sourceOperations } from '@signalpost/administration/source'
import type { Source } from '@signalpost/database/access'
import { idSchema } from '@signalpost/domain'
import type { z } from 'zod'
import { commandsOf } from '../../command/commands-of.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { futureMoment } from '../../parameters/times.ts'
import { record, tableOf } from '../../terminal/table.ts'

export const sourceCommands = commandsOf(sourceOperations, {
  text: describeSource,
  elsewhere: [
    'source.create',
    'source.get',
    'source.edit',
    'source.rotate',
    'rejection.list',
    'rejection.group',
  ],
  by: {
    'source.secrets': { outcome: (_context, items) => ({ json: { items }, text: describeSecrets(items) }) },
    'source.end_secret': {
      parameters: {
        secretId: required('<secret-id>', 'the id of the secret, from source secrets', idSchema),
        at: optional(
          '--at <time>',
          'when the secret ends, ISO or relative such as 2h (default: now)',
          futureMoment,
        ),
      },
      confirm: async ({ call, confirm }, { at, secretId, ...source }) => {
        if (at !== undefined) return
        const secrets = await call(listSecretsRead, source, sourceOperations)
        const uses = secrets.find((secret) => secret.secretId === secretId)?.uses['24h'] ?? 0
        const past = `${uses} ${uses === 1 ? 'request' : 'requests'} of the last 24 hours came with it`
        await confirm(`Requests signed with secret ${secretId} will be refused; ${past}. End it?`)
      },
      outcome: (_context, { sourceId, secretId, endsAt }) => ({
        json: { sourceId, secretId, endsAt },
        text: record({ source: sourceId, secret: secretId, ends: endsAt }),
      }),
    },
    'source.test': {
      outcome: (_context, sent) => ({
        json: sent,
        text: record({
          delivery: sent.deliveryId ?? 'not accepted',
          signal: sent.signalId,
          ...(sent.reason !== null && { reason: sent.reason }),
        }),
        exitCode: sent.isAccepted ? 0 : 1,
      }),
    },
    'source.list': {
      columns: {
        SOURCE: ({ sourceId }) => sourceId,
        NAME: ({ name }) => name,
        SCHEME: ({ scheme }) => scheme,
        ENABLED: ({ enabled }) => enabled,
        'LAST DELIVERY': ({ lastDeliveryAt }) => lastDeliveryAt,
      },
    },
  },
})

export function describeSource(source: Source): string {
  return record({
    source: source.sourceId,
    name: source.name,
    scheme: source.scheme,
    enabled: source.enabled,
    tolerance: `${source.toleranceSeconds} s`,
    limit: source.ratePerMinute === null ? 'none' : `${source.ratePerMinute} requests a minute`,
    'last delivery': source.lastDeliveryAt,
  })
}

type Secret = z.output<typeof listSecretsRead.output.schema>

const secretColumns = {
  SECRET: ({ secretId }: Secret) => secretId,
  CREATED: ({ createdAt }: Secret) => createdAt,
  ENDS: ({ endsAt }: Secret) => endsAt,
  'LAST USED': ({ lastUsedAt }: Secret) => lastUsedAt,
  'LAST HOUR': ({ share }: Secret) => percent(share['1h']),
  'LAST DAY': ({ share }: Secret) => percent(share['24h']),
  VERDICT: ({ verdict }: Secret) => verdict.replaceAll('_', ' '),
}

function describeSecrets(secrets: readonly Secret[]): string {
  const words = secrets.map(({ secretId, words: verdict }) => `${secretId}: ${verdict}`)
  return [tableOf(secretColumns, secrets), '', ...words].join('\n')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`
}
