import { fileURLToPath } from 'node:url'

/**
 * The environment with which a program starts in half the time: Node keeps its compiled code there, as for programs that
 * `infra/bootstrap.mjs` starts. Pass it to each program that gets an environment of its own.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)),
}
