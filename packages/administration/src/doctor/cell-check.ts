import type { Database, SecretBox } from '@signalpost/database'
import { loadSources } from '@signalpost/database/access'
import { findCell } from '@signalpost/domain'
import { bad, type Check, good } from './define-check.ts'

/** Finds sources that the intake refuses, because the installation was given another name after they were made. */
export const cellCheck: Check<{ database: Database; secretBox: SecretBox; cell: string }> = {
  name: 'cell',
  after: 'schema',
  remedy: 'Check SIGNALPOST_CELL.',
  run: async ({ database, secretBox, cell }) => {
    const sources = await loadSources(database, secretBox)
    const elsewhere = sources.filter(({ sourceId }) => (findCell(sourceId) ?? cell) !== cell)
    const [first] = elsewhere
    if (sources.length === 0) return undefined
    if (first === undefined) return good(`${cell}, as in the ids of all sources`)
    return bad(
      `${elsewhere.length} of ${sources.length} sources, such as ${first.sourceId}, do not belong to the cell ${cell}: their deliveries are refused`,
      'Set SIGNALPOST_CELL to the name in their ids, or unset it for ids without one.',
    )
  },
}
