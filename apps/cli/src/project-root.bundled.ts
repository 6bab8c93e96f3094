import { fileURLToPath } from 'node:url'
import type { projectRoot as root } from './project-root.ts'

/** Every file of a bundle begins with this. */
declare const signalpostProject: URL

export const projectRoot: typeof root = fileURLToPath(signalpostProject)
