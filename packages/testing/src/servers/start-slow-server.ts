import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

/** A server whose first packet is lost, like that of a host behind a bad line. */
export type SlowServer = { port: number; pid: number; stop: () => void }

// It closes what it accepts.
const program = `
  const server = require('node:net').createServer((socket) => socket.destroy())
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))`

/**
 * Starts a server on 127.0.0.1 whose process is frozen and whose backlog is full: the kernel drops the packet with which
 * a connection begins. SIGCONT thaws it. A client whose packet was dropped before sends it again after a second, and
 * then is connected.
 */
export async function startSlowServer(): Promise<SlowServer> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const port = Number(String(line))
  const pid = child.pid ?? 0
  child.kill('SIGSTOP')
  // A backlog has room for one more than it says.
  const waiting = [1, 2].map(() => connect({ port, host: '127.0.0.1' }).on('error', () => undefined))
  await Promise.all(waiting.map((socket) => once(socket, 'connect')))
  return {
    port,
    pid,
    stop: () => {
      for (const socket of waiting) socket.destroy()
      child.kill('SIGKILL')
    },
  }
}
