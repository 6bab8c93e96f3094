import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the possible paths of a program, in the order in which a shell searches. */
export function placesOf(program: string): string[] {
  return (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, program))
}

/** Returns the path of a program on this machine; undefined if there is none of that name. */
export function findProgram(program: string): string | undefined {
  return placesOf(program).find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Missing or not executable: try the next place.
    return false
  }
}
