import { z } from 'zod'
import { RejectedError } from './errors.ts'

/**
 * A cell is a whole installation that holds some of the workspaces. The ids that requests begin with name their cell, so
 * a router needs no look-up: `src_eu_…` belongs to the cell `eu`, `src_…` to the default one.
 */
export const defaultCell = 'default'

const name = '[a-z0-9]{2,4}'

/** The name of a cell other than the default one. */
export const cellSchema = z.string().regex(new RegExp(`^${name}$`), {
  error: 'expected 2 to 4 lower-case letters or digits, such as eu',
})

const cellHeader = 'signalpost-cell'

/** Returns what ids made in a cell begin with. */
export function idPrefixIn(cell: string, prefix: `${string}_`): `${string}_` {
  return cell === defaultCell ? prefix : `${prefix}${cell}_`
}

const madeId = new RegExp(`^[a-z]+_(?:(${name})_)?[0-7][0-9a-hjkmnp-tv-z]{25}$`)
const apiKey = new RegExp(`^spk_(?:(${name})_)?[0-9A-Za-z]+_[0-9A-Za-z]+$`)

/** Returns the cell of an id that we made; undefined for any other text, such as a workspace's id that a person chose. */
export function findCell(id: string): string | undefined {
  const match = madeId.exec(id)
  return match === null ? undefined : (match[1] ?? defaultCell)
}

/** Returns the cell of an API key; undefined for a text that is none. */
export function findCellOfKey(key: string): string | undefined {
  const match = apiKey.exec(key)
  return match === null ? undefined : (match[1] ?? defaultCell)
}

/**
 * Throws RejectedError `misdirected_request` for a request that names another cell than `own`. Its text alone decides,
 * so the answer says nothing about what is stored.
 */
export function checkCell(named: string | undefined, own: string): void {
  if (named === undefined || named === own) return
  throw new RejectedError(
    'misdirected_request',
    'This belongs to another cell; the header Signalpost-Cell names it.',
    {
      headers: { [cellHeader]: named },
    },
  )
}
