import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendRequest } from '@signalpost/testing'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from './service.ts'

test('an endpoint that is removed while it is added gets no connection', async () => {
  const service = await startService()
  onTestFinished(service.stop)
  const address = '127.0.0.1'
  const port = await startPod()
  for (let round = 0; round < 20; round += 1) {
    const adding = service.add(address, port)
    const removing = service.remove(address)
    await Promise.all([adding, removing])
    await expect(sendRequest(service.url), `round ${round}`).rejects.toThrow()
  }
  await service.add(address, port)
  expect(await sendRequest(service.url)).toMatchObject({ status: 200 })
})

async function startPod(): Promise<number> {
  const server = createServer((_request, response) => void response.end())
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The cast: a server on a port has no other kind of address.
  return (server.address() as AddressInfo).port
}
