import type { RegisterName } from './registers/register-kinds.ts'

/** What we send an event for. */
export type SentOn =
  | { record: 'signal' | 'listener' | 'deal'; changes: readonly DocumentChange[] }
  | { register: RegisterName }
  | { channel: 'tested' }
  | { rule: 'matched' }

/** `restored` is the change of a record that comes back after its deletion. */
type DocumentChange = 'created' | 'restored' | 'updated' | 'deleted'
