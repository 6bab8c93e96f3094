import { type ChildProcess, execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requestBytes } from './request-bytes.ts'
import type { Counted, Saturation } from './saturation.ts'

const script = join(import.meta.dirname, 'replay-requests.lua')
const lengthDigits = 8

/** wrk costs little: the requests are made beforehand, and it only reads them. */
export async function saturateWithWrk(
  wrk: string,
  { port, requests, seconds, connections }: Saturation,
): Promise<Counted> {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-wrk-'))
  let running: ChildProcess | undefined
  const clean = (): void => {
    running?.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true })
  }
  process.once('exit', clean)
  try {
    const path = join(directory, 'requests')
    writeFileSync(path, Buffer.concat(requests.map(requestBytes).flatMap(withLength)))
    const counting = promisify(execFile)(wrk, [
      ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`],
      ...['--timeout', '10s', '--latency', '--script', script, `http://127.0.0.1:${port}/`, '--', path],
    ])
    running = counting.child
    const { stdout } = await counting
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Counted // the script's own line
  } finally {
    process.removeListener('exit', clean)
    clean()
  }
}

function withLength(request: Buffer): Buffer[] {
  return [Buffer.from(String(request.length).padStart(lengthDigits, '0')), request]
}
