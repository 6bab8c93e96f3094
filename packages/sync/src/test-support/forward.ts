import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Lets a port lead to a server that listens elsewhere. */
export async function forward(port: number, url: string): Promise<AsyncDisposable> {
  const { hostname, port: other } = new URL(url)
  const server = createServer((socket) => {
    const beyond = connect(Number(other), hostname)
    socket.on('error', () => beyond.destroy()).pipe(beyond)
    beyond.on('error', () => socket.destroy()).pipe(socket)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
