export const views = [
  { value: 'json', title: 'JSON' },
  { value: 'raw', title: 'Raw' },
  { value: 'hex', title: 'Hex' },
] as const
export type View = (typeof views)[number]['value']

/** More than a person reads, and less than makes a browser slow. */
const mostCharacters = 200_000
const mostHexBytes = 16_384
const bytesPerLine = 16

/** Bytes as text. `isCut` says that only their beginning is in it. */
export function viewBody(bytes: Uint8Array, view: View): { text: string; isCut: boolean } {
  if (view === 'hex') {
    return { text: hexOf(bytes.subarray(0, mostHexBytes)), isCut: bytes.length > mostHexBytes }
  }
  const raw = new TextDecoder().decode(bytes)
  const text = view === 'json' ? indented(raw) : raw
  return { text: text.slice(0, mostCharacters), isCut: text.length > mostCharacters }
}

export function readBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** JSON with a line for each member; anything else as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function hexOf(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += bytesPerLine) {
    const line = [...bytes.subarray(at, at + bytesPerLine)]
    const hex = line.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const text = line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(bytesPerLine * 3)} ${text}`)
  }
  return lines.join('\n')
}
