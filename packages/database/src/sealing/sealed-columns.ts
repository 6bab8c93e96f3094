import { secretContextOf } from '../access/sources/sources.ts'
import { oauthKeyContextOf } from '../assistants/signing-key.ts'
import { canaryContextOf } from '../canary/canary.ts'
import { channelSecretContextOf } from '../rules/channel-secrets.ts'
import { connectionContextOf } from '../searching/asking/connections.ts'
import { personalKeyContextOf, warehouseSecretContextOf } from '../warehouses/warehouse-secrets.ts'

/** A column whose values, where it has any, the secret box sealed. */
export type SealedColumn = {
  table: string
  column: string
  /** The columns that name a row, and the thing to which its secret belongs. */
  key: string
  owner: string
  contextOf: (owner: string) => string
  /** SQL that is true for a secret that is no longer valid. */
  isEnded: string
}

const isPast = 'coalesce(valid_until <= now(), false)'

/** Every sealed column. A test finds one that is missing: `key rotate-master` would leave its secrets unreadable. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'source_secrets',
    column: 'ciphertext',
    key: 'secret_id',
    owner: 'source_id',
    contextOf: secretContextOf,
    isEnded: isPast,
  },
  {
    table: 'channel_secrets',
    column: 'ciphertext',
    key: 'secret_id',
    owner: 'channel_id',
    contextOf: channelSecretContextOf,
    isEnded: isPast,
  },
  {
    table: 'warehouses',
    column: 'ciphertext',
    key: 'warehouse_id',
    owner: 'warehouse_id',
    contextOf: warehouseSecretContextOf,
    isEnded: 'false',
  },
  {
    table: 'warehouses',
    column: 'personal_key',
    key: 'warehouse_id',
    owner: 'warehouse_id',
    contextOf: personalKeyContextOf,
    isEnded: 'false',
  },
  {
    table: 'canary',
    column: 'ciphertext',
    key: 'org_id',
    owner: 'org_id',
    contextOf: canaryContextOf,
    isEnded: 'false',
  },
  {
    table: 'connections',
    column: 'ciphertext',
    key: 'connection_id',
    owner: 'connection_id',
    contextOf: connectionContextOf,
    isEnded: 'false',
  },
  {
    table: 'oauth_keys',
    column: 'ciphertext',
    key: 'key_id',
    owner: 'key_id',
    contextOf: oauthKeyContextOf,
    isEnded: 'false',
  },
]
