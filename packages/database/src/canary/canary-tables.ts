import type { Generated } from 'kysely'

export type CanaryTables = {
  canary: {
    org_id: string
    source_id: string
    key_id: string
    /** The API key, sealed. */
    ciphertext: Buffer
    channel_id: string | null
    warehouse_id: string | null
    every_ms: number
    enabled_at: Generated<Date>
    due_at: Generated<Date>
    lease_token: string | null
    leased_until: Date | null
  }
  canary_stages: {
    org_id: string
    stage: string
    at: Date
    seconds: number
    error: string | null
    failing_since: Date | null
  }
}
