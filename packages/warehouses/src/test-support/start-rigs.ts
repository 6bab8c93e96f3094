import type { Rig, RigStarter } from './warehouse-rig.ts'

export type StartedRig = Rig & Pick<RigStarter, 'name' | 'isHeavy'>

/** Starts rigs one after another. Returns a function that ends them all, even if a later one failed to start. */
export async function startRigs(
  starters: readonly RigStarter[],
): Promise<{ rigs: StartedRig[]; close: () => Promise<void> }> {
  const rigs: StartedRig[] = []
  const close = async () => {
    for (const rig of rigs) await rig.close()
  }
  try {
    for (const { name, isHeavy, start } of starters) rigs.push({ name, isHeavy, ...(await start()) })
  } catch (cause) {
    await close()
    throw cause
  }
  return { rigs, close }
}
