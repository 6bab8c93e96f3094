import { randomInt } from 'node:crypto'

/** No vowels, so no words, and no letters that look like others or like digits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const length = 8
const pattern = new RegExp(`^[${letters}]{${length}}$`)

/** Creates a code that people read and type: eight letters, 34 bits. */
export function createUserCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** `WDJBMJHT` is shown as `WDJB-MJHT`. */
export function showUserCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

/** Reads a code as people type it: in any case, with or without hyphens and blanks. Undefined for what is none. */
export function readUserCode(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  return pattern.test(code) ? code : undefined
}
