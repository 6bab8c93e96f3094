import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const importStatement = /^import (\{[^}]*\}) from '([^']+)'$/gm
const namedExports = /^export \{([^}]*)\} from '([^']+)'$/gm
const starExport = /^export \* from '(\.[^']+)'$/gm
const ownExport = /^export (?:const|let|function\*?|async function\*?|class) (\w+)/gm

export type Doors = {
  /**
   * Rewrites the imports of a source that go through the index of a package or folder: each name is imported from the
   * file that has it. The bundler splits by files, so one name from an index would load all that the index knows. Lines
   * keep their numbers.
   */
  bypass: (source: string, file: string) => string
}

/** @param findDoor returns the file behind an import of a package of ours; undefined for others */
export function createDoors(findDoor: (specifier: string) => string | undefined): Doors {
  const known = new Map<string, Map<string, Place>>()

  /** Returns where each name that a file exports comes from. */
  const placesOf = (file: string): Map<string, Place> => {
    const found = known.get(file)
    if (found !== undefined) return found
    const places = new Map<string, Place>()
    known.set(file, places)
    if (!existsSync(file)) return places
    const text = readFileSync(file, 'utf8')
    for (const [, name = ''] of text.matchAll(ownExport)) places.set(name, { file, name })
    for (const [, from = ''] of text.matchAll(starExport)) {
      for (const [name, place] of placesOf(join(dirname(file), from))) places.set(name, place)
    }
    for (const [, names = '', from = ''] of text.matchAll(namedExports)) {
      const target = from.startsWith('.') ? join(dirname(file), from) : findDoor(from)
      if (target === undefined) continue
      for (const { name, as } of readNames(names)) {
        places.set(as, placesOf(target).get(name) ?? { file: target, name })
      }
    }
    return places
  }

  const bypassOne = (statement: string, names: string, door: string): string => {
    const places = placesOf(door)
    const froms = new Map<string, string[]>()
    for (const { name, as } of readNames(names.slice(1, -1))) {
      const place = places.get(name) ?? { file: door, name }
      const list = froms.get(place.file) ?? []
      list.push(place.name === as ? as : `${place.name} as ${as}`)
      froms.set(place.file, list)
    }
    const imports = [...froms].map(
      ([from, list]) => `import { ${list.join(', ')} } from ${JSON.stringify(from)}`,
    )
    return imports.join('; ') + '\n'.repeat(statement.split('\n').length - 1)
  }

  return {
    bypass: (source, file) =>
      source.replace(importStatement, (statement, names: string, specifier: string) => {
        const isIndex = specifier.startsWith('.') && specifier.endsWith('/index.ts')
        const door = isIndex ? join(dirname(file), specifier) : findDoor(specifier)
        return door === undefined ? statement : bypassOne(statement, names, door)
      }),
  }
}

type Place = { file: string; name: string }

/** Types are gone in a bundle. */
function readNames(list: string): { name: string; as: string }[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [name = '', as = name] = part.split(' as ')
      return { name, as }
    })
}
