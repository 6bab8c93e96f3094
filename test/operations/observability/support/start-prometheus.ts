import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guardDirectory } from '@signalpost/embedded-postgres'
import { findFreePort, waitUntil } from '@signalpost/testing'

export type Prometheus = {
  /** Runs an instant query. */
  query: (expression: string) => Promise<Sample[]>
  /** The names of the alerts that fire, sorted, each once. */
  firing: () => Promise<string[]>
  /** Resolves once every target was scraped without an error. */
  whenScraped: () => Promise<void>
  stop: () => Promise<void>
}

type Sample = { metric: Record<string, string>; value: number }

type Target = { health: string }

/** Starts a real Prometheus that scrapes these ports with a bearer token and judges these rules. It ends with this process. */
export async function startPrometheus({
  ports,
  token,
  rules,
  everySeconds = 1,
}: {
  ports: readonly number[]
  token: string
  rules: string
  everySeconds?: number
}): Promise<Prometheus> {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-prometheus-'))
  const guard = guardDirectory(directory)
  mkdirSync(join(directory, 'rules'))
  writeFileSync(join(directory, 'rules/signalpost.yml'), rules)
  writeFileSync(join(directory, 'metrics-token'), token)
  writeFileSync(
    join(directory, 'prometheus.yml'),
    `global: { scrape_interval: ${everySeconds}s, evaluation_interval: ${everySeconds}s }
rule_files: [rules/signalpost.yml]
scrape_configs:
  - job_name: signalpost
    authorization: { credentials_file: metrics-token }
    static_configs:
      - targets: ${JSON.stringify(ports.map((port) => `127.0.0.1:${port}`))}
        labels: { cell: main }
`,
  )
  const port = await findFreePort()
  const address = `127.0.0.1:${port}`
  const options = [
    `--config.file=${join(directory, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(directory, 'data')}`,
    `--web.listen-address=${address}`,
  ]
  const server = spawn('prometheus', options, { detached: true, stdio: 'ignore' })
  const closed = once(server, 'close')
  const stop = async (): Promise<void> => {
    server.kill('SIGKILL')
    await closed
    await guard.release()
  }
  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`http://${address}/api/v1/${path}`)
    const body = (await answer.json()) as { status: string; error?: string; data: T }
    if (body.status !== 'success') throw new Error(`${decodeURIComponent(path)}: ${body.error}`)
    return body.data
  }
  try {
    await waitUntil('Prometheus is ready', () => isReady(address))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    query: async (expression) => {
      const { result } = await read<{
        result: { metric: Record<string, string>; value: [number, string] }[]
      }>(`query?query=${encodeURIComponent(expression)}`)
      return result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }))
    },
    firing: async () => {
      const { alerts } = await read<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts')
      const firing = alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
      return [...new Set(firing)].sort()
    },
    whenScraped: () =>
      waitUntil('every target was scraped', async () => {
        const { activeTargets } = await read<{ activeTargets: Target[] }>('targets')
        return activeTargets.length === ports.length && activeTargets.every(({ health }) => health === 'up')
      }),
    stop,
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`http://${address}/-/ready`)).ok
  } catch {
    // It does not listen yet.
    return false
  }
}
