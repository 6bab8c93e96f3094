import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const place = /(file:\/\/[^\s()]+\.js|\/[^\s()]+\.js):(\d+):(\d+)/g
// An error that comes again and again must not have its map parsed each time. A map takes several MB.
const keptMaps = 4
const maps = new Map<string, SourceMap | undefined>()

/**
 * Replaces the places of a stack that are in a bundle by those in its sources. Node's own `--enable-source-maps` does the
 * same, and holds the maps of all files in memory from the start.
 */
export function sourceStack(stack: string): string {
  return stack.replaceAll(place, (found, file: string, line: string, column: string) => {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    const origin = mapOf(path)?.findOrigin(Number(line), Number(column))
    if (origin === undefined || !('fileName' in origin)) return found
    const source = resolve(dirname(path), origin.fileName)
    const url = file === path ? source : pathToFileURL(source).href
    return `${url}:${origin.lineNumber}:${origin.columnNumber}`
  })
}

/** Returns the map beside a file, if it has one that can be read. */
function mapOf(path: string): SourceMap | undefined {
  if (!maps.has(path)) {
    const [oldest] = maps.keys()
    if (maps.size >= keptMaps && oldest !== undefined) maps.delete(oldest)
    maps.set(path, readMap(`${path}.map`))
  }
  return maps.get(path)
}

function readMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // Most files have none. The error keeps the places that it has.
    return undefined
  }
}
