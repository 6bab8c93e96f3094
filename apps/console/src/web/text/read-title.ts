import { toPlainLine } from '@signalpost/domain/text'
import { cut } from './cut.ts'

/** The title of a post, or a name from one, as people read it: in one line, and not too long for a cell. */
export function readTitle(text: string, length?: number): string {
  return cut(toPlainLine(text), length)
}
