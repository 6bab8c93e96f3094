import { toPlainLine } from '@signalpost/domain'

/** What a stranger wrote, for a cell of a table: in one line, without its markup. JSON has it as it came. */
export function readText(text: string | null | undefined): string | undefined {
  return text === null || text === undefined ? undefined : toPlainLine(text)
}
