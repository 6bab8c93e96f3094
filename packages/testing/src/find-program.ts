import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program may be, in the order in which a shell looks. */
export function placesOf(program: string): string[] {
  return (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, program))
}

/** The path of a program of this machine; undefined where it has none of that name. */
export function findProgram(program: string): string | undefined {
  return placesOf(program).find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Not there, or not ours to run: the next place may have it.
    return false
  }
}
