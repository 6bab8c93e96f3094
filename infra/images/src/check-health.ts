/**
 * The health check of a container: exits 0 if the app that is its first process answers `/healthz`. Without an
 * argument it finds out which app that is, so that one image has one health check.
 */
import { readFileSync } from 'node:fs'

const ports = { intake: '4100', api: '4200', worker: '4300', console: '4400', searcher: '4500' }

const commandLine = readFileSync('/proc/1/cmdline', 'utf8')
const [, app = ''] = /\/(\w+)\.main\.js/.exec(commandLine) ?? []
if (!isApp(app))
  throw new Error(`The first process is none of ${Object.keys(ports).join(', ')}: ${commandLine}`)

const { SIGNALPOST_HOST: host = '', ...env } = process.env
const port = env[`SIGNALPOST_${app.toUpperCase()}_PORT`] || ports[app]
const isWildcard = ['', '0.0.0.0', '::'].includes(host)
const name = isWildcard ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
const { ok } = await fetch(`http://${name}:${port}/healthz`)
process.exitCode = ok ? 0 : 1

function isApp(name: string): name is keyof typeof ports {
  return Object.hasOwn(ports, name)
}
