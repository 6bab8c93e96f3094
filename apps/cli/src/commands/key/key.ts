import { keyOperations } from '@signalpost/administration/key'
import type { ApiKey } from '@signalpost/database/access'
import { idSchema, instantOf, nameSchema, scopes } from '@signalpost/domain'
import { z } from 'zod'
import { commandsOf, withParameters } from '../../command/commands-of.ts'
import { UsageError } from '../../command/usage-error.ts'
import { list, optional, required } from '../../parameters/parameter.ts'
import { futureMoment } from '../../parameters/times.ts'
import { record, tableOf } from '../../terminal/table.ts'

const columns = {
  KEY: ({ keyId }: ApiKey) => keyId,
  NAME: ({ name }: ApiKey) => name,
  SCOPES: ({ scopes: granted }: ApiKey) => granted.join(' '),
  OWNER: ({ owner }: ApiKey) => owner?.id,
  CREATED: ({ createdAt }: ApiKey) => createdAt,
  EXPIRES: ({ expiresAt }: ApiKey) => expiresAt,
  REVOKED: ({ revokedAt }: ApiKey) => revokedAt,
  'LAST USED': ({ lastUsedAt }: ApiKey) => lastUsedAt,
}

export const keyCommands = commandsOf(keyOperations, {
  text: (key) => tableOf(columns, [key]),
  by: {
    'key.create': {
      ...withParameters(
        {
          scopes: list('--scope <scope...>', `the scopes of the key: ${scopes.join(', ')}`, {
            schema: z.enum(scopes),
            isMandatory: true,
          }),
          name: optional('--name <text>', 'the display name', nameSchema),
          memberId: optional(
            '--member <user>',
            'the user that it acts as (default: a user of its own)',
            idSchema,
          ),
          expires: optional(
            '--expires <time>',
            'when the key expires, ISO or relative such as 90d (default: never)',
            futureMoment,
          ),
        },
        ({ expires, ...key }, { nowMs }) => {
          const expiresAtMs = expires?.(nowMs())
          if (expiresAtMs !== undefined && expiresAtMs <= nowMs()) {
            throw new UsageError('--expires: expected a time in the future')
          }
          return { ...key, expiresAt: expiresAtMs === undefined ? null : instantOf(expiresAtMs) }
        },
      ),
      outcome: ({ terminal }, key) => {
        terminal.note('Keep the key now: it is not shown again.')
        return {
          json: key,
          text: record({
            id: key.keyId,
            key: key.apiKey,
            scopes: key.scopes.join(' '),
            member: key.memberId,
            owner: key.owner?.id,
            expires: key.expiresAt ?? 'never',
          }),
        }
      },
    },
    'key.list': { columns },
    'key.revoke': { parameters: { keyId: required('<key-id>', 'the id of the key', idSchema) } },
    'key.rotate_master': {
      outcome: ({ terminal, secretBox }, { resealed, locked, left }) => {
        if (locked.length > 0) {
          terminal.note(`No key opens the secrets of ${locked.join(', ')}; they stay as they are.`)
        }
        if (left > 0) {
          terminal.note(
            `Other processes still store under an older key (${left} secrets since the start). Restart them with the new key first, then run this again.`,
          )
        } else if (locked.length === 0 && secretBox.keys > 1) {
          terminal.note(
            'Everything is sealed under the first key. Remove the second once all processes have the first.',
          )
        }
        return {
          json: { resealed, locked, left },
          text: record({ resealed, locked: locked.join(' '), left }),
          exitCode: locked.length > 0 || left > 0 ? 1 : 0,
        }
      },
    },
  },
})
