import type { Harness } from '../product/start-harness.ts'

/** Sends the harness's traffic, one request after another, until this many more are acknowledged. */
export async function acceptMore({ sender, traffic }: Harness, count: number): Promise<void> {
  for (let accepted = 0; accepted < count; ) {
    if ((await sender.send(traffic.next())) === 'ok') accepted += 1
  }
}
