import { createHash } from 'node:crypto'
import type { WarehouseColumn } from '@signalpost/domain'
import pg from 'pg'

const { escapeLiteral } = pg

const blockBytes = 64
const pads = { inner: 0x36, outer: 0x5c } as const

type Pad = keyof typeof pads

/**
 * Returns a statement that sets what `hashedText` needs until the end of the transaction. Its values are parameters, so
 * that no log of statements shows the key.
 */
export function usePersonalKey(key: string): { text: string; values: string[] } {
  const names = Object.keys(pads) as Pad[]
  const settings = names.map((name, at) => `set_config('${settingOf(name)}', $${at + 1}, true)`)
  return { text: `select ${settings.join(', ')}`, values: names.map((name) => padOf(key, name)) }
}

/** The key, padded to a block, with each byte changed as RFC 2104 says; in hex. */
function padOf(key: string, name: Pad): string {
  const bytes = Buffer.from(key, 'utf8')
  const short = bytes.length > blockBytes ? createHash('sha256').update(bytes).digest() : bytes
  const block = Buffer.alloc(blockBytes)
  short.copy(block)
  return Buffer.from(block.map((byte) => byte ^ pads[name])).toString('hex')
}

/** Returns SQL for the HMAC-SHA256 (RFC 2104) of a text in UTF-8, in hex. */
function hashedText(value: string): string {
  const pad = (name: Pad): string => `decode(current_setting('${settingOf(name)}'), 'hex')`
  return `encode(sha256(${pad('outer')} || sha256(${pad('inner')} || convert_to(${value}, 'UTF8'))), 'hex')`
}

function settingOf(name: Pad): string {
  return `signalpost.${name}_pad`
}

/**
 * Returns SQL for a personal column with hashes in the place of what is personal. `value` is SQL for all of it, and
 * `impersonal` for what stays in rows that hold nothing personal.
 */
export function hashedValueOf(
  { type, keptMembers }: Pick<WarehouseColumn, 'type' | 'keptMembers'>,
  { value, impersonal }: { value: string; impersonal: string | undefined },
): string {
  if (type === 'texts') {
    const hashes = `jsonb_agg(${hashedText('item')} order by place)`
    return `coalesce((select ${hashes} from jsonb_array_elements_text(${value}) with ordinality as items(item, place)), ${value})`
  }
  if (type !== 'json') return hashedText(value)
  // What is a text is hashed as in columns of texts, so that both can be joined.
  const hashed = (json: string): string => `to_jsonb(${hashedText(`(${json} #>> '{}')`)})`
  if (impersonal !== undefined) return `coalesce(${impersonal}, ${hashed(value)})`
  if (keptMembers === undefined) return hashed(value)
  const kept = keptMembers.map((member) => escapeLiteral(member)).join(', ')
  return `case jsonb_typeof(${value}) when 'object' then (
      select jsonb_object_agg(key, case when key in (${kept}) then value else ${hashed('value')} end)
      from jsonb_each(${value})
    ) else ${value} end`
}
